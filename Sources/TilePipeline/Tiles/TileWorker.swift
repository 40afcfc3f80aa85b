import CMemory
import MapMath
import TileArchive
import TileEncoding
import TileGeometry

/// Turns work units into encoded tiles. One for each task; owns all scratch memory.
struct TileWorker: ~Copyable {
  private var table: FeatureTable
  private let compress: Bool
  private var preparer = UnitPreparer()
  private var writer = TileWriter()
  private var encoder: VectorTileEncoder
  private var compressor: TileCompressor
  private var slicer: TileSlicer
  private var filled = FilledTile()
  private let record: DrawingRecord
  /// The tiles to make; `nil`: all.
  private let dirty: DirtyTiles?
  private let limits: TileLimits
  /// Set where tiles are made only to find the overlays to leave out.
  private let choice: DropStage.Choice?
  /// What is to be remembered of the unit's tiles.
  private var notes: [TileNote] = []
  /// Overlays in the tiles of the current unit, some of them more than once.
  private var drawn: [Int32] = []
  /// Vertices for which memory is kept from unit to unit; only the tiles of the first zooms can have
  /// more.
  private static let mostVertices = 2 << 20

  /// A worker that encodes with `encoder` and `compressor`.
  init(
    _ table: FeatureTable, encoder: consuming VectorTileEncoder,
    compressor: consuming TileCompressor, extent: Int64, buffer: Int64, compress: Bool,
    record: DrawingRecord, dirty: DirtyTiles? = nil, limits: TileLimits = TileLimits(),
    choice: DropStage.Choice? = nil
  ) {
    self.table = table
    self.record = record
    self.dirty = dirty
    self.limits = limits
    self.choice = choice
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
    var note: TileNote?
  }

  /// Makes the tiles of one unit.
  mutating func tiles(of unit: WorkUnit, at plan: ZoomPlan) throws -> TileBatch {
    var batch = TileBatch()
    batch.sequence = unit.sequence
    filled = FilledTile()
    try slice(unit, at: plan) { worker, tile, levels, depth, area in
      try worker.write(tile, levels, depth, area: area, plan, &batch)
    }
    record.note(drawn: drawn, zoom: plan.zoom, faults: preparer.parts.faults)
    record.note(notes)
    drawn.removeAll(keepingCapacity: true)
    preparer.parts.faults.removeAll()
    notes.removeAll(keepingCapacity: true)
    return batch
  }

  /// Prepares the parts of a unit, and calls `emit` with what lies in each of its tiles.
  private mutating func slice(
    _ unit: WorkUnit, at plan: ZoomPlan,
    _ emit: (
      inout TileWorker, TileID, borrowing [SliceLevel], _ depth: Int, _ area: GridRect
    ) throws -> Void
  ) throws {
    preparer.prepare(
      unit, of: table, at: plan, area: slicer.areas.area(of: unit.cell, atZoom: unit.zoom),
      into: &slicer.levels[0])
    // The slicer lends its levels while it runs, so it stands outside of self meanwhile.
    let areas = slicer.areas
    var slicer = TileSlicer(extent: areas.extent, buffer: areas.buffer)
    swap(&slicer, &self.slicer)
    defer { swap(&slicer, &self.slicer) }
    let dirty = dirty
    try slicer.slice(
      unit.cell, toZoom: unit.zoom, where: { dirty?.touches($0, atZoom: plan.zoom) ?? true }
    ) { tile, levels, depth in
      try emit(&self, tile, levels, depth, areas.area(of: tile, atZoom: plan.zoom))
    }
    slicer.levels[0].shrink(to: Self.mostVertices)
  }

  /// Begins a tile whose overlays come slice by slice, in drawing order.
  mutating func begin() { writer.begin(&encoder) }

  /// Adds overlays to the tile that was begun.
  ///
  /// - Parameters:
  ///   - slice: Some overlays in drawing order, none of them in a slice before.
  ///   - strings: What keys and values are, also those of the slices before.
  mutating func append(
    _ slice: FeatureTable, _ strings: AttributeStrings, to tile: TileID, at plan: ZoomPlan
  ) throws {
    table = slice
    encoder.extendTable { strings.append(to: &$0) }
    let unit = WorkUnit(
      sequence: 0, zoom: tile.z, cell: tile,
      runs: PartWindow(tile, at: plan).runs(of: slice, atZoom: tile.z))
    try self.slice(unit, at: plan) { worker, tile, levels, depth, area in
      try worker.writer.append(
        tile, levels, depth, of: worker.table, area: area, at: plan, &worker.encoder)
    }
    record.note(drawn: writer.takeFeatures(), zoom: plan.zoom, faults: preparer.parts.faults)
    preparer.parts.faults.removeAll()
  }

