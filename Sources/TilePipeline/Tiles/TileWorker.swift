import Compression
import MapMath
import TileArchive
import TileEncoding
import TileGeometry

/// Turns work units into encoded tiles. One for each task; owns all scratch memory.
struct TileWorker: ~Copyable {
  private let table: FeatureTable
  private let compress: Bool
  private var preparer = PartPreparer()
  private var spanPainter = SpanPainter()
  private var writer = TileWriter()
  private var encoder: VectorTileEncoder
  private var compressor: GzipCompressor
  private var slicer: TileSlicer
  private var encoded: [UInt8] = []
  private var filled = FilledTile()
  private let record: DrawingRecord
  /// The tiles to make; `nil`: all.
  private let dirty: DirtyTiles?
  /// Features that left something in the current unit.
  private var drawn: [Int32] = []

  /// A worker that encodes with `encoder` and `compressor`.
  init(
    _ table: FeatureTable, encoder: consuming VectorTileEncoder,
    compressor: consuming GzipCompressor, extent: Int64, buffer: Int64, compress: Bool,
    record: DrawingRecord, dirty: DirtyTiles? = nil
  ) {
    self.table = table
    self.record = record
    self.dirty = dirty
    self.compress = compress
    self.encoder = encoder
    self.compressor = compressor
    slicer = TileSlicer(extent: extent, buffer: buffer)
  }

  /// The last tile that polygons filled wholly, and its bytes in the batch: its like are not
  /// encoded again.
  private struct FilledTile {
    var owners: [UInt32] = []
    /// Whether the tile's buffer is cut at the map's northern, southern edge.
    var atNorth = false, atSouth = false
    var range = 0..<0
  }

  /// Makes the tiles of one unit.
  mutating func tiles(of unit: WorkUnit, at plan: ZoomPlan) throws -> TileBatch {
    var batch = TileBatch()
    batch.sequence = unit.sequence
    filled = FilledTile()
    slicer.levels[0].removeAll()
    drawn.removeAll(keepingCapacity: true)
    let area = slicer.area(of: unit.cell, atZoom: unit.zoom)
    for placement in unit.parts {
      let index = Int(placement.part)
      let shift = Int(placement.shift)
      let count = slicer.levels[0].pieces.count
      let row = table.rows[Int(table.parts[index].row)]
      if row.shape.isSpanned {
        appendSpanned(placement, row, at: plan, area)
      } else if let shared = placement.shared {
        shared.append(to: &slicer.levels[0]) { level in
          preparer.append(index, of: table, at: plan, shift: shift, to: &level)
        }
      } else {
        preparer.append(index, of: table, at: plan, shift: shift, to: &slicer.levels[0])
      }
      let feature = row.feature
      if slicer.levels[0].pieces.count > count && drawn.last != feature { drawn.append(feature) }
    }
    record.note(drawn: drawn, zoom: plan.zoom, faults: preparer.faults)
    preparer.faults.removeAll()
    // The slicer lends its levels while it runs, so it stands outside of self meanwhile.
    var slicer = TileSlicer(extent: slicer.extent, buffer: slicer.buffer)
    swap(&slicer, &self.slicer)
    defer { swap(&slicer, &self.slicer) }
    let areas = slicer
    let dirty = dirty
    try slicer.slice(
      unit.cell, toZoom: unit.zoom, where: { dirty?.touches($0, atZoom: plan.zoom) ?? true }
    ) { tile, levels, depth in
      try write(tile, levels, depth, area: areas.area(of: tile, atZoom: plan.zoom), plan, &batch)
    }
    return batch
  }

  /// Appends what touches `area` of a row that is drawn from the spans of a line.
  private mutating func appendSpanned(
    _ placement: WorkUnit.Placement, _ row: FeatureTable.Row, at plan: ZoomPlan, _ area: GridRect
  ) {
    let index = Int(placement.part)
    let line: SpannedLine?
    if let shared = placement.shared {
      line = shared.line { preparer.spannedLine(index, of: table, at: plan) }
    } else {
      line = preparer.spannedLine(index, of: table, at: plan)
    }
    guard let line else { return }
    let offset = Int64(placement.shift) * (plan.extent << Int64(plan.zoom))
    let job = SpanPainter.Job(
      owner: table.parts[index].row, row: row, at: plan, offset: offset)
    let inside = GridRect(
      minX: area.minX - offset, minY: area.minY, maxX: area.maxX - offset, maxY: area.maxY)
    line.line.forEachRun(touching: inside) { first, last in
      switch row.shape {
      case .textures:
        spanPainter.appendTextures(
          of: line, table.spanPaints, from: first, to: last, job, to: &slicer.levels[0])
      case .sprites:
        spanPainter.appendSprites(
          of: line, table.spanPaints, from: first, to: last, job, to: &slicer.levels[0])
      default:
        spanPainter.appendStroke(
          of: line, table.spanPaints, from: first, to: last, job, to: &slicer.levels[0])
      }
    }
  }

  private mutating func write(
    _ tile: TileID, _ levels: borrowing [SliceLevel], _ depth: Int, area: GridRect,
    _ plan: ZoomPlan, _ batch: inout TileBatch
  ) throws {
    let isFilled = levels[depth].pieces.allSatisfy { $0.kind == .cover }
    let atNorth = tile.y == 0
    let atSouth = tile.y + 1 == 1 << tile.z
    if isFilled && atNorth == filled.atNorth && atSouth == filled.atSouth
      && filled.owners.elementsEqual(levels[depth].pieces.lazy.map(\.owner))
    {
      batch.tiles.append(tile)
      batch.ranges.append(filled.range)
      return
    }
    try writer.write(tile, levels, depth, of: table, area: area, at: plan, &encoder)
    guard !writer.content.ids.isEmpty else { return }
    // Taken out of self while a span lends it.
    var encoded: [UInt8] = []
    swap(&encoded, &self.encoded)
    defer { swap(&encoded, &self.encoded) }
    try encoder.encode(writer.content, into: &encoded)
    let start = batch.bytes.count
    if compress {
      try compressor.compress(encoded.span, into: &batch.bytes)
    } else {
      batch.bytes.append(contentsOf: encoded)
    }
    batch.tiles.append(tile)
    batch.ranges.append(start..<batch.bytes.count)
    if isFilled {
      filled.owners = levels[depth].pieces.map(\.owner)
      (filled.atNorth, filled.atSouth) = (atNorth, atSouth)
      filled.range = start..<batch.bytes.count
    }
  }
}
