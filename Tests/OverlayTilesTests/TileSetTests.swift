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
}

/// Tiles as they come from several threads.
private final class Seen: @unchecked Sendable {
  private let lock = NSLock()
  private var found: [TileID: [UInt8]] = [:]
  var tiles: [TileID: [UInt8]] { lock.withLock { found } }
  func add(_ tile: Tile) { lock.withLock { found[tile.id] = tile.bytes } }
}
