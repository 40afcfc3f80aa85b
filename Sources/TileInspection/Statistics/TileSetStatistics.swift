internal import MapMath
internal import Synchronization
public import TileArchive

/// Counts what is in a tile set, by zoom, layer and attribute.
public struct TileSetStatistics: Sendable {
  private let reader: any TileSetReader
  private let selection: TileSelection
  private let threads: Int
  private let biggest: Int

  /// Prepares a count of the tiles of `selection` by `threads` workers; `biggest` tiles are named.
  public init(
    _ reader: any TileSetReader, selection: TileSelection = .init(), threads: Int = 1,
    biggest: Int = 10
  ) {
    (self.reader, self.selection) = (reader, selection)
    (self.threads, self.biggest) = (threads, biggest)
  }

  /// Counts. The report is the same for any number of workers.
  ///
  /// - Throws: ``TileSetError`` when the container cannot be read.
  public func run() async throws(TileSetError) -> StatsReport {
    let memory = FigureMemory()
    let walk = TileSetWalk(reader, selection: selection, threads: threads)
    let workers = try await walk.run { [biggest] in
      StatsWorker(memory: memory, biggest: biggest)
    }
    var report = StatsReport()
    for worker in workers { report.add(worker.report, biggest: biggest) }
    return report
  }
}

/// What one content holds.
private final class ContentFigures: Sendable {
  let figures: StatsReport.Figures
  let storedBytes: Int
  let layers: [String: StatsReport.Figures]
  let attributes: [String: [String: StatsReport.Attribute]]
  let isReadable: Bool

  init(
    figures: StatsReport.Figures, storedBytes: Int, layers: [String: StatsReport.Figures],
    attributes: [String: [String: StatsReport.Attribute]], isReadable: Bool
  ) {
    (self.figures, self.storedBytes, self.layers) = (figures, storedBytes, layers)
    (self.attributes, self.isReadable) = (attributes, isReadable)
  }
}

/// Contents that were counted; see ``ContentMemory``.
private final class FigureMemory: Sendable {
  private static let capacity = 1 << 15
  private let known = Mutex<[ContentKey: ContentFigures]>([:])

  func figures(of content: ContentKey) -> ContentFigures? { known.withLock { $0[content] } }

  func keep(_ figures: ContentFigures, for content: ContentKey) -> Bool {
    known.withLock { known in
      if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
      return known.updateValue(figures, forKey: content) == nil
    }
  }
}

private struct StatsWorker: TileVisitor {
  private let memory: FigureMemory
  private let biggest: Int
  private(set) var report = StatsReport()
  private var inspector = TileInspector()
  private var expander = TileExpander()
  private var findings = TileFindings(limit: 0)

  init(memory: FigureMemory, biggest: Int) { (self.memory, self.biggest) = (memory, biggest) }

  mutating func knows(_ run: TileRun, _ tiles: [TileID]) -> Bool {
    guard let figures = memory.figures(of: run.content) else { return false }
    take(figures, tiles)
    return true
  }

  mutating func visit(_ run: TileRun, _ tiles: [TileID], stored: [UInt8]) {
    findings.removeAll()
    var figures = StatsReport.Figures()
    figures.tiles = 1
    var layers: [String: StatsReport.Figures] = [:]
    var attributes: [String: [String: StatsReport.Attribute]] = [:]
    var isReadable = expander.expand(stored, findings: &findings)
    if isReadable {
      let bytes = expander.bytes
      figures.rawBytes = bytes.count
      _ = inspector.scan(bytes.span, findings: &findings) { layer, bytes in
        let own = Self.figures(of: layer)
        layers[layer.name, default: .init()].add(own)
        Self.add(layer, bytes, to: &attributes[layer.name, default: [:]])
        figures.features += own.features
        figures.points += own.points
        figures.lines += own.lines
        figures.polygons += own.polygons
        figures.vertices += own.vertices
      }
      isReadable = findings.counts[.wireBroken] == nil
    }
    let content = ContentFigures(
      figures: figures, storedBytes: stored.count, layers: layers, attributes: attributes,
      isReadable: isReadable)
    if memory.keep(content, for: run.content) {
      report.contents += 1
      report.contentStoredBytes += stored.count
      report.contentRawBytes += figures.rawBytes
    }
    take(content, tiles)
  }

  private mutating func take(_ content: ContentFigures, _ tiles: [TileID]) {
    guard let first = tiles.first else { return }
    var zoom = StatsReport.Zoom()
    zoom.figures.add(content.figures, times: tiles.count)
    zoom.raw.add(content.figures.rawBytes, times: tiles.count)
    zoom.stored.add(content.storedBytes, times: tiles.count)
    for (name, figures) in content.layers {
      zoom.layers[name, default: .init()].add(figures, times: tiles.count)
    }
    report.zooms[first.z, default: .init()].add(zoom)
    for (layer, attributes) in content.attributes {
      for (name, attribute) in attributes {
        report.attributes[layer, default: [:]][name, default: .init()]
          .add(attribute, times: tiles.count)
      }
    }
    if !content.isReadable { report.addUnreadable(first, count: tiles.count) }
    for tile in tiles {
      report.addBig(
        .init(
          tile: tile, storedBytes: content.storedBytes, rawBytes: content.figures.rawBytes,
          features: content.figures.features), limit: biggest)
    }
  }

