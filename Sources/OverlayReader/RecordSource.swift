internal import CJSONTape
public import OverlayModel

/// Cuts one input into chunks of whole records, in order.
///
/// Reads a GeoJSON document (the features of a collection are its records), one record per line,
/// RFC 8142 text sequences, or encoded paths, one a line; told apart by content; plain or gzip. Memory is bounded by a few
/// chunks, or by the largest record where that is more. Chunks may be parsed in any order, by
/// any number of ``ChunkParser``s.
///
/// - SeeAlso: RFC 7946 (GeoJSON), RFC 8142 (GeoJSON text sequences).
public struct RecordSource: ~Copyable {
  /// The largest record that is read, in bytes.
  public static let recordLimit = 1 << 30

  /// What the document says beside its features; complete when ``next()`` has returned `nil`.
  public private(set) var document = OverlayDocument()
  /// Bytes of the input read so far (of gzip: before inflating).
  public var bytesRead: Int { bytes.bytesRead }
  /// The input's size; `nil` for pipes.
  public var totalBytes: Int? { bytes.totalBytes }

  private var bytes: ByteInput
  private let input: Int
  private let chunkBytes: Int
  private var scanner = RecordScanner()
  private var documentReader: DocumentReader
  private var pending: [UInt8] = []
  private var position = TextPosition()
  private var isStarted = false
  private var isEnded = false
  private var chunks = 0
  private var records = 0
  private var foreignType: (line: Int, found: String)?

  /// Opens `path`; `-` is standard input.
  ///
  /// - Parameters:
  ///   - input: Index of the input in the build's list, for locations.
  ///   - chunkBytes: About how much text a chunk holds.
  public init(path: String, input: Int, chunkBytes: Int = 1 << 20) throws(ReaderError) {
    self.init(try ByteInput.opened(path), input: input, chunkBytes: chunkBytes)
  }

  /// Reads `bytes` as it would read a file that holds them.
  public init(bytes: [UInt8], input: Int, chunkBytes: Int = 1 << 20) throws(ReaderError) {
    self.init(try ByteInput.holding(bytes), input: input, chunkBytes: chunkBytes)
  }

  private init(_ bytes: consuming ByteInput, input: Int, chunkBytes: Int) {
    self.bytes = bytes
    self.input = input
    self.chunkBytes = max(chunkBytes, 16)
    documentReader = DocumentReader(input: input)
  }

  /// The next chunk, or `nil` when all have been delivered.
  ///
  /// Records before a fault are delivered first, so that the first fault of an input is the one
  /// with the lowest chunk index.
  public mutating func next() throws(ReaderError) -> RecordChunk? {
    do throws(ReaderError) {
      let chunk = try nextChunk()
      if chunk == nil, hasChanged { throw .changed }
      return chunk
    } catch {
      // What was read of a file in two states is of no use to find a fault.
      throw hasChanged ? .changed : error
    }
  }

  /// Whether the file has been written to or cut since it was opened.
  public var hasChanged: Bool { bytes.hasChanged }

  private mutating func nextChunk() throws(ReaderError) -> RecordChunk? {
    var wanted = max(chunkBytes, pending.count * 2)
    while !isEnded {
      var text = try fill(wanted)
      let count = text.count - cjt_padding
      let isLast = count < wanted
      let found = try scan(text, count, isLast: isLast)
      let start = position
      position = start.advanced(over: text.span.extracting(..<found.consumed))
      if found.consumed > 0 { pending = Array(text[found.consumed..<count]) }
      if let foreign = found.notGeoJSON {
        foreignType = (
          start.advanced(over: text.span.extracting(..<foreign.offset)).line, foreign.found
        )
      }
      try read(found, in: text, from: start)
      if isLast, found.consumed == count, !found.isStopped { isEnded = true }
      if !found.records.isEmpty {
        defer {
          chunks += 1
          records += found.records.count
        }
        return RecordChunk(
          input: input, index: chunks, firstRecord: records, bytes: text, records: found.records,
          firstLine: start.line, firstColumn: start.column, isPathText: scanner.isPathText)
      }
      if found.consumed == 0, count >= Self.recordLimit {
        throw .recordTooLarge(line: position.line, limit: Self.recordLimit)
      }
      if found.consumed == 0 {
        // A record that does not fit. It may be much larger, and is scanned from its start again.
        text.removeLast(cjt_padding)
        pending = text
      }
      wanted = max(chunkBytes, pending.count * 4)
    }
    try finish()
    return nil
  }

