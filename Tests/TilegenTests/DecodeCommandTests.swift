import Compression
import Foundation
import MapMath
import TestSupport
import Testing

@testable import tilegen

@Suite("tilegen decode")
struct DecodeCommandTests {
  let tilegen = BuiltProgram("tilegen")

  /// A layer "p" with the point (2048, 2048), id 7, name "x", extent 4096; written by hand.
  static let point: [UInt8] = [
    0x1a, 36,  // layer
    0x78, 2, 0x0a, 1, 0x70,  // version 2, name "p"
    0x12, 15, 0x08, 7, 0x12, 2, 0, 0, 0x18, 1, 0x22, 5, 9, 0x80, 0x20, 0x80, 0x20,  // feature
    0x1a, 4, 0x6e, 0x61, 0x6d, 0x65, 0x22, 3, 0x0a, 1, 0x78,  // "name", "x"
    0x28, 0x80, 0x20,  // extent
  ]

  /// A folder with the tile 0/0/0, the same gzipped as 1/1/0, and files that are no tiles.
  func tiles() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var gzip: [UInt8] = []
    var compressor = try GzipCompressor()
    try compressor.compress(Self.point.span, into: &gzip)
    try folder.write(Self.point, to: "out/0/0/0.mvt")
    try folder.write(gzip, to: "out/1/1/0.pbf")
    try folder.write(Array("{}".utf8), to: "out/tiles.json")
    try folder.write([], to: "out/1/1/notes.txt")
    try folder.write([], to: "out/sprites/0/0.mvt")
    return folder
  }

  func features(_ text: String) throws -> [[String: Any]] {
    let collection = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(collection?["type"] as? String == "FeatureCollection")
    return try #require(collection?["features"] as? [[String: Any]])
  }

  @Test(
    "one tile, by folder and address or by file", arguments: [["out", "0/0/0"], ["out/0/0/0.mvt"]])
  func oneTile(words: [String]) throws {
    let folder = try tiles()
    let run = try tilegen.run(["decode"] + words, in: folder.url)
    #expect(run.code == 0, "\(run.error)")
    let feature = try #require(try features(run.output).first)
    #expect(feature["id"] as? Int == 7)
    #expect(feature["layer"] as? String == "p")
    #expect(feature["tile"] as? String == "0/0/0")
    #expect(feature["properties"] as? [String: String] == ["name": "x"])
    let geometry = feature["geometry"] as? [String: Any]
    #expect(geometry?["type"] as? String == "Point")
    #expect(geometry?["coordinates"] as? [Double] == [0, 0])
  }

  @Test("a folder gives all its tiles by zoom, and nothing else that is in it")
  func folder() throws {
    let folder = try tiles()
    let all = try features(tilegen.run(["decode", "out"], in: folder.url).output)
    #expect(all.map { $0["tile"] as? String } == ["0/0/0", "1/1/0"])
    // The middle of 1/1/0: longitude 90, latitude atan(sinh(pi / 2)).
    let place = (all[1]["geometry"] as? [String: Any])?["coordinates"] as? [Double]
    #expect(place?[0] == 90)
    #expect(abs((place?[1] ?? 0) - 66.5132604) < 1e-7)
  }

  @Test(
    "layers and zooms choose, and --lines leaves the collection away",
    arguments: [
      (["--layer", "p"], 2), (["--layer", "q"], 0), (["-L", "q", "-L", "p"], 2),
      (["--zoom", "0"], 1), (["--zoom", "1-30"], 1), (["-z", "2"], 0),
      (["--bbox", "10,5,80,80"], 2), (["-b", "-80,-60,-10,-5"], 1),
    ])
  func choices(options: [String], count: Int) throws {
    let folder = try tiles()
    let collection = try tilegen.run(["decode", "out"] + options, in: folder.url)
    #expect(try features(collection.output).count == count)
    let lines = try tilegen.run(["decode", "out", "--lines"] + options, in: folder.url)
    #expect(lines.output.split(separator: "\n").count == count)
    #expect(lines.output.split(separator: "\n").allSatisfy { $0.hasPrefix(#"{"type":"Feature""#) })
  }

  @Test(
    "what cannot be decoded has its code and its place",
    arguments: [
      (["decode", "out", "2/0/0"], 65, "out: error: has no tile 2/0/0"),
      (["decode", "none/0/0/0.mvt"], 74, "none/0/0/0.mvt: error: cannot be read: No such file"),
      (["decode", "out/1/0/0.mvt"], 65, "out/1/0/0.mvt: error: is no vector tile"),
      (["decode", "out/1/0/1.mvt"], 65, "out/1/0/1.mvt: error: is broken or cut short as a gzip"),
      (["decode", "other.mvt"], 64, "tilegen: error: Z/X/Y"),
      (["decode", "out", "1/2/0"], 64, "tilegen: error: Z/X/Y: '1/2/0' is not allowed"),
      (["decode", "out", "-z", "3-2"], 64, "tilegen: error: --zoom: '3-2' is not allowed"),
      (["decode"], 64, "tilegen: error: PATH is missing"),
    ] as [([String], Int32, String)])
  func failures(words: [String], code: Int32, message: String) throws {
    let folder = try tiles()
    try folder.write([0xff], to: "out/1/0/0.mvt")
    try folder.write([0x1f, 0x8b, 8], to: "out/1/0/1.mvt")
    let run = try tilegen.run(words, in: folder.url)
    #expect(run.code == code)
    #expect(run.error.hasPrefix(message), "\(run.error)")
  }

  @Test("a reader that goes away early is no fault")
  func closedPipe() throws {
    let folder = try TemporaryFolder()
    for y in 0..<1500 { try folder.write(Self.point, to: "out/11/0/\(y).mvt") }
    let script = #""$0" decode out; echo "code $?" >&2"#
    let run = try BuiltProgram("/bin/sh").run(
      ["-c", "{ \(script); } | head -c 10", tilegen.path], in: folder.url)
    #expect(run.output == #"{"type":"F"#)
    #expect(run.error == "code 0\n")
  }

  @Test(
    "addresses in paths",
    arguments: [
      ("a.b/3/7/4.mvt", "3/7/4"), ("3/7/4.mvt.gz", "3/7/4"), ("/x/3/7/4", "3/7/4"),
      ("3/8/4.mvt", nil), ("7/4.mvt", nil), ("", nil), ("a/b/c.mvt", nil), ("./0/0/-1.mvt", nil),
    ] as [(String, String?)])
  func addresses(path: String, expected: String?) {
    #expect(TileID(endOf: path) == expected.flatMap { TileID(path: $0) })
  }
}
