#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Bytes at places of something that does not change: a file, or what an address answers.
package protocol RangeSource: Sendable {
  /// Replaces `bytes` with those of `range`; fewer where the end comes first.
  func read(_ range: Range<Int>, into bytes: inout [UInt8]) throws(TileSetError)
}

/// The bytes of the file or address `path`.
package func openRanges(_ path: String) throws(TileSetError) -> any RangeSource {
  WebRanges.isAddress(path) ? try WebRanges(path) : try FileRanges(path)
}

/// An open file, read from several threads at once.
final class FileRanges: RangeSource {
  private let descriptor: CInt
  private let path: String

  /// Opens the file `path`.
  init(_ path: String) throws(TileSetError) {
    let number = repeatedCall { open(path, O_RDONLY | O_CLOEXEC) }
    guard number >= 0 else { throw .io(operation: "open", path: path, errno: errno) }
    (descriptor, self.path) = (number, path)
  }

  deinit { close(descriptor) }

  func read(_ range: Range<Int>, into bytes: inout [UInt8]) throws(TileSetError) {
    bytes.removeAll(keepingCapacity: true)
    // A damaged directory may name any length: no more is reserved than the file has.
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .io(operation: "read", path: path, errno: errno)
    }
    let end = min(range.upperBound, Int(status.st_size))
    while range.lowerBound + bytes.count < end {
      let start = range.lowerBound + bytes.count
      var (count, failure) = (0, Int32(0))
      bytes.append(addingCapacity: end - start) { span in
        span.withUnsafeMutableBufferPointer { room, initialized in
          count = repeatedCall { pread(descriptor, room.baseAddress, end - start, off_t(start)) }
          failure = errno
          initialized = max(count, 0)
        }
      }
      guard count >= 0 else { throw .io(operation: "read", path: path, errno: failure) }
      if count == 0 { return }
    }
  }

  /// Whether `other` has the same bytes.
  func hasSameBytes(as other: FileRanges) throws(TileSetError) -> Bool {
    let block = 1 << 20
    var (ours, theirs) = ([UInt8](), [UInt8]())
    var place = 0
    repeat {
      try read(place..<place + block, into: &ours)
      try other.read(place..<place + block, into: &theirs)
      guard ours == theirs else { return false }
      place += block
    } while !ours.isEmpty
    return true
  }
}
