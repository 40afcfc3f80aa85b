internal import CTileCodec

/// A reusable gzip decompressor, owned by one worker.
///
/// Takes any input: what is broken or hostile ends in an error. The memory used stays below both
/// the limit given and some thousand times the input, the most that the format can expand.
///
/// - SeeAlso: RFC 1951, RFC 1952.
@safe
public struct GzipDecompressor: ~Copyable {
  private let stream: OpaquePointer

  /// Creates a decompressor.
  ///
  /// - Throws: ``GzipError/outOfMemory``.
  public init() throws(GzipError) {
    guard let stream = unsafe ctc_inflater_create() else { throw .outOfMemory }
    unsafe self.stream = stream
  }

  deinit { unsafe ctc_inflater_destroy(stream) }

  /// Whether `input` starts like gzip data.
  public static func isGzip(_ input: Span<UInt8>) -> Bool {
    input.count >= 2 && input[0] == 0x1f && input[1] == 0x8b
  }

  /// Appends the expanded form of `input` to `output`: all its members, one after the other.
  ///
  /// - Parameters:
  ///   - input: One or more gzip members. Zero bytes after the last, which tape and disk blocks
  ///     leave, are passed over.
  ///   - limit: The most bytes to append.
  ///   - output: Receives the bytes; as before when an error is thrown.
  /// - Throws: ``GzipError/damaged(member:)`` or ``GzipError/tooLarge(limit:)``.
  public mutating func expand(
    _ input: Span<UInt8>, limit: Int, into output: inout [UInt8]
  ) throws(GzipError) {
    let start = output.count
    var offset = 0
    do {
      repeat {
        let left = limit - (output.count - start)
        offset += try member(input, at: offset, limit: left, into: &output)
      } while offset < input.count && !isPadding(input, from: offset)
    } catch {
      output.removeSubrange(start...)
      if case .tooLarge = error { throw .tooLarge(limit: limit) }
      throw error
    }
  }

  /// Expands the member at `offset` and returns its length.
  private mutating func member(
    _ input: Span<UInt8>, at offset: Int, limit: Int, into output: inout [UInt8]
  ) throws(GzipError) -> Int {
    let stream = unsafe stream
    let rest = input.extracting(offset..<input.count)
    let most = min(max(limit, 0), Self.largestExpansion(of: rest.count))
    var room = min(Self.statedSize(rest), most)
    while true {
      var consumed = 0
      var result: Int64 = 0
      output.append(addingCapacity: room) { span in
        unsafe span.withUnsafeMutableBufferPointer { target, initialized in
          // The array may have more room than asked for; the limit holds all the same.
          let capacity = min(target.count, room)
          result = unsafe rest.withUnsafeBufferPointer { source in
            unsafe ctc_inflater_run(
              stream, source.baseAddress, source.count, target.baseAddress, capacity, &consumed)
          }
          initialized = Int(max(result, 0))
        }
      }
      switch result {
      case 0...: return consumed
      case Int64(CTC_SHORT_BUFFER) where room < most:
        room = room > most / 2 ? most : max(room * 2, 1024)
        room = min(room, most)
      case Int64(CTC_SHORT_BUFFER) where most < Self.largestExpansion(of: rest.count):
        throw .tooLarge(limit: limit)
      default: throw .damaged(member: offset)
      }
    }
  }

  /// A bound for what `count` bytes expand to: two bits of deflate give 258 bytes at most.
  private static func largestExpansion(of count: Int) -> Int {
    let (product, overflow) = count.multipliedReportingOverflow(by: 1032)
    return overflow ? .max : product
  }

  /// The size that the last four bytes state, right for a single member below 4 GiB.
  private static func statedSize(_ input: Span<UInt8>) -> Int {
    guard input.count >= 4 else { return 0 }
    return (1...4).reduce(0) { $0 << 8 | Int(input[input.count - $1]) }
  }

  private func isPadding(_ input: Span<UInt8>, from offset: Int) -> Bool {
    for i in offset..<input.count where input[i] != 0 { return false }
    return true
  }
}

/// The expanded form of gzip data; see ``GzipDecompressor``, which serves repeated use better.
///
/// - Parameters:
///   - input: One or more gzip members.
///   - limit: The most bytes to return.
/// - Throws: ``GzipError``.
public func gunzip(_ input: Span<UInt8>, limit: Int) throws(GzipError) -> [UInt8] {
  var decompressor = try GzipDecompressor()
  var output: [UInt8] = []
  try decompressor.expand(input, limit: limit, into: &output)
  return output
}