  private static func figures(of layer: ScannedLayer) -> StatsReport.Figures {
    var figures = StatsReport.Figures()
    figures.tiles = 1
    figures.features = layer.kinds.count
    for kind in layer.kinds {
      switch kind {
      case .point: figures.points += 1
      case .line: figures.lines += 1
      case .polygon: figures.polygons += 1
      case .unknown, .missing: break
      }
    }
    figures.vertices = layer.x.count
    figures.rawBytes = layer.length
    return figures
  }

  private static func add(
    _ layer: ScannedLayer, _ bytes: Span<UInt8>,
    to attributes: inout [String: StatsReport.Attribute]
  ) {
    var pairs: [Int] = []
    let values = layer.values.count
    var counts = [Int](repeating: 0, count: layer.keys.count)
    for feature in layer.kinds.indices {
      let tags = layer.tags(of: feature)
      for i in stride(from: tags.lowerBound, to: tags.upperBound - 1, by: 2) {
        let (key, value) = (layer.tags[i], layer.tags[i + 1])
        guard key < counts.count, value < values else { continue }
        counts[key] += 1
        pairs.append(key * values + value)
      }
    }
    pairs.sort()
    for (key, count) in counts.enumerated() where count > 0 {
      attributes[String(copying: bytes, layer.keys[key]), default: .init()].count += count
    }
    for (i, pair) in pairs.enumerated() where i == 0 || pairs[i - 1] != pair {
      guard let kind = layer.values[pair % values].kind,
        let value = AttributeValue(bytes, layer.values[pair % values])
      else { continue }
      attributes[String(copying: bytes, layer.keys[pair / values]), default: .init()]
        .add(value, kind)
    }
  }
}

extension AttributeValue {
  /// Reads a value of a tile.
  init?(_ bytes: Span<UInt8>, _ value: ScannedLayer.Value) {
    func bits(_ count: Int) -> UInt64 {
      value.payload.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
    }
    switch value.kind {
    case .string?: self = .text(String(copying: bytes, value.payload))
    case .float?: self = .number(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits(4)))))
    case .double?: self = .number(Double(bitPattern: bits(8)))
    case .int?, .uint?, .sint?, .bool?:
      var reader = WireReader(value.payload)
      guard let raw = try? reader.varint(bytes) else { return nil }
      switch value.kind {
      case .int?: self = .number(Double(Int64(bitPattern: raw)))
      case .sint?: self = .number(Double(Int64(bitPattern: raw >> 1) ^ -Int64(raw & 1)))
      case .bool?: self = .boolean(raw != 0)
      default: self = .number(Double(raw))
      }
    case nil: return nil
    }
  }
}

extension StatsReport.Zoom {
  mutating func add(_ other: Self) {
    figures.add(other.figures)
    raw.add(other.raw)
    stored.add(other.stored)
    for (name, figures) in other.layers { layers[name, default: .init()].add(figures) }
  }
}

extension StatsReport {
  mutating func addUnreadable(_ tile: TileID, count: Int) {
    unreadable += count
    if let first = firstUnreadable, (first.z, first.x, first.y) <= (tile.z, tile.x, tile.y) {
      return
    }
    firstUnreadable = tile
  }

  mutating func addBig(_ tile: Tile, limit: Int) {
    if biggest.count >= limit, let last = biggest.last, !(tile.isBigger(than: last)) { return }
    let place = biggest.firstIndex { tile.isBigger(than: $0) } ?? biggest.count
    biggest.insert(tile, at: place)
    if biggest.count > limit { biggest.removeLast() }
  }

  mutating func add(_ other: StatsReport, biggest limit: Int) {
    for (z, zoom) in other.zooms { zooms[z, default: .init()].add(zoom) }
    for (layer, entries) in other.attributes {
      for (name, attribute) in entries {
        attributes[layer, default: [:]][name, default: .init()].add(attribute)
      }
    }
    for tile in other.biggest { addBig(tile, limit: limit) }
    contents += other.contents
    contentStoredBytes += other.contentStoredBytes
    contentRawBytes += other.contentRawBytes
    if let tile = other.firstUnreadable { addUnreadable(tile, count: other.unreadable) }
  }
}

extension StatsReport.Tile {
  /// By stored bytes; of equal ones, the lower address.
  func isBigger(than other: Self) -> Bool {
    (storedBytes, rawBytes, -tile.z, -tile.x, -tile.y)
      > (other.storedBytes, other.rawBytes, -other.tile.z, -other.tile.x, -other.tile.y)
  }
}