  /// The pending text and more, `wanted` bytes in all where the input has as many; with padding.
  private mutating func fill(_ wanted: Int) throws(ReaderError) -> [UInt8] {
    var failure: ReaderError?
    var text = [UInt8](unsafeUninitializedCapacity: wanted + cjt_padding) { buffer, count in
      (_, count) = buffer.update(from: pending)
      do throws(ReaderError) {
        count += try bytes.read(into: UnsafeMutableBufferPointer(rebasing: buffer[count..<wanted]))
      } catch { failure = error }
      for i in count..<count + cjt_padding { buffer[i] = 0 }
      count += cjt_padding
    }
    if let failure { throw failure }
    if !isStarted {
      isStarted = true
      // One byte order mark at the start is no part of the text.
      if text.starts(with: [0xef, 0xbb, 0xbf]) {
        let isWhole = text.count == wanted + cjt_padding
        text.removeFirst(3)
        if isWhole {
          pending = Array(text.dropLast(cjt_padding))
          return try fill(wanted)
        }
      }
    }
    return text
  }

  private mutating func scan(
    _ text: [UInt8], _ count: Int, isLast: Bool
  ) throws(ReaderError) -> RecordScanner.Found {
    var fault: cjt_fault?
    var scanner = scanner
    let found = text.withUnsafeBufferPointer { whole -> RecordScanner.Found in
      do throws(RecordScanner.Fault) {
        return try scanner.scan(UnsafeBufferPointer(rebasing: whole[..<count]), isLast: isLast)
      } catch {
        fault = error.problem
        return RecordScanner.Found()
      }
    }
    self.scanner = scanner
    guard let fault else { return found }
    let place = position.advanced(over: text.span.extracting(..<fault.offset)).pair
    throw .malformed(
      line: place.line, column: place.column,
      problem: SyntaxProblem(fault, in: text.span.extracting(..<count)))
  }

  /// Reads the document's members among what was found.
  private mutating func read(
    _ found: RecordScanner.Found, in text: [UInt8], from start: TextPosition
  ) throws(ReaderError) {
    if let format = found.foreignFormat { throw .unsupportedFormat(format) }
    if let foreign = foreignType, found.notGeoJSON != nil, found.records.isEmpty {
      throw .notGeoJSON(line: foreign.line, found: foreign.found)
    }
    if records == 0, let first = found.records.first {
      documentReader.noteFirstRecord(
        line: start.advanced(over: text.span.extracting(..<first.lowerBound)).line)
    }
    for member in found.members {
      let line = start.advanced(over: text.span.extracting(..<member.value.lowerBound)).line
      try documentReader.read(
        member, of: text, line: line, isHeadRecord: found.isHeadRecord, into: &document)
    }
    try documentReader.refuseCRS(
      firstRecord: records == 0 ? found.records.first : nil, of: text)
  }

  private func finish() throws(ReaderError) {
    guard scanner.hasContent else { throw .emptyInput }
    if scanner.isCollection, !documentReader.isFeatureCollection {
      throw .notGeoJSON(line: 1, found: documentReader.typeFound ?? "no type")
    }
    if let foreignType, records == 1 {
      throw .notGeoJSON(line: foreignType.line, found: foreignType.found)
    }
    try documentReader.refuseCRSAtEnd()
  }
}
