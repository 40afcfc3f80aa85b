import Testing
import TilePipeline

@testable import tilegen

@Suite("Option values")
struct ValueKindTests {
  @Test(
    "whole numbers keep to their range",
    arguments: [
      ("0", 0), ("24", 24), ("25", nil), ("-1", nil), ("12.5", nil), ("9999", nil), ("", nil),
      ("99999999999999999999", nil), ("0x3", nil), (" 3", nil),
    ] as [(String, Int?)])
  func integers(text: String, expected: Int?) {
    #expect(ValueKind.integer(0...24).read(text) == expected)
  }

  @Test(
    "powers of two",
    arguments: [
      ("256", 256), ("8192", 8192), ("128", nil), ("300", nil), ("16384", nil), ("0", nil),
    ] as [(String, Int?)])
  func powers(text: String, expected: Int?) {
    #expect(ValueKind.powerOfTwo(256...8192).read(text) == expected)
  }

  @Test(
    "sizes are powers of 1024",
    arguments: [
      ("512M", 536_870_912), ("1G", 1_073_741_824), ("1g", 1_073_741_824), ("64K", 65_536),
      ("100000", 100_000), ("3X", nil), ("G", nil), ("-1G", nil), ("1.5G", nil),
      ("9999999999T", nil), ("", nil),
    ] as [(String, Int?)])
  func sizes(text: String, expected: Int?) {
    #expect(ValueKind.byteSize(1...(1 << 42)).read(text) == expected)
  }

  @Test("a size is shown as it may be written")
  func sizeText() {
    let kind = ValueKind.byteSize((1 << 26)...(1 << 42))
    #expect(kind.show(1 << 30) == "1G")
    #expect(kind.show(1000) == "1000")
    #expect(kind.allowed == "a size from 64M to 4T, such as 512M or 2G")
  }

  @Test(
    "decimal numbers",
    arguments: [
      ("0", 0), ("0.25", 0.25), ("100", 100), ("100.1", nil), ("-1", nil), ("nan", nil),
      ("inf", nil), ("0x1p3", nil), ("1e1", nil), ("", nil),
    ] as [(String, Double?)])
  func decimals(text: String, expected: Double?) {
    #expect(ValueKind.number(0...100).read(text) == expected)
  }

  @Test("a word leaves a number open")
  func orWord() {
    let kind = ValueKind<Int?>.integer(0...9, or: "auto")
    #expect(kind.read("auto") == .some(.none))
    #expect(kind.read("3") == .some(3))
    #expect(kind.read("10") == nil)
    #expect(kind.show(nil) == "auto")
  }

  @Test("choices are the raw values")
  func choices() {
    let kind = ValueKind<BuildOptions.Edges>.choice
    #expect(kind.read("geodesic") == .geodesic)
    #expect(kind.read("Geodesic") == nil)
    #expect(kind.allowed == "one of mercator, lnglat, geodesic")
  }

  @Test(
    "addresses are absolute",
    arguments: [
      ("https://example.org/a", true), ("http://localhost:8000", true),
      ("capacitor://localhost/tiles/", true), ("example.org/a", false), ("/tiles", false),
      ("https://", false), ("https://example.org/a?key=1", true), ("https:example.org", false),
      ("1http://a", false), ("", false),
    ])
  func addresses(text: String, isAllowed: Bool) {
    #expect((ValueKind.absoluteURL.read(text) != nil) == isAllowed)
  }
}
