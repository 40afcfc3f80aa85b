import CMemory
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file in place of memory: what is kept there is written once and read piece by piece.
///
/// The file has no name and goes with the process, however it ends. It is read and written by calls,
/// not mapped: so a full disk is an error and not a crash, and what was read takes no memory longer
/// than it is used. A fault while reading is remembered, and what is read then is empty; ``check()``
/// tells it.
final class ScratchSpace: Sendable {
  private struct State {
    var file: CInt = -1
    /// Bytes of the file.
    var end = 0
    /// Bytes of overlays that are held in memory all the same.
    var held = 0
    var fault: BuildError?
  }

  /// Where the file is made when it is needed.
  private let directory: String
  /// Bytes of memory to stay within.
  private let budget: Int
  private let state = Mutex(State())

  init(directory: String, budget: Int) { (self.directory, self.budget) = (directory, budget) }

  deinit { state.withLock { if $0.file >= 0 { close($0.file) } } }

  /// Whether `bytes` more may stay in memory: a quarter of the budget is for what is read.
  func holds(_ bytes: Int) -> Bool {
    state.withLock { state in
      guard state.held + bytes <= budget / 4 else { return false }
      state.held += bytes
      return true
    }
  }

  /// Whether the process holds more memory than it should.
  var isOverBudget: Bool { Int(cmem_resident()) > budget }

  /// Writes `bytes`.
  func store(_ bytes: RawSpan) throws(BuildError) -> ScratchRegion {
    let (file, offset) = try state.withLock { state throws(BuildError) in
      if state.file < 0 {
        state.file = cmem_scratch_file(directory)
        guard state.file >= 0 else { throw failure("create", errno) }
      }
      defer { state.end += bytes.byteCount }
      return (state.file, state.end)
    }
    try bytes.withUnsafeBytes { (bytes) throws(BuildError) in
      var done = 0
      while done < bytes.count {
        let count = pwrite(
          file, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset + done))
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { throw failure("write", errno) }
        done += count
      }
    }
    return ScratchRegion(space: self, file: file, offset: offset)
  }

  /// Throws what went wrong while reading, if anything did.
  func check() throws(BuildError) {
    if let fault = state.withLock({ $0.fault }) { throw fault }
  }

  fileprivate func note(_ code: Int32) {
    state.withLock { $0.fault = failure("read", code) }
  }

  private func failure(_ operation: String, _ code: Int32) -> BuildError {
    .scratch(operation: operation, directory: directory, errno: code)
  }
}

/// Bytes in a scratch space, which it keeps alive.
struct ScratchRegion: Sendable {
  private let space: ScratchSpace
  private let file: CInt
  private let offset: Int

  fileprivate init(space: ScratchSpace, file: CInt, offset: Int) {
    (self.space, self.file, self.offset) = (space, file, offset)
  }

  /// Reads `count` words of 8 bytes from word `start` on to the beginning of `words`, which grows
  /// where it has no room. `false`: that failed, and ``ScratchSpace/check()`` tells why.
  func read(_ count: Int, from start: Int, into words: inout [UInt64]) -> Bool {
    if words.count < count {
      words = [UInt64](repeating: 0, count: max(count, 2 * words.count))
    }
    let wanted = count * MemoryLayout<UInt64>.size
    return words.withUnsafeMutableBytes { bytes in
      var done = 0
      while done < wanted {
        let place = offset + start * MemoryLayout<UInt64>.size + done
        let count = pread(
          file, bytes.baseAddress?.advanced(by: done), wanted - done, off_t(place))
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else {
          space.note(count < 0 ? errno : EIO)
          return false
        }
        done += count
      }
      return true
    }
  }
}
