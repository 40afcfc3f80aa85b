import Foundation
import TestSupport
import Testing

@testable import TileArchive

@Suite("What a build leaves for the next one")
struct ManifestTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test(
    "base 64 is that of RFC 4648, section 10",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func vectors(bytes: String, text: String) {
    #expect(letters(of: Array(bytes.utf8)) == text)
    #expect(self.bytes(of: text) == Array(bytes.utf8))
  }

  @Test(
    "base 64 of any bytes is that of Foundation, and comes back",
    arguments: 1...20 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...400, using: &generator)
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let text = letters(of: bytes)
    #expect(text == Data(bytes).base64EncodedString())
    #expect(self.bytes(of: text) == bytes)
  }

  @Test(
    "what is no base 64 gives nothing", arguments: ["Zg=", "Zg", "Z===", "Zm9?", "Zm=v", "===="])
  func broken(text: String) {
    #expect(bytes(of: text) == nil)
  }

  private func letters(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    Base64.append(bytes.span, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private func bytes(of text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    return Base64.bytes(of: text.span)
  }

  @Test("a ledger comes back from the manifest", arguments: ["a", "a.pmtiles"])
  func ledger(name: String) throws {
    var metadata = TileSetMetadata()
    metadata.ledger = (0..<200).map { UInt8($0) }
    let sink = try makeSink(path: folder(name))
    try sink.addFile(name: "style.json", bytes: [])
    try sink.finish(metadata)
    #expect(try Manifest.ledger(beside: folder(name)) == metadata.ledger)
    // It is known as ours, so that it may be replaced.
    try OutputClaim(folder(name), replace: true).release()
  }

  @Test("without a ledger, or with a manifest of others, there is nothing")
  func none() throws {
    #expect(try Manifest.ledger(beside: folder("a")) == nil)
    try makeSink(path: folder("a")).finish(TileSetMetadata())
    #expect(try Manifest.ledger(beside: folder("a")) == nil)
    for text in ["{", #"{"overlays": "Zg=="}"#, #"{"generator": "x", "overlays": "Zg=="}"#] {
      try folder.write("b/manifest.json", text)
      #expect(try Manifest.ledger(beside: folder("b")) == nil)
    }
  }
}
