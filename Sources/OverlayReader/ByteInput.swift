internal import CJSONTape

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The bytes of one file, of standard input or of memory, inflated when they are gzip.
struct ByteInput: ~Copyable {
  /// Bytes read from the system so far, before inflating.
  private(set) var bytesRead = 0
  /// The file's size; `nil` for pipes.
  let totalBytes: Int?

  private let path: String
  private let descriptor: Int32
  /// What the file was when it was opened; `nil` for what is no plain file.
  private let firstState: FileState?
  private var inflater: OpaquePointer?
  private var atEnd = false
  /// Bytes at hand that were read and not yet delivered: the start of the input, or gzip.
  private var raw: [UInt8] = []
  private var rawStart = 0
  private var insideMember = false
  private var inflated = 0

  static func opened(_ path: String) throws(ReaderError) -> ByteInput {
    var input = ByteInput(descriptor: try open(path), path: path)
    try input.sniff()
    return input
  }

  /// Bytes that are at hand.
  static func holding(_ bytes: [UInt8]) throws(ReaderError) -> ByteInput {
    var input = ByteInput(bytes: bytes)
    try input.sniff()
    return input
  }

  private init(bytes: [UInt8]) {
    (descriptor, path, firstState) = (-1, "", nil)
    (raw, bytesRead, totalBytes) = (bytes, bytes.count, bytes.count)
    atEnd = true
  }

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
    firstState = FileState(descriptor)
    totalBytes = firstState?.size
  }

  /// Whether the file is not what it was when it was opened: what was read of it may be of both.
  var hasChanged: Bool { firstState != nil && firstState != FileState(descriptor) }

  /// What changes when somebody writes to a file or cuts it.
  private struct FileState: Equatable {
    let size: Int
    private let seconds: Int, nanoseconds: Int

    init?(_ descriptor: Int32) {
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      size = Int(status.st_size)
      #if canImport(Glibc)
        let time = status.st_mtim
      #else
        let time = status.st_mtimespec
      #endif
      (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec)
    }
  }

  private static func open(_ path: String) throws(ReaderError) -> Int32 {
    if path == "-" { return STDIN_FILENO }
    #if canImport(Glibc)
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    #else
      let descriptor = Darwin.open(path, O_RDONLY | O_CLOEXEC)
    #endif
    guard descriptor >= 0 else { throw .io(path: path, errno: errno) }
    return descriptor
  }

  deinit {
    if let inflater { cjt_inflate_destroy(inflater) }
    if descriptor > STDIN_FILENO { _ = close(descriptor) }
  }

  /// Reads ahead far enough to tell gzip from text.
  private mutating func sniff() throws(ReaderError) {
    while raw.count < 2, !atEnd { try refill() }
    guard raw.count >= 2, raw[0] == 0x1f, raw[1] == 0x8b else { return }
    guard let inflater = cjt_inflate_create() else { throw .outOfMemory }
    self.inflater = inflater
    insideMember = true
  }

  /// Fills `target` from its start; returns fewer bytes than fit only at the end of the input.
  mutating func read(into target: UnsafeMutableBufferPointer<UInt8>) throws(ReaderError) -> Int {
    var count = 0
    while count < target.count {
      let rest = UnsafeMutableBufferPointer(rebasing: target[count...])
      let more = inflater == nil ? try readPlain(into: rest) : try readInflated(into: rest)
      if more == 0 { break }
      count += more
    }
    return count
  }

  private mutating func readPlain(
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(ReaderError) -> Int {
    if rawStart < raw.count {
      let count = min(target.count, raw.count - rawStart)
      for i in 0..<count { target[i] = raw[rawStart + i] }
      rawStart += count
      return count
    }
    return try readSystem(into: target)
  }

  private mutating func readInflated(
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(ReaderError) -> Int {
    while true {
      if rawStart == raw.count {
        if !atEnd { try refill() }
        if rawStart == raw.count {
          if insideMember { throw .truncatedGzip(bytes: inflated) }
          return 0
        }
      }
      if !insideMember {
        // Padding with zeros after the last member is common and harmless.
        while rawStart < raw.count, raw[rawStart] == 0 { rawStart += 1 }
        if rawStart == raw.count { continue }
        insideMember = true
      }
      var used = 0
      var made = 0
      let status = raw.withUnsafeBufferPointer { source in
        cjt_inflate(
          inflater, source.baseAddress.map { $0 + rawStart }, source.count - rawStart, &used,
          target.baseAddress, target.count, &made)
      }
      rawStart += used
      inflated += made
      switch status {
      case .corrupt: throw .corruptGzip(bytes: inflated)
      case .memberEnd: insideMember = false
      case .more:
        if used == 0, made == 0, rawStart < raw.count { throw .corruptGzip(bytes: inflated) }
      }
      if made > 0 { return made }
    }
  }

  private mutating func refill() throws(ReaderError) {
    var failure: ReaderError?
    raw = [UInt8](unsafeUninitializedCapacity: 1 << 17) { buffer, count in
      let kept = raw.count - rawStart
      for i in 0..<kept { buffer[i] = raw[rawStart + i] }
      count = kept
      do throws(ReaderError) {
        count += try readSystem(into: UnsafeMutableBufferPointer(rebasing: buffer[kept...]))
      } catch { failure = error }
    }
    rawStart = 0
    if let failure { throw failure }
  }

  private mutating func readSystem(
    into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(ReaderError) -> Int {
    while !atEnd {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, target.baseAddress, target.count)
      #else
        let count = Darwin.read(descriptor, target.baseAddress, target.count)
      #endif
      if count > 0 {
        bytesRead += count
        return count
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .io(path: path, errno: errno) }
      atEnd = true
    }
    return 0
  }
}
