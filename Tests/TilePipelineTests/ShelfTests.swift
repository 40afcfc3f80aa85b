import Foundation
import MapMath
import OverlayModel
import TestSupport
import Testing

@testable import TilePipeline

@Suite("the shelf of overlays")
struct ShelfTests {
  private static let kinds: [FeatureBatch.Feature.Kind] = [.marker, .polyline, .polygon, .circle]

  /// Features with and without ids, points or paths, one to three rows and attributes of all types;
  /// each tenth draws nothing.
  private static func chunk(
    seed: UInt64, features: Int, parts: ClosedRange<Int> = 1...3
  ) -> FlattenedChunk {
    var random = SeededGenerator(seed: seed)
    var chunk = FlattenedChunk()
    (chunk.input, chunk.sequence) = (2, 3)
    let keys = ["a", "b", "name"].map { chunk.keys.intern(Array($0.utf8).span) }
    for number in 0..<features {
      let firstTag = Int32(chunk.tags.count)
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        chunk.tags.append(
          .init(key: keys.randomElement(using: &random) ?? 0, value: value(&chunk, &random)))
      }
      let hasID = Bool.random(using: &random)
      let other = Int32(value(&chunk, &random))
      var feature = FeatureBatch.Feature(
        kind: kinds[number % 4], overlay: Int32.random(in: -1...5, using: &random), parts: 0..<0,
        tags: firstTag..<Int32(chunk.tags.count),
        id: hasID ? UInt64.random(in: 0 ... .max, using: &random) : nil,
        otherID: hasID ? -1 : other,
        location: SourceLocation(input: 2, line: number * 7, feature: number + 100))
      feature.isPlain = Bool.random(using: &random)
      chunk.features.append(feature)
      if number % 10 == 9 { continue }
      let firstPart = Int32(chunk.parts.count)
      for _ in 0..<Int.random(in: parts, using: &random) {
        let x = Double.random(in: -0.2...1.2, using: &random)
        let y = Double.random(in: 0...1, using: &random)
        if number % 3 > 0 {
          chunk.appendPoint(x, y)
          continue
        }
        var bounds = WorldBounds(minX: x, minY: y, maxX: x, maxY: y)
        bounds.grow(x + Double.random(in: 0...0.1, using: &random), y)
        var part = FlattenedChunk.Part(
          paths: 4..<Int32(5 + number), weight: Int32(number + 2), spansWorld: number % 2 == 0,
          bounds: bounds)
        (part.isEnclosed, part.hasNeighbours) = (number % 4 == 0, number % 5 == 0)
        (part.area, part.track) = (Float(number) / 3, Int32(number % 7 - 1))
        chunk.parts.append(part)
      }
      let roles = LayerRole.allCases.shuffled(using: &random)
      for role in roles.prefix(Int.random(in: 1...3, using: &random)) {
        let start = Int32.random(in: firstPart..<Int32(chunk.parts.count), using: &random)
        var row = FlattenedChunk.Row(
          role: role, isMain: role == .polygon, shape: role == .marker ? .points : .outlines,
          exact: number % 2 == 1,
          parts: (number % 2 == 0 ? firstPart : start)..<Int32(chunk.parts.count),
          feature: Int32(number))
        row.minZoom = UInt8(number % 5)
        row.maxZoom = UInt8(5 + number % 5)
        chunk.rows.append(row)
      }
    }
    return chunk
  }

  private static func value(
    _ chunk: inout FlattenedChunk, _ random: inout SeededGenerator
  ) -> UInt32 {
    var bytes: [UInt8] = []
    let value: AttributeValue =
      switch Int.random(in: 0..<5, using: &random) {
      case 0: .int(Int64.random(in: 0..<1 << 29, using: &random))
      case 1: .int(-5)
      case 2: .string(String(repeating: "ü", count: Int.random(in: 0...20, using: &random)))
      case 3: .double(Double.random(in: 0...1, using: &random))
      default: .bool(true)
      }
    value.pooled(into: &bytes)
    return chunk.values.intern(bytes.span)
  }

  /// What a chunk says of the features that `isWanted`, whatever its numbers.
  private static func text(
    _ chunk: FlattenedChunk, where isWanted: (FlattenedChunk.Row) -> Bool = { _ in true }
  ) -> [String] {
    chunk.rows.filter(isWanted).map { row in
      let feature = chunk.features[Int(row.feature)]
      let number = chunk.number(ofFeature: row.feature, after: 1000)
      let parts = row.parts.map { String(describing: chunk.parts[Int($0)]) }
      let tags = feature.tags.map { index in
        let tag = chunk.tags[Int(index)]
        return "\(Array(chunk.keys[tag.key])) \(Array(chunk.values[tag.value]))"
      }
      let head = "\(number) \(feature.kind) \(feature.overlay) \(feature.isPlain)"
      let id = "\(String(describing: feature.id)) \(chunk.idText(of: feature) ?? "none")"
      let look = "\(row.role) \(row.isMain) \(row.shape) \(row.exact) \(row.minZoom) \(row.maxZoom)"
      return "\(head) \(id) \(feature.location) \(look) \(parts) \(tags)"
    }
  }

  @Test("gives back what was put there, in its order", arguments: [1, 64, 65, 700])
  func whole(features: Int) throws {
    let folder = try TemporaryFolder()
    let chunk = Self.chunk(seed: UInt64(features), features: features)
    var shelved = chunk
    try shelved.shelve(in: ScratchSpace(directory: folder.url.path, budget: 0))
    #expect(shelved.rows.isEmpty && shelved.features.isEmpty && shelved.tags.isEmpty)
    #expect(shelved.featureCount == features)
    var reader = ShelfReader()
    let read = reader.read(shelved, from: 1000, touching: nil)
    #expect(Self.text(read) == Self.text(chunk))
    var kinds = RowKinds()
    kinds.insert(.marker, isMain: false)
    let markers = reader.read(shelved, from: 1000, touching: nil, kinds)
    #expect(Self.text(markers) == Self.text(chunk) { $0.role == .marker })
    #expect(markers.features.count == markers.rows.count)
  }

  @Test("gives those that touch a window, the worlds beside the map included")
  func windows() throws {
    let folder = try TemporaryFolder()
    let chunk = Self.chunk(seed: 3, features: 900)
    var shelved = chunk
    try shelved.shelve(in: ScratchSpace(directory: folder.url.path, budget: 0))
    var reader = ShelfReader()
    let plan = ZoomPlan(
      zoom: 4, maxZoom: 8, extent: 4096, buffer: 64, simplify: 0, tiny: .keep)
    var all = 0
    for (x, y) in [(0, 0), (0, 7), (5, 3), (15, 9), (8, 15)] {
      let tile = try #require(TileID(z: 4, x: x, y: y))
      let expected = Self.text(chunk) { row in
        // Any part of the feature counts.
        let parts = firstPart(of: row.feature, chunk)..<endPart(of: row.feature, chunk)
        return parts.contains { isSeen(chunk.parts[$0].bounds, tile, plan) }
      }
      let read = reader.read(shelved, from: 1000, touching: PartWindow(tile, at: plan))
      #expect(Self.text(read) == expected)
      all += expected.count
    }
    #expect(all > 20)
  }

  /// The plain way to tell whether something may be in a tile.
  private func isSeen(_ bounds: WorldBounds, _ tile: TileID, _ plan: ZoomPlan) -> Bool {
    let margin = Double(plan.reach) / plan.scale
    let side = 1 / Double(1 << tile.z)
    let (north, west) = (Double(tile.y) * side - margin, Double(tile.x) * side - margin)
    let (south, east) = (north + side + 2 * margin, west + side + 2 * margin)
    if tile.y > 0 && bounds.maxY < north { return false }
    if tile.y + 1 < 1 << tile.z && bounds.minY > south { return false }
    return [-1.0, 0, 1].contains { bounds.maxX + $0 >= west && bounds.minX + $0 <= east }
  }

  private func firstPart(of feature: Int32, _ chunk: FlattenedChunk) -> Int {
    Int(chunk.rows.filter { $0.feature == feature }.map(\.parts.lowerBound).min() ?? 0)
  }

  private func endPart(of feature: Int32, _ chunk: FlattenedChunk) -> Int {
    Int(chunk.rows.filter { $0.feature == feature }.map(\.parts.upperBound).max() ?? 0)
  }

  @Test("the plan makes each tile once, and gives batches the order of an archive")
  func plan() throws {
    let folder = try TemporaryFolder()
    let space = ScratchSpace(directory: folder.url.path, budget: 0)
    var chunks = (1...3).map { Self.chunk(seed: $0, features: 1000, parts: 1...1) }
    for i in chunks.indices { try chunks[i].shelve(in: space) }
    let plans = (1...5).map {
      ZoomPlan(zoom: $0, maxZoom: 5, extent: 4096, buffer: 64, simplify: 0, tiny: .keep)
    }
    let plan = RegionPlan(
      chunks, plans: plans, below: .world, room: .init(features: 60, vertices: 1 << 20))
    var batches: [Int: (zoom: Int, cell: TileID)] = [:]
    for cell in plan.cells {
      let zooms = (1...5).filter { cell.makes($0) }
      #expect(zooms.count == cell.sequences.count)
      for (zoom, sequence) in zip(zooms, cell.sequences) {
        #expect(batches.updateValue((zoom, cell.tile), forKey: sequence) == nil)
      }
    }
    #expect(batches.count == plan.batchCount && plan.cells.contains { $0.isRegion })
    #expect(plan.cells.contains { !$0.isRegion })
    // The first tile of a cell in a zoom, and the first after the last.
    var last: (zoom: Int, end: UInt64) = (0, 0)
    for sequence in 0..<plan.batchCount {
      let batch = try #require(batches[sequence])
      let bits = UInt64(2 * (batch.zoom - batch.cell.z))
      let start = (batch.cell.hilbertID - TileID.firstHilbertID(z: batch.cell.z)) << bits
      #expect(batch.zoom > last.zoom || batch.zoom == last.zoom && start >= last.end)
      last = (batch.zoom, start + 1 << bits)
    }
  }
}
