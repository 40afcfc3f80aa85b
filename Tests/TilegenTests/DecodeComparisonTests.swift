import Foundation
import TestSupport
import Testing

/// Tiles decoded by tilegen and by other programs say the same.
@Suite("tilegen decode beside other programs")
struct DecodeComparisonTests {
  let tilegen = BuiltProgram("tilegen")

  /// Features of one zoom as text, without what only one program writes, sorted.
  static func features(_ text: String, digits: Double) throws -> [String] {
    let collection = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    var all: [String] = []
    func collect(_ value: [String: Any]) throws {
      if let inner = value["features"] as? [[String: Any]] {
        for feature in inner { try collect(feature) }
        return
      }
      let geometry = value["geometry"] as? [String: Any] ?? [:]
      let properties = (value["properties"] as? [String: Any] ?? [:])
        .filter { !($0.value is NSNull) && $0.key != "mvt_id" && $0.key != "layer" }
        .map { "\($0.key)=\($0.value)" }.sorted()
      let numbers = vertices(geometry["coordinates"] ?? []).map { Int(($0 * digits).rounded()) }
      all.append("\(properties) \(numbers.sorted())")
    }
    try collect(collection ?? [:])
    return all.sorted()
  }

  /// All numbers of nested arrays; a ring's last vertex is its first again.
  private static func vertices(_ value: Any) -> [Double] {
    if let number = value as? Double { return [number] }
    return (value as? [Any] ?? []).flatMap(vertices)
  }

  func build(_ folder: TemporaryFolder) throws {
    let document = """
      {"type":"FeatureCollection","features":[
       {"type":"Feature","properties":{"name":"lake","depth":12.5},"geometry":{"type":"Polygon",
        "coordinates":[[[5,5],[25,5],[25,25],[5,25],[5,5]],[[10,10],[10,15],[15,15],[15,10],[10,10]]]}},
       {"type":"Feature","properties":{"name":"island"},"geometry":{"type":"Polygon",
        "coordinates":[[[30,5],[40,5],[40,15],[30,5]]]}}]}
      """
    try folder.write(Array(document.utf8), to: "in.geojson")
    let run = try tilegen.run(
      ["build", "in.geojson", "--output", "out", "--max-zoom", "2", "--quiet"], in: folder.url)
    #expect(run.code == 0, "\(run.error)")
  }

  @Test(
    "GDAL reads the same", .enabled(if: BuiltProgram.installed("ogr2ogr") != nil, "no ogr2ogr"))
  func gdal() throws {
    let folder = try TemporaryFolder()
    try build(folder)
    let own = try tilegen.run(
      ["decode", "out", "0/0/0", "--layer", "polygon"], in: folder.url)
    let ogr = try BuiltProgram("/usr/bin/env").run(
      [
        "ogr2ogr", "-f", "GeoJSON", "/vsistdout/", "-t_srs", "EPSG:4326", "-lco",
        "COORDINATE_PRECISION=7", "-oo", "CLIP=NO", "-oo", "METADATA_FILE=out/metadata.json",
        "MVT:out/0/0/0.mvt", "polygon",
      ], in: folder.url)
    #expect(ogr.code == 0, "\(ogr.error)")
    let ours = try Self.features(own.output, digits: 1e5)
    #expect(ours.count == 2)
    #expect(try ours == Self.features(ogr.output, digits: 1e5))
  }

  @Test(
    "tippecanoe-decode reads the same",
    .enabled(if: BuiltProgram.installed("tippecanoe-decode") != nil, "no tippecanoe-decode"))
  func tippecanoe() throws {
    let folder = try TemporaryFolder()
    try build(folder)
    let own = try tilegen.run(["decode", "out", "0/0/0"], in: folder.url)
    let other = try BuiltProgram("/usr/bin/env").run(
      ["tippecanoe-decode", "out/0/0/0.mvt", "0", "0", "0"], in: folder.url)
    #expect(other.code == 0, "\(other.error)")
    #expect(
      try Self.features(own.output, digits: 1e4) == Self.features(other.output, digits: 1e4))
  }
}
