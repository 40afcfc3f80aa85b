import MapMath
import OverlayModel
import TileArchive
import TileEncoding
import TileGeometry

extension OverlayLedger {
  /// Boxes that are kept for one overlay; with more, one holds all.
  private static let mostBoxes = 16
  /// Boxes into which one line is divided.
  private static let lineBoxes = 8

  /// The ledger of numbered overlays, without what only tiling shows.
  ///
  /// - Returns: The ledger, and for each of its entries the build's number of the overlay.
  static func make(
    _ numbered: FeatureTableBuilder.Result, plans: [ZoomPlan], options: BuildOptions
  ) -> (ledger: OverlayLedger, features: [Int32]) {
    var ledger = OverlayLedger()
    ledger.settings = settings(plans, options)
    ledger.layers = numbered.survey.layers.map(\.name)
    let contents = AttributeFingerprints(numbered)
    var entries = [Entry?](repeating: nil, count: numbered.table.places.count)
    var row = UInt32.max
    var buffer: [UInt64] = []
    for number in numbered.table.partsInDrawingOrder {
      let part = numbered.table.parts[Int(number)]
      let owner = numbered.table.rows[Int(part.row)]
      var entry = entries[Int(owner.feature)] ?? Entry(row: owner)
      if part.row != row {
        row = part.row
        contents.mix(owner, into: &entry.fingerprint, numbered.table)
        entry.minZoom = min(entry.minZoom, owner.minZoom)
        entry.maxZoom = max(entry.maxZoom, owner.maxZoom)
      }
      mix(part, numbered.table, contents, &buffer, into: &entry.fingerprint)
      addBoxes(of: part, owner, numbered.table, &buffer, to: &entry.boxes)
      entries[Int(owner.feature)] = entry
    }
    var features: [Int32] = []
    for (feature, entry) in entries.enumerated() {
      guard let entry else { continue }
      features.append(Int32(feature))
      ledger.entries.append(entry)
    }
    return (ledger, features)
  }

  /// Adds what tiling showed of the overlays with these numbers, and of tiles.
  mutating func complete(
    _ features: [Int32], _ outcomes: [DrawingRecord.Carried], _ tiles: [TileNote]
  ) {
    self.tiles = tiles
    for (entry, feature) in features.enumerated() {
      entries[entry].drawn = outcomes[Int(feature)].drawn
      entries[entry].causes = outcomes[Int(feature)].causes
    }
  }

  /// What every tile depends on beside the overlays in it.
  private static func settings(_ plans: [ZoomPlan], _ options: BuildOptions) -> Fingerprint {
    var settings = Fingerprint()
    settings.mix(TileJSON.generator)
    settings.mix(options.minZoom)
    settings.mix(options.maxZoom)
    settings.mix(options.extent)
    settings.mix(plans.first?.buffer ?? 0)
    settings.mix(options.simplify)
    settings.mix(options.tiny.rawValue)
    settings.mix(options.compress)
    settings.mix(options.limits.bytes ?? -1)
    settings.mix(options.limits.features ?? -1)
    settings.mix(options.coalesce)
    settings.mix(options.cell.hilbertID)
    return settings
  }

  private static func mix(
    _ part: FeatureTable.Part, _ table: FeatureTable, _ contents: AttributeFingerprints,
    _ buffer: inout [UInt64], into fingerprint: inout Fingerprint
  ) {
    fingerprint.mix(part.spansWorld)
    fingerprint.mix(part.isLargest)
    fingerprint.mix(part.isEnclosed)
    fingerprint.mix(part.hasNeighbours)
    fingerprint.mix(part.paths.count)
    let block = table.blocks[Int(part.block)]
    if part.paths.isEmpty {
      fingerprint.mix(part.bounds.minX)
      fingerprint.mix(part.bounds.minY)
    }
    for path in part.paths {
      block.withPath(path, buffer: &buffer) { x, y, importance in
        fingerprint.mix(x.count)
        for i in x.indices {
          fingerprint.mix(x[i])
          fingerprint.mix(y[i])
          fingerprint.mix(importance[i].bitPattern)
        }
      }
    }
    guard part.track >= 0 else { return }
    let track = block.tracks[Int(part.track)]
    for place in track.vertices { fingerprint.mix(place) }
    fingerprint.mix(track.borders.count)
    for border in track.borders { fingerprint.mix(border) }
    for style in track.styles { fingerprint.mix(contents.spanPaints[Int(style)]) }
  }

