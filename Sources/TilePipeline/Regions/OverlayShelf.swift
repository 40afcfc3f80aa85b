import MapMath
import TileEncoding

/// The overlays of a build that memory has no room for: they lie in a scratch space, and what
/// touches a stretch of the map is numbered when its tiles are made.
struct OverlayShelf: Sendable {
  /// All of them shelved, in input order.
  let chunks: [FlattenedChunk]
  /// The build's number of each chunk's first feature, and at the end how many there are.
  private let firsts: [Int32]
  let builder: FeatureTableBuilder
  let naming: OverlayNaming
  let scratch: ScratchSpace
  let extent: Int
  /// What style and metadata say of all of them.
  private(set) var survey: OverlaySurvey
  /// The zooms at which rows of each chunk are drawn, a bit each.
  private var shown: [UInt32] = []

  /// Shelves what of `chunks`, which stand in input order, is not shelved yet, and leaves none
  /// there; `nil`: that is not needed.
  init?(
    _ chunks: inout [FlattenedChunk], _ builder: FeatureTableBuilder, scratch: ScratchSpace,
    extent: Int, isNeeded: Bool
  ) throws(BuildError) {
    guard isNeeded else { return nil }
    for i in chunks.indices { try chunks[i].shelve(in: scratch) }
    var firsts: [Int32] = [0]
    for chunk in chunks { firsts.append((firsts.last ?? 0) + Int32(chunk.featureCount)) }
    naming = builder.naming(of: chunks)
    survey = OverlaySurvey(naming)
    (self.chunks, self.firsts, self.builder) = (chunks, firsts, builder)
    (self.scratch, self.extent) = (scratch, extent)
    chunks = []
    var reader = ShelfReader()
    for number in self.chunks.indices {
      let part = numbered(number, &reader)
      survey.join(part.survey)
      var zooms: UInt32 = 0
      for row in part.table.rows {
        for zoom in row.minZoom...row.maxZoom { zooms |= 1 << UInt32(zoom) }
      }
      shown.append(zooms)
    }
    try scratch.check()
  }

  /// Overlays in all.
  var featureCount: Int { Int(firsts.last ?? 0) }

  /// One chunk, numbered by itself.
  private func numbered(_ number: Int, _ reader: inout ShelfReader) -> FeatureTableBuilder.Result {
    var strings = AttributeStrings()
    var read = [reader.read(chunks[number], from: firsts[number], touching: nil)]
    return builder.number(&read, naming, &strings)
  }

  /// The overlays that touch a window, numbered and laid out by place.
  func numbered(
    touching window: PartWindow, _ reader: inout ShelfReader
  ) throws(BuildError) -> FeatureTableBuilder.Result {
    var read: [FlattenedChunk] = []
    for (chunk, first) in zip(chunks, firsts) {
      let found = reader.read(chunk, from: first, touching: window)
      if !found.rows.isEmpty { read.append(found) }
    }
    try scratch.check()
    var result = builder.build(&read, naming, extent: extent)
    result.table.scratch = scratch
    result.table.places = []
    return result
  }

  /// Calls `body` with the overlays that touch a window in tables of about `features` each, in
  /// drawing order; numbers of keys and values are those of `strings`.
  func forEachSlice(
    touching window: PartWindow, features: Int, vertices: Int, _ strings: inout AttributeStrings,
    _ body: (FeatureTable, AttributeStrings) throws -> Void
  ) throws {
    var reader = ShelfReader()
    for layer in naming.layers.list.indices {
      var read: [FlattenedChunk] = []
      var (count, weight) = (0, 0)
      for (number, chunk) in chunks.enumerated() {
        let kinds = naming.layers.kinds(ofInput: chunk.input, inLayer: layer)
        let found = reader.read(chunk, from: firsts[number], touching: window, kinds)
        try scratch.check()
        if !found.rows.isEmpty {
          count += found.features.count
          weight += found.parts.reduce(0) { $0 + Int($1.weight) }
          read.append(found)
        }
        let isLast = number + 1 == chunks.count
        guard count >= features || weight >= vertices || isLast && count > 0 else { continue }
        var table = builder.number(&read, naming, &strings).table
        table.scratch = scratch
        table.places = []
        table.tree = PartTree(table)
        try body(table, strings)
        read = []
        (count, weight) = (0, 0)
      }
    }
  }
}

extension OverlayShelf {
  /// What `record` says of all overlays: the findings, and those that left nothing.
  func complete(
    _ tally: inout TileStage.Tally, _ record: DrawingRecord, zooms: ClosedRange<Int>?
  ) throws(BuildError) {
    var reader = ShelfReader()
    var known: (chunk: Int, places: [FeatureTable.Place], numbers: [Int32]) = (-1, [], [])
    tally.findings = record.findings { feature in
      let chunk = (firsts.firstIndex { $0 > feature } ?? 1) - 1
      if known.chunk != chunk {
        let read = reader.read(chunks[chunk], from: firsts[chunk], touching: nil)
        var strings = AttributeStrings()
        var list = [read]
        known = (chunk, builder.number(&list, naming, &strings).table.places, read.numbers)
      }
      return known.numbers.firstIndex(of: feature).map { known.places[$0] }
    }
    for (chunk, first) in zip(chunks.indices, firsts) {
      guard let zooms else { break }
      let features = Int(first)..<Int(firsts[chunk + 1])
      if record.isDrawn(features, atZooms: shown[chunk]) { continue }
      let read = reader.read(chunks[chunk], from: first, touching: nil)
      var strings = AttributeStrings()
      var list = [read]
      let table = builder.number(&list, naming, &strings).table
      record.addHidden(
        of: table.rows, features, zooms: zooms, to: &tally.hidden,
        place: { number in
          read.numbers.firstIndex(of: number).map { table.places[$0] }
        })
    }
    try scratch.check()
  }
}