  /// Completes the tile that was begun; the batch is empty where it has nothing.
  mutating func finish(_ tile: TileID) throws -> TileBatch {
    var batch = TileBatch()
    try writer.finish(&encoder)
    guard writer.counts.features > 0 else { return batch }
    try store(&encoder, &compressor, writer.counts, compress, in: &batch.bytes)
    batch.tiles = [tile]
    batch.ranges = [batch.bytes.indices]
    if let note = note(tile, bytes: batch.bytes.count) { record.note([note]) }
    return batch
  }

  /// Prepares a part for the units that need it.
  mutating func prepare(_ shared: WorkUnit.SharedPart, at plan: ZoomPlan) {
    let part = table.parts[shared.part]
    shared.prepared.made { level in
      preparer.parts.append(
        part, table.rows[Int(part.row)], of: table, at: plan, shift: Int(shared.shift), to: &level)
    }
    record.note(drawn: [], zoom: plan.zoom, faults: preparer.parts.faults)
    preparer.parts.faults.removeAll()
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
      if var note = filled.note {
        note.tile = tile
        notes.append(note)
      }
      return
    }
    if let choice {
      return try nameSmallest(tile, levels, depth, area: area, plan, to: choice)
    }
    try writer.write(tile, levels, depth, of: table, area: area, at: plan, &encoder)
    guard writer.counts.features > 0 else { return }
    for feature in writer.features where drawn.last != feature { drawn.append(feature) }
    let start = batch.bytes.count
    try store(&encoder, &compressor, writer.counts, compress, in: &batch.bytes)
    batch.tiles.append(tile)
    batch.ranges.append(start..<batch.bytes.count)
    let note = note(tile, bytes: batch.bytes.count - start)
    if let note { notes.append(note) }
    if isFilled {
      filled.owners = levels[depth].pieces.map(\.owner)
      (filled.atNorth, filled.atSouth) = (atNorth, atSouth)
      filled.range = start..<batch.bytes.count
      filled.note = note
    }
  }

  /// Has the smallest overlays of a tile named, as many as it takes to bring the tile within the
  /// limits; the largest is never named.
  private mutating func nameSmallest(
    _ tile: TileID, _ levels: borrowing [SliceLevel], _ depth: Int, area: GridRect,
    _ plan: ZoomPlan, to choice: DropStage.Choice
  ) throws {
    try writer.write(tile, levels, depth, of: table, area: area, at: plan, &encoder)
    guard try isOverLimits() else { return }
    let features = Set(writer.features).sorted(by: choice.sizes.precedes)
    // The fewest that must go.
    var (low, high) = (1, min(features.count - 1, features.count(where: choice.sizes.mayGo)))
    guard low <= high else { return }
    defer { writer.leftOut = [] }
    while low < high {
      let middle = (low + high) / 2
      writer.leftOut = Set(features.prefix(middle))
      try writer.write(tile, levels, depth, of: table, area: area, at: plan, &encoder)
      if try isOverLimits() { low = middle + 1 } else { high = middle }
    }
    choice.name(features.prefix(low))
  }

  /// Whether the tile that was written last is over a limit.
  private mutating func isOverLimits() throws -> Bool {
    let features = writer.counts.features
    if limits.areExceeded(bytes: 0, features: features) { return true }
    guard let most = limits.bytes, features > 0 else { return false }
    // What cannot be compressed grows by a few bytes for each 64 kB.
    let length = try encoder.finish { $0.count }
    if length + length >> 12 + 64 <= most { return false }
    guard compress else { return length > most }
    var stored: [UInt8] = []
    try store(&encoder, &compressor, writer.counts, compress, in: &stored)
    return stored.count > most
  }

  /// What is to be remembered of the tile that was written last.
  private func note(_ tile: TileID, bytes: Int) -> TileNote? {
    let isOver = limits.areExceeded(bytes: bytes, features: writer.counts.features)
    guard isOver || writer.merged > 0 else { return nil }
    return TileNote(
      tile, bytes: bytes, writer.counts, withLayers: isOver, merged: writer.merged)
  }
}

/// Completes the tile that `encoder` was given, and appends it to `bytes` as it is stored.
private func store(
  _ encoder: inout VectorTileEncoder, _ compressor: inout TileCompressor, _ counts: TileCounts,
  _ compress: Bool, in bytes: inout [UInt8]
) throws {
  try encoder.finish { encoded in
    if compress {
      try compressor.compress(encoded, of: counts, into: &bytes)
    } else {
      encoded.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }
  }
}
