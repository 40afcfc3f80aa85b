import Foundation
import JSONText
import MapMath
import TestSupport
import Testing

@testable import TilePipeline

@Suite("Clusters of markers")
struct ClusterTests {
  @Test(
    "every marker of a zoom is in one cluster or stands alone",
    arguments: 1...4 as ClosedRange<UInt64>, [10.0, 40, 300])
  func sums(seed: UInt64, distance: Double) async throws {
    let scatter = ScatteredMarkers(400, seed: seed)
    let built = try await BuiltTiles([scatter.document]) {
      $0.cluster = MarkerClustering(distance: distance, accumulations: [.init("size", .sum)])
    }
    let sizes = scatter.markers.reduce(0) { $0 + $1.size }
    for zoom in 0...4 {
      let points = try built.points(zoom: zoom)
      #expect(points.reduce(0) { $0 + $1.count } == 400)
      #expect(points.reduce(0) { $0 + ($1.properties["size"]?.whole ?? 0) } == sizes)
      let clusters = points.filter { $0.properties["cluster"] == .bool(true) }
      #expect(clusters.allSatisfy { $0.count > 1 && $0.id == nil })
      #expect(points.count - clusters.count == Set(points.compactMap(\.id)).count)
      let row = built.summary.strategies.zooms[zoom] ?? .init()
      #expect(row.clusters == clusters.count)
      #expect(row.clustered == clusters.reduce(0) { $0 + $1.count })
      // The last zoom has none.
      #expect(clusters.isEmpty == (zoom == 4))
    }
    let first = try built.points(zoom: 0)
    #expect(first.count < 60)
  }

  /// Clusters of one zoom after another, in the plainest way.
  static func twin(
    _ places: [(x: Double, y: Double)], zooms: ClosedRange<Int>, distance: Double
  ) -> [Int: [[Int]]] {
    func gap(_ a: Double, _ b: Double) -> Double { min(abs(a - b), 1 - abs(a - b)) }
    func middle(_ members: [Int]) -> (x: Double, y: Double) {
      let first = places[members[0]].x
      let across = members.reduce(0.0) { sum, member in
        let dx = places[member].x - first
        return sum + dx - dx.rounded()
      }
      let x = first + across / Double(members.count)
      return (x - x.rounded(.down), members.reduce(0) { $0 + places[$1].y } / Double(members.count))
    }
    var nodes = places.indices.map { [$0] }
    var result: [Int: [[Int]]] = [:]
    for zoom in zooms.reversed() {
      let radius = distance / 512 / Double(1 << zoom)
      let middles = nodes.map(middle)
      var isTaken = nodes.map { _ in false }
      var merged: [[Int]] = []
      for seed in nodes.indices where !isTaken[seed] {
        var members: [Int] = []
        for other in nodes.indices where !isTaken[other] {
          let dx = gap(middles[seed].x, middles[other].x)
          let dy = middles[seed].y - middles[other].y
          if dx * dx + dy * dy <= radius * radius {
            isTaken[other] = true
            members += nodes[other]
          }
        }
        merged.append(members.sorted())
      }
      nodes = merged.sorted { $0[0] < $1[0] }
      result[zoom] = nodes
    }
    return result
  }

