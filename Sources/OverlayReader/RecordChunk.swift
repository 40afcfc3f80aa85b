internal import CJSONTape

/// Whole records of one input, with their text: the unit of work of a ``ChunkParser``.
public struct RecordChunk: Sendable {
  /// Index of the input in the build's list.
  public let input: Int
  /// Place of the chunk in its input, from 0 without gaps.
  public let index: Int
  /// Index within the input of the first record.
  public let firstRecord: Int
  /// The text, and as many zero bytes after it as the parser may read beyond an end.
  let bytes: [UInt8]
  /// Where the records stand in `bytes`.
  let records: [Range<Int>]
  /// Line and column (in bytes) of `bytes[0]`, from 1.
  let firstLine: Int, firstColumn: Int
  /// Whether the records are paths as text and not JSON.
  let isPathText: Bool

  /// How many records it holds, at least one.
  public var recordCount: Int { records.count }

  /// The line and column of the byte at `offset`.
  func position(of offset: Int) -> (line: Int, column: Int) {
    TextPosition(line: firstLine, column: firstColumn).advanced(
      over: bytes.span.extracting(..<offset)
    )
    .pair
  }
}

/// A place in a text, both numbers from 1; columns count bytes.
struct TextPosition {
  var line = 1, column = 1

  var pair: (line: Int, column: Int) { (line, column) }

  /// The place behind `text`.
  func advanced(over text: Span<UInt8>) -> TextPosition {
    let lines = text.withUnsafeBufferPointer { cjt_count_lines($0.baseAddress, $0.count) }
    guard lines > 0 else { return TextPosition(line: line, column: column + text.count) }
    var lineStart = text.count
    while text[lineStart - 1] != UInt8(ascii: "\n") { lineStart -= 1 }
    return TextPosition(line: line + lines, column: 1 + text.count - lineStart)
  }
}
