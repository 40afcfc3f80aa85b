import Foundation
import OverlayTiles
import TestSupport
import Testing

@Suite struct TileSetTests {
  /// A few hundred overlays of all kinds, some of them across the antimeridian and near the poles.
  static func randomMap(seed: UInt64) -> OverlayMap {
    var random = SeededGenerator(seed: seed)
    func position(within degrees: Double, of center: LatLng? = nil) -> LatLng {
      let center = center ?? LatLng(latitude: 0, longitude: 0)
      let latitude = center.latitude + .random(in: -degrees...degrees, using: &random) / 2
      return LatLng(
        latitude: min(max(latitude, -89), 89),
        longitude: center.longitude + .random(in: -degrees...degrees, using: &random))
    }
    var map = OverlayMap()
    for index in 0..<300 {
      let center = position(within: 179)
      let path = Path((0..<12).map { _ in position(within: 20, of: center) })
      switch index % 4 {
      case 0:
        var line = Polyline(path: path)
        (line.geodesic, line.strokeWidth) = (index % 8 == 0, 4)
        line.id = .number(UInt64(index))
        map.add(line)
      case 1:
        var area = Polygon(path: path)
        area.strokeColor = .red
        area.properties = ["index": .int(Int64(index))]
        map.add(area)
      case 2:
        map.add(Circle(center: center, radius: .random(in: 10_000...3_000_000, using: &random)))
      default: map.add(Marker(position: center))
      }
    }
    return map
  }

  @Test func oneTileIsTheTileOfTheWholeSet() async throws {
    var options = BuildOptions()
    (options.maxZoom, options.extent) = (5, 2048)
    let set = try await TileSet(Self.randomMap(seed: 7), options: options)
    let all = try await set.allTiles()
    #expect(all.count > 500)
    for tile in all.filter({ $0.id.z < 4 || $0.id.x % 5 == 1 }) {
      #expect(try set.tile(tile.id) == tile.bytes, "\(tile.id)")
    }
    let addresses = Set(all.map(\.id))
    for (x, y) in [(0, 0), (31, 31), (7, 3), (16, 29)] {
      let id = try #require(TileID(z: 5, x: x, y: y))
      #expect(try (set.tile(id) == nil) == !addresses.contains(id))
    }
  }

  @Test func manyTilesAreAskedForAtOnceOfOneWorker() async throws {
    var options = BuildOptions()
    (options.maxZoom, options.extent, options.threads) = (4, 2048, 1)
    let set = try await TileSet(Self.randomMap(seed: 3), options: options)
    let all = try await set.allTiles()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for tile in all { group.addTask { try set.tile(tile.id) == tile.bytes } }
      for try await isEqual in group { #expect(isEqual) }
    }
  }

