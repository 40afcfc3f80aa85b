internal import CJSONTape
public import OverlayModel

/// Turns chunks into features; each worker owns one.
public struct ChunkParser: ~Copyable {
  private let options: ReaderOptions
  private var tape = Tape()
  private var looks: LookTable
  /// Positions of the last chunk: the next one has about as many.
  private var positions = 0
  /// Bytes of text of chunks after which memory is given back.
  private static let largeChunk = 16 << 20

  /// Creates a parser that can be used for the chunks of any input.
  public init(options: ReaderOptions = ReaderOptions()) {
    self.options = options
    looks = LookTable()
  }

  /// Parses all records of `chunk`.
  ///
  /// A feature that cannot be drawn is skipped and named in the batch's findings; text that is
  /// not JSON is thrown as ``ReaderError/malformed(line:column:problem:)``.
  public mutating func parse(_ chunk: RecordChunk) throws(ReaderError) -> FeatureBatch {
    var assembler = FeatureAssembler(options: options)
    assembler.batch.features.reserveCapacity(chunk.records.count)
    assembler.batch.longitudes.reserveCapacity(positions + positions / 8)
    assembler.batch.latitudes.reserveCapacity(positions + positions / 8)
    looks.removeAll()
    try chunk.bytes.withUnsafeBufferPointer { text throws(ReaderError) in
      var line = chunk.firstLine
      var lineOffset = 0
      for (index, range) in chunk.records.enumerated() {
        let record = UnsafeBufferPointer(rebasing: text[range])
        line += cjt_count_lines(
          text.baseAddress.map { $0 + lineOffset }, range.lowerBound - lineOffset)
        lineOffset = range.lowerBound
        assembler.location = SourceLocation(
          input: chunk.input, line: line, feature: chunk.firstRecord + index)
        if chunk.isPathText {
          assembler.add(path: record)
          continue
        }
        if let fault = try tape.parse(record, mode: .geoJSON) {
          let place = chunk.position(of: range.lowerBound + fault.offset)
          throw .malformed(
            line: place.line, column: place.column,
            problem: SyntaxProblem(fault, in: chunk.bytes.span.extracting(range)))
        }
        guard let root = tape.root else { throw .outOfMemory }
        assembler.record = record
        try assembler.add(root, of: tape, looks: &looks)
      }
    }
    positions = assembler.batch.longitudes.count
    // What one huge feature took is not kept for the next chunks.
    if chunk.bytes.count > Self.largeChunk {
      tape = Tape()
      positions = 0
    }
    assembler.batch.recordCount = chunk.records.count
    return assembler.batch
  }
}
