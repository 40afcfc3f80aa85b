#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that grows at its end, through a buffer, and can be read back meanwhile.
struct GrowingFile: ~Copyable, Sendable {
  /// Bytes that are held back until a write is worth its while.
  static let bufferSize = 1 << 20

  private let descriptor: CInt
  private let path: String
  /// Where the first byte and where the buffered bytes belong.
  private var start: Int, flushed: Int
  private var buffer: [UInt8] = []

  /// Makes the file `name` in `folder`, its first byte to be written at `start`. Nothing of that
  /// name may stand there.
  init(
    _ name: String, in folder: borrowing Descriptor, start: Int = 0
  ) throws(ArchiveError) {
    let number = repeatedCall {
      openat(folder.number, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o666))
    }
    guard number >= 0 else { throw folder.failure("create", name) }
    (descriptor, path) = (number, folder.path + "/" + name)
    (self.start, flushed) = (start, start)
  }

  deinit { close(descriptor) }

  /// Where the next byte goes.
  var end: Int { flushed + buffer.count }

  /// Writes at the end.
  mutating func append(_ bytes: Span<UInt8>) throws(ArchiveError) {
    if buffer.count + bytes.count > Self.bufferSize { try flush() }
    if bytes.count >= Self.bufferSize {
      try write(bytes, at: flushed)
      flushed += bytes.count
    } else {
      if buffer.capacity == 0 { buffer.reserveCapacity(Self.bufferSize) }
      bytes.withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
    }
  }

  /// Hands what is held back to the system.
  mutating func flush() throws(ArchiveError) {
    guard !buffer.isEmpty else { return }
    try write(buffer.span, at: flushed)
    flushed += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes over what stands at `offset`, or beyond the end; not through the buffer.
  func write(_ bytes: Span<UInt8>, at offset: Int) throws(ArchiveError) {
    try bytes.bytes.withUnsafeBytes { (bytes) throws(ArchiveError) in
      var done = 0
      while done < bytes.count {
        let count = repeatedCall {
          pwrite(
            descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done,
            off_t(offset + done))
        }
        guard count > 0 else { throw .io(operation: "write", path: path, errno: errno) }
        done += count
      }
    }
  }

  /// Appends the bytes of `range`, which were written before, to `target`.
  func read(_ range: Range<Int>, into target: inout [UInt8]) throws(ArchiveError) {
    var place = range.lowerBound
    while place < min(range.upperBound, flushed) {
      var count = 0
      var failure: Int32 = 0
      let wanted = min(range.upperBound, flushed) - place
      target.append(addingCapacity: wanted) { span in
        span.withUnsafeMutableBufferPointer { room, initialized in
          count = repeatedCall { pread(descriptor, room.baseAddress, wanted, off_t(place)) }
          failure = errno
          initialized = max(count, 0)
        }
      }
      guard count > 0 else {
        throw .io(operation: "read", path: path, errno: count < 0 ? failure : EIO)
      }
      place += count
    }
    if place < range.upperBound {
      target.append(contentsOf: buffer[(place - flushed)..<(range.upperBound - flushed)])
    }
  }

  /// Where the first byte is, moved to `start` when all is in the buffer still.
  mutating func moveStart(to start: Int) -> Int {
    if flushed == self.start { (self.start, flushed) = (start, start) }
    return self.start
  }

  /// Drops everything from `offset` on.
  mutating func truncate(to offset: Int) throws(ArchiveError) {
    try flush()
    guard repeatedCall({ ftruncate(descriptor, off_t(offset)) }) == 0 else {
      throw .io(operation: "write", path: path, errno: errno)
    }
    flushed = offset
  }
}