  @Test func sharesOfTheWorldAreTheWorld() async throws {
    var options = BuildOptions()
    options.maxZoom = 4
    let map = Self.randomMap(seed: 12)
    let all = try await TileSet(map, options: options).allTiles()
    var parts: [Tile] = []
    for (z, x, y) in [(1, 0, 0), (1, 1, 0), (1, 0, 1), (1, 1, 1)] {
      options.cell = try #require(TileID(z: z, x: x, y: y))
      parts += try await TileSet(map, options: options).allTiles()
    }
    parts += all.filter { $0.id.z == 0 }
    #expect(parts.count == all.count)
    let expected = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.bytes) })
    for part in parts { #expect(expected[part.id] == part.bytes, "\(part.id)") }
  }

  @Test func tilesOutsideTheZoomsAreNone() async throws {
    var options = BuildOptions()
    (options.minZoom, options.maxZoom) = (2, 3)
    var map = OverlayMap()
    map.add(Marker(position: LatLng(latitude: 1, longitude: 1)))
    let set = try await TileSet(map, options: options)
    #expect(try set.tile(try #require(TileID(z: 1, x: 1, y: 0))) == nil)
    #expect(try set.tile(try #require(TileID(z: 4, x: 8, y: 7))) == nil)
    #expect(try set.tile(try #require(TileID(z: 3, x: 4, y: 3))) != nil)
  }

  @Test func allTilesComeInOrderAndEachOnce() async throws {
    var options = BuildOptions()
    options.maxZoom = 4
    let set = try await TileSet(Self.randomMap(seed: 8), options: options)
    let all = try await set.allTiles()
    #expect(all.map(\.id.z) == all.map(\.id.z).sorted())
    #expect(Set(all.map(\.id)).count == all.count)
    let seen = Seen()
    try await set.forEachTile { seen.add($0) }
    #expect(seen.tiles == Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.bytes) }))
  }

  @Test func anErrorInTheBodyEndsTheWork() async throws {
    struct Stop: Error {}
    let set = try await TileSet(Self.randomMap(seed: 9))
    await #expect(throws: Stop.self) { try await set.forEachTile { _ in throw Stop() } }
  }

  @Test func aWrittenFolderHoldsTheSameTiles() async throws {
    let folder = try TemporaryFolder()
    var options = BuildOptions()
    options.maxZoom = 3
    let set = try await TileSet(Self.randomMap(seed: 10), options: options)
    let path = folder.url.appendingPathComponent("out").path
    let summary = try await set.write(to: path)
    let all = try await set.allTiles()
    #expect(summary.tiles == all.count)
    for tile in all {
      let file = "\(path)/\(tile.id.z)/\(tile.id.x)/\(tile.id.y).mvt"
      #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: file))) == tile.bytes)
    }
    #expect(FileManager.default.fileExists(atPath: "\(path)/style.json"))
    await #expect(throws: BuildError.self) { try await set.write(to: path) }
  }

  @Test func filesInMemoryAreThoseOfTheFolder() async throws {
    let folder = try TemporaryFolder()
    var options = BuildOptions()
    (options.maxZoom, options.baseURL) = (2, "https://tiles.example.org/set")
    var map = Self.randomMap(seed: 11)
    map.add(Circle(center: LatLng(latitude: 0, longitude: 0), radius: -1))
    let set = try await TileSet(map, options: options)
    let path = folder.url.appendingPathComponent("out").path
    let summary = try await set.write(to: path)
    let files = try set.files(summary)
    #expect(
      Set(files.keys).isSuperset(of: [
        "style.json", "tiles.json", "metadata.json", "sprite.json", "sprite.png",
        "sprite@2x.json", "sprite@2x.png", "report.json", "index.html",
      ]))
    for (name, bytes) in files {
      let written = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
      #expect([UInt8](written) == bytes, "\(name)")
    }
    let report = String(decoding: try #require(files["report.json"]), as: UTF8.self)
    #expect(report.contains("\"feature\": 300") && report.contains("overlay.radius"))
    #expect(!report.contains("\"line\""))
  }

  @Test func anArchiveIsWrittenWithAddressesOfItsOwn() async throws {
    let folder = try TemporaryFolder()
    var map = OverlayMap()
    map.images["plan.png"] = try Self.image("floor-plan")
    map.add(
      GroundOverlay(
        image: "plan.png",
        placement: .bounds(CoordinateBounds(west: 151, south: -34, east: 152, north: -33))))
    var options = BuildOptions()
    options.maxZoom = 1
    let set = try await TileSet(map, options: options)
    let path = folder.url.appendingPathComponent("out.pmtiles").path
    try await set.write(to: path)
    let style = try String(contentsOfFile: path + ".files/style.json", encoding: .utf8)
    #expect(style.contains("out.pmtiles.files/ground-0.png"))
    let inMemory = String(decoding: try #require(set.files()["style.json"]), as: UTF8.self)
    #expect(inMemory.contains("/ground-0.png") && !inMemory.contains("pmtiles"))
  }

  private static func image(_ name: String) throws -> [UInt8] {
    let file = ExampleDocument.folder.appendingPathComponent("images/\(name).png")
    return [UInt8](try Data(contentsOf: file))
  }

  @Test func imagesMayBeGivenAsBytes() async throws {
    var house = Marker(position: LatLng(latitude: 51.5, longitude: -0.127))
    house.icon = "images/house.png"
    var fromFolder = OverlayMap()
    fromFolder.imageFolder = ExampleDocument.folder.path
    fromFolder.add(house)
    var fromMemory = OverlayMap()
    fromMemory.images["images/house.png"] = try Self.image("house")
    fromMemory.images["images/house@2x.png"] = try Self.image("house@2x")
    fromMemory.add(house)
    let first = try await TileSet(fromFolder)
    let second = try await TileSet(fromMemory)
    #expect(first.findings.isEmpty && second.findings.isEmpty)
    #expect(try first.files()["sprite@2x.png"] == second.files()["sprite@2x.png"])
    let tile = try #require(TileID(z: 3, x: 3, y: 2))
    #expect(try first.tile(tile) != nil && first.tile(tile) == second.tile(tile))
    house.icon = "missing.png"
    fromMemory.add(house)
    #expect(try await TileSet(fromMemory).findings.map(\.code) == [.imageMissing])
  }
}

/// Tiles as they come from several threads.
private final class Seen: @unchecked Sendable {
  private let lock = NSLock()
  private var found: [TileID: [UInt8]] = [:]
  var tiles: [TileID: [UInt8]] { lock.withLock { found } }
  func add(_ tile: Tile) { lock.withLock { found[tile.id] = tile.bytes } }
}