  private static func addBoxes(
    of part: FeatureTable.Part, _ row: FeatureTable.Row, _ table: FeatureTable,
    _ buffer: inout [UInt64], to boxes: inout [WorldBounds]
  ) {
    func add(_ box: WorldBounds) {
      if boxes.contains(where: { $0.contains(box) }) { return }
      boxes.append(box)
      guard boxes.count > mostBoxes else { return }
      var whole = WorldBounds()
      for box in boxes { whole.grow(box) }
      boxes = [whole]
    }
    guard row.shape == .lines || row.shape == .spans, part.weight > 2 else {
      return add(part.bounds)
    }
    let block = table.blocks[Int(part.block)]
    for path in part.paths {
      block.withPath(path, buffer: &buffer) { x, y, _ in
        let step = max(1, x.count / lineBoxes)
        var first = 0
        while first + 1 < x.count {
          let last = min(first + step, x.count - 1)
          var box = WorldBounds()
          for i in first...last { box.grow(x[i], y[i]) }
          add(box)
          first = last
        }
      }
    }
  }
}

extension OverlayLedger.Entry {
  fileprivate init(row: FeatureTable.Row) {
    self.init(
      fingerprint: Fingerprint(), minZoom: row.minZoom, maxZoom: row.maxZoom, boxes: [])
  }
}

/// Fingerprints of attributes and paints, which are numbered anew by every build.
private struct AttributeFingerprints {
  private let keys: [Fingerprint]
  private let values: [Fingerprint]
  private let layers: [Fingerprint]
  /// Of the paints of spans, and of the names under which they stand in tiles.
  let spanPaints: [Fingerprint]

  init(_ numbered: FeatureTableBuilder.Result) {
    let attributes = numbered.attributes
    let keys = Self.fingerprints(attributes.keyBytes, attributes.keyEnds)
    let values = Self.fingerprints(attributes.valueBytes, attributes.valueEnds)
    (self.keys, self.values) = (keys, values)
    layers = numbered.survey.layers.map { layer in
      var fingerprint = Fingerprint()
      fingerprint.mix(layer.name)
      return fingerprint
    }
    let tags = numbered.table.pieceTags
    func mix(_ detail: UInt32, _ fingerprint: inout Fingerprint) {
      guard let number = PieceColor.number(detail) else { return fingerprint.mix(detail) }
      if let value = tags.colors[number] { fingerprint.mix(values[Int(value)]) }
    }
    spanPaints = numbered.table.spanPaints.map { paint in
      var fingerprint = Fingerprint()
      for key in [tags.colorKey, tags.imageKey, tags.rotKey] { fingerprint.mix(keys[Int(key)]) }
      for color in [paint.from, paint.to] {
        for i in 0..<4 { fingerprint.mix(color.channels[i]) }
      }
      mix(paint.fromDetail, &fingerprint)
      mix(paint.toDetail, &fingerprint)
      for image in [paint.texture, paint.sprite] {
        fingerprint.mix(image >= 0)
        if image >= 0 { fingerprint.mix(values[Int(tags.images[Int(image)])]) }
      }
      return fingerprint
    }
  }

  private static func fingerprints(_ bytes: [UInt8], _ ends: [Int]) -> [Fingerprint] {
    var start = 0
    return ends.map { end in
      defer { start = end }
      var fingerprint = Fingerprint()
      fingerprint.mix(bytes[start..<end])
      return fingerprint
    }
  }

  func mix(_ row: FeatureTable.Row, into fingerprint: inout Fingerprint, _ table: FeatureTable) {
    fingerprint.mix(layers[Int(row.layer)])
    fingerprint.mix(row.shape.rawValue)
    fingerprint.mix(row.hasID)
    fingerprint.mix(row.id)
    fingerprint.mix(row.minZoom)
    fingerprint.mix(row.maxZoom)
    fingerprint.mix(table.drawnFrom.isEmpty ? 0 : table.drawnFrom[Int(row.feature)])
    fingerprint.mix(row.exact)
    fingerprint.mix(row.strokeWidth.bitPattern)
    for range in [row.tags, row.paint >= 0 ? table.paints[Int(row.paint)] : 0..<0] {
      fingerprint.mix(range.count)
      for tag in table.tags(range) {
        fingerprint.mix(keys[Int(tag.key)])
        if let integer = AttributePool.integer(tag.value) {
          fingerprint.mix(Int64(integer))
        } else {
          fingerprint.mix(values[Int(tag.value)])
        }
      }
    }
  }
}