  @Test(
    "clusters are those of a search through all pairs", arguments: 1...6 as ClosedRange<UInt64>,
    [3.0, 40, 700])
  func twin(seed: UInt64, distance: Double) {
    let places = ScatteredMarkers(300, seed: seed).places
    let found = MarkerClusters(
      x: places.map(\.x), y: places.map(\.y), shown: places.map { _ in 0xff }, values: [],
      zooms: 0...6, distance: distance)
    let expected = Self.twin(places, zooms: 0...6, distance: distance)
    for zoom in 0...6 {
      let groups = expected[zoom] ?? []
      #expect(
        found.clusters.filter { $0.zooms.contains(zoom) }.map(\.count).sorted()
          == groups.map(\.count).filter { $0 > 1 }.sorted())
      let alone = Set(groups.filter { $0.count == 1 }.joined())
      for marker in places.indices {
        #expect((found.alone[marker] & 1 << UInt32(zoom) != 0) == alone.contains(marker))
      }
    }
    #expect(found.alone.allSatisfy { $0 & 0x80 != 0 })
  }

  @Test("a cluster lies in the middle of its markers, across the antimeridian too")
  func antimeridian() async throws {
    let document = [
      feature("Point", "[179.9,10]", id: 1), feature("Point", "[-179.9,10]", id: 2),
      feature("Point", "[0,50]", id: 3), feature("Point", "[3,50]", id: 4),
    ].joined(separator: "\n")
    let built = try await BuiltTiles([document]) { $0.cluster = MarkerClustering(distance: 5) }
    let points = try built.points(zoom: 0).sorted { $0.y < $1.y }
    #expect(points.map(\.count) == [2, 2])
    #expect(abs(points[0].x - (0.5 + 1.5 / 360)) < 1e-4)
    #expect(points[1].x < 1e-4 || points[1].x > 1 - 1e-4)
    // 3 degrees are 8.5 pixels at zoom 1, 0.2 are 4.6 at zoom 4.
    #expect(try built.points(zoom: 1).map(\.count).sorted() == [1, 1, 2])
  }

  @Test("what clusters say of their markers' properties")
  func accumulations() async throws {
    let values = ["1", "2", "null", "\"x\"", "2", "-4"]
    let document = values.enumerated().map { i, value in
      feature(
        "Point", "[\(Double(i) / 1000),0.5]", id: i + 1,
        properties: #"{"a":\#(value),"b":\#(value),"c":\#(value),"d":\#(value),"e":\#(value)}"#)
    }.joined(separator: "\n")
    let built = try await BuiltTiles([document]) {
      $0.cluster = MarkerClustering(
        distance: 40,
        accumulations: [
          .init("a", .sum), .init("b", .min), .init("c", .max), .init("d", .mean),
          .init("e", .concat), .init("nothing", .sum),
        ])
    }
    let cluster = try #require(try built.points(zoom: 0).first)
    #expect(
      cluster.properties == [
        "cluster": .bool(true), "point_count": .uint(6), "point_count_abbreviated": .string("6"),
        "a": .uint(1), "b": .sint(-4), "c": .uint(2), "d": .double(0.25), "e": .string("1,2,x,-4"),
      ])
    let layers = try built.json("tiles.json")["vector_layers"]
    #expect(layers?[0]?["fields"]?["point_count"] == "Number")
    #expect(layers?[0]?["fields"]?["cluster"] == "Boolean")
  }

  @Test("a property of the user's keeps its name, and ours gives way")
  func names() async throws {
    let document = (1...3).map {
      feature("Point", "[\($0),1]", id: $0, properties: #"{"point_count":\#($0)}"#)
    }.joined(separator: "\n")
    let built = try await BuiltTiles([document]) { $0.cluster = MarkerClustering(distance: 40) }
    let tile = try built.tile(0, 0, 0)
    let properties = tile?.layers.first?.features.first?.properties
    #expect(properties?["overlay:point_count"] == .uint(3))
    #expect(properties?["point_count"] == nil)
    #expect(try built.text("style.json")?.contains(#""overlay:point_count""#) == true)
  }

  @Test("markers count at the zooms in which they are drawn, in layers of their own")
  func ranges() async throws {
    func pins(_ first: Int) -> String {
      (0..<6).map { i in
        feature(
          "Point", "[\(10 + Double(i) / 100),10]", id: first + i,
          overlay: i < 2 ? #"{"minZoom":2}"# : i < 4 ? #"{"maxZoom":2}"# : nil)
      }.joined(separator: "\n")
    }
    let built = try await BuiltTiles([pins(1), pins(11)]) {
      $0.inputs[1].layer = "mine"
      $0.cluster = MarkerClustering(distance: 40)
      $0.layerZooms = ["mine": 1...4]
    }
    for layer in ["marker", "mine"] {
      let counts = try (0...3).map { zoom in
        try built.points(layer, zoom: zoom).map(\.count)
      }
      #expect(counts == [layer == "mine" ? [] : [4], [4], [6], [4]])
    }
    #expect(try built.points("mine", zoom: 4).map(\.count) == [1, 1, 1, 1])
  }

  @Test("positions of one MultiPoint are markers of their own")
  func multiPoint() async throws {
    let document = feature("MultiPoint", "[[0,1],[0.1,1],[90,1],[90.1,1],[-90,40]]", id: 7)
    let built = try await BuiltTiles([document]) { $0.cluster = MarkerClustering(distance: 10) }
    #expect(try built.points(zoom: 0).map(\.count).sorted() == [1, 2, 2])
    let deep = try built.points(zoom: 4)
    #expect(deep.map(\.count) == [1, 1, 1, 1, 1])
    #expect(deep.allSatisfy { $0.id == 7 })
  }

  @Test("one tile, shares of the map, and any number of threads give the same bytes")
  func sameBytes() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(ScatteredMarkers(500, seed: 9).document.utf8), to: "a.ndjson")
    var options = BuildOptions()
    options.inputs = [.init(path: folder.url.appendingPathComponent("a.ndjson").path)]
    (options.maxZoom, options.extent) = (5, 4096)
    options.cluster = MarkerClustering(distance: 30, accumulations: [.init("kind", .concat)])
    options.threads = 1
    options.unitVertices = 50
    let set = try await TileSet(options)
    let all = try await set.allTiles()
    for tile in all where tile.id.z < 4 || tile.id.x % 3 == 1 {
      #expect(try set.tile(tile.id) == tile.bytes)
    }
    options.threads = 3
    options.unitVertices = 1 << 17
    #expect(try await TileSet(options).allTiles() == all)
    options.cell = try #require(TileID(z: 1, x: 1, y: 0))
    let share = try await TileSet(options).allTiles()
    #expect(!share.isEmpty)
    #expect(
      share
        == all.filter {
          $0.id.z >= 1 && $0.id.x >> ($0.id.z - 1) == 1 && $0.id.y >> ($0.id.z - 1) == 0
        })
  }

  @Test(
    "numbers in four characters",
    arguments: [
      (2, "2"), (999, "999"), (1000, "1k"), (1049, "1k"), (1050, "1.1k"), (9949, "9.9k"),
      (9950, "10k"), (12_345, "12k"), (999_499, "999k"), (999_500, "1M"), (1_250_000, "1.3M"),
      (123_456_789, "123M"), (1_000_000_000, "1G"),
    ])
  func abbreviated(count: Int, text: String) {
    #expect(MarkerClustering.abbreviated(count) == text)
  }

  @Test("the style draws discs with numbers, and pins where markers stand alone")
  func style() async throws {
    let built = try await BuiltTiles([ScatteredMarkers(50, seed: 3).document]) {
      $0.cluster = MarkerClustering(distance: 40)
    }
    guard case .array(let layers)? = try built.json("style.json")["layers"] else {
      Issue.record("no layers")
      return
    }
    #expect(
      layers.map { $0["id"] } == [
        "background", "marker-billboard", "marker-cluster", "marker-cluster-1",
        "marker-cluster-2", "marker-cluster-3", "marker-cluster-4",
      ])
    #expect(layers[1]["filter"] == ["!", ["has", "cluster"]])
    let sprite = try built.json("sprite.json")
    for name in ["cluster-1", "cluster-2", "cluster-3", "pin"] { #expect(sprite[name] != nil) }
    for character in "0123456789.kMG" { #expect(sprite["cluster-count-\(character)"] != nil) }
    let plain = try await BuiltTiles([ScatteredMarkers(50, seed: 3).document])
    #expect(try plain.json("sprite.json")["cluster-1"] == nil)
    #expect(try plain.text("style.json")?.contains("cluster") == false)
  }
}
