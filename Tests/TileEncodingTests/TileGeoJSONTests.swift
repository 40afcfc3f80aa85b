import Foundation
import TestSupport
import Testing
import TileEncoding

@Suite("TileGeoJSON")
struct TileGeoJSONTests {
  private func lines(_ tile: DecodedTile, z: Int = 0, x: Int = 0, y: Int = 0) -> [String] {
    var bytes: [UInt8] = []
    let count = TileGeoJSON.features(of: tile, z: z, x: x, y: y, into: &bytes, lineDelimited: true)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines.count == count)
    return lines
  }

  private func tile(
    _ type: DecodedTile.Feature.GeometryType, _ parts: [[(Int32, Int32)]], extent: UInt32 = 4096
  ) -> DecodedTile {
    var layer = DecodedTile.Layer()
    (layer.name, layer.extent) = ("a", extent)
    for part in parts {
      layer.x += part.map(\.0)
      layer.y += part.map(\.1)
      layer.partEnds.append(layer.x.count)
    }
    layer.features = [.init(id: nil, type: type, tags: 0..<0, parts: 0..<parts.count)]
    var tile = DecodedTile()
    tile.layers = [layer]
    return tile
  }

  /// What stands after `"geometry":`.
  private func geometry(
    _ type: DecodedTile.Feature.GeometryType, _ parts: [[(Int32, Int32)]], extent: UInt32 = 4096,
    z: Int = 0, x: Int = 0, y: Int = 0
  ) throws -> String {
    let line = try #require(lines(tile(type, parts, extent: extent), z: z, x: x, y: y).first)
    let start = try #require(line.range(of: #""geometry":"#)).upperBound
    return String(line[start...].dropLast())
  }

  // 85.0511287798066 is atan(sinh(pi)), 66.5132604431119 is atan(sinh(pi / 2)), in degrees.
  @Test("puts the corners and the middle of the world where they are")
  func world() throws {
    #expect(
      try geometry(.point, [[(0, 0), (2048, 2048), (4096, 4096), (3072, 1024)]])
        == #"{"type":"MultiPoint","coordinates":[[-180,85.0511288],[0,0],[180,-85.0511288],"#
        + "[90,66.5132604]]}")
  }

  @Test("adds the tile's place, and decimals where units are small")
  func places() throws {
    #expect(
      try geometry(.point, [[(2048, 4096)]], z: 1, x: 1, y: 0)
        == #"{"type":"Point","coordinates":[90,0]}"#)
    // One unit of 2^-37 of the equator: 360 / 2^37 = 2.6193447e-9 degrees.
    #expect(
      try geometry(.point, [[(1, 0)]], extent: 8192, z: 24, x: 1 << 23, y: 1 << 23)
        == #"{"type":"Point","coordinates":[0.0000000026,0]}"#)
    #expect(
      try geometry(.point, [[(.min, 0)]], extent: 1)
        == #"{"type":"Point","coordinates":[-773094113460.0,85.0511288]}"#)
  }

  @Test("names the tile, and writes vertices so far away that decimals do not hold them")
  func farAway() throws {
    var far = tile(.point, [[(Int32.max, 0)]], extent: 1)
    var bytes: [UInt8] = []
    TileGeoJSON.features(
      of: far, z: 0, x: 0, y: 0, into: &bytes, lineDelimited: true, namesTile: true)
    // 360 x (2^31 - 1) - 180.
    #expect(
      String(decoding: bytes, as: UTF8.self).contains(
        #""tile":"0/0/0","properties":{},"geometry":{"type":"Point","coordinates":[773094112740"#))
    far.layers = []
    bytes = []
    TileGeoJSON.collection(of: far, z: 0, x: 0, y: 0, into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("[\n]}\n"))
  }

  @Test("writes lines")
  func linesOfBothKinds() throws {
    let line: [(Int32, Int32)] = [(2048, 2048), (3072, 2048)]
    #expect(
      try geometry(.line, [line]) == #"{"type":"LineString","coordinates":[[0,0],[90,0]]}"#)
    #expect(
      try geometry(.line, [line, line.reversed()])
        == #"{"type":"MultiLineString","coordinates":[[[0,0],[90,0]],[[90,0],[0,0]]]}"#)
    #expect(try geometry(.unknown, []) == "null")
    #expect(try geometry(.point, []) == "null")
  }

  /// Longitudes of each ring of each polygon, as numbers from 0 to 4 of a world 4 wide.
  private func rings(_ parts: [[(Int32, Int32)]]) throws -> [[[Int]]] {
    let scaled = parts.map { $0.map { ($0.0 * 1024, $0.1 * 1024) } }
    let text = try geometry(.polygon, scaled)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let coordinates = try #require(object["coordinates"])
    let polygons: [[[[Double]]]]
    if object["type"] as? String == "Polygon" {
      polygons = [try #require(coordinates as? [[[Double]]])]
    } else {
      polygons = try #require(coordinates as? [[[[Double]]]])
    }
    return polygons.map { $0.map { $0.map { Int(($0[0] + 180) / 90) } } }
  }

  @Test("gathers rings into polygons by winding, closes and turns them")
  func polygons() throws {
    // Clockwise on the map as tiles have it: NW, NE, SE; written counterclockwise: NW, SE, NE.
    let exterior: [(Int32, Int32)] = [(0, 0), (2, 0), (3, 3)]
    let hole: [(Int32, Int32)] = [(1, 1), (3, 3), (2, 1)]
    #expect(try rings([exterior]) == [[[0, 3, 2, 0]]])
    #expect(try rings([exterior, hole]) == [[[0, 3, 2, 0], [1, 2, 3, 1]]])
    #expect(
      try rings([exterior, hole, exterior, exterior, hole])
        == [
          [[0, 3, 2, 0], [1, 2, 3, 1]], [[0, 3, 2, 0]], [[0, 3, 2, 0], [1, 2, 3, 1]],
        ])
    // An old producer's winding.
    #expect(
      try rings([exterior.reversed(), hole.reversed()]) == [[[3, 2, 0, 3], [2, 3, 1, 2]]])
    // Closed twice, flat, too short.
    #expect(try rings([exterior + [(0, 0)]]) == [[[0, 3, 2, 0]]])
    #expect(try rings([exterior, [(0, 0), (1, 1), (2, 2)]]) == [[[0, 3, 2, 0], [0, 2, 1, 0]]])
    #expect(try rings([exterior, [(0, 0), (1, 1)]]) == [[[0, 3, 2, 0]]])
  }

  @Test("writes id, layer and properties of every type")
  func properties() throws {
    var tile = tile(.point, [[(2048, 2048)]])
    tile.layers[0].name = "la\"yer"
    tile.layers[0].keys = ["a", "b\\", "c", "d", "e", "f", "g", "h", "i"]
    tile.layers[0].values = [
      .string("x\n\u{1}é\u{2028}"), .float(0.1), .double(1e300), .int(.min), .uint(.max), .sint(-1),
      .bool(false), .double(.infinity), .float(.nan),
    ]
    tile.layers[0].tags = (0..<9).flatMap { [$0, $0] }
    tile.layers[0].features[0].tags = 0..<18
    tile.layers[0].features[0].id = .max
    #expect(
      lines(tile) == [
        #"{"type":"Feature","id":18446744073709551615,"layer":"la\"yer","properties":{"#
          + #""a":"x\u000a\u0001é"# + "\u{2028}" + #"","b\\":0.1,"c":1e+300,"#
          + #""d":-9223372036854775808,"e":18446744073709551615,"f":-1,"g":false,"#
          + #""h":"Infinity","i":"NaN"},"geometry":{"type":"Point","coordinates":[0,0]}}"#
      ])
  }

  @Test("joins features with commas in a collection")
  func collection() throws {
    var tile = tile(.point, [[(0, 0)]])
    tile.layers.append(tile.layers[0])
    var bytes: [UInt8] = []
    TileGeoJSON.collection(of: tile, z: 0, x: 0, y: 0, into: &bytes)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(object["type"] as? String == "FeatureCollection")
    #expect((object["features"] as? [Any])?.count == 2)
    bytes = []
    TileGeoJSON.collection(of: DecodedTile(), z: 0, x: 0, y: 0, into: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "{\"type\":\"FeatureCollection\",\"features\":[\n]}\n")
  }
}
