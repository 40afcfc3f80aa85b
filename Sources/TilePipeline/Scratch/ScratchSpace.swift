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
    /// Bytes of vertices that are held in memory all the same.
    var held = 0
    /// Bytes of copies for low zooms that are.
    var heldCopies = 0
    /// Bytes of what else is read of overlays.
    var heldRecords = 0
    /// Whether any of that had no room.
    var refusesRecords = false
    var fault: BuildError?
  }

  /// Where the file is made when it is needed.
  private let directory: String
  /// Bytes of memory to stay within.
  private let budget: Int
  private let state = Mutex(State())

  init(directory: String, budget: Int) { (self.directory, self.budget) = (directory, budget) }

  deinit { state.withLock { if $0.file >= 0 { close($0.file) } } }

  /// Whether `bytes` more of vertices may stay in memory: a quarter of the budget is for them.
  func holds(_ bytes: Int) -> Bool {
    state.withLock { state in
      guard state.held + bytes <= budget / 4 else { return false }
      state.held += bytes
      return true
    }
  }

  /// Whether `bytes` more of a copy for low zooms may stay in memory: an eighth of the budget.
  func holdsCopy(_ bytes: Int) -> Bool {
    state.withLock { state in
      guard state.heldCopies + bytes <= budget / 8 else { return false }
      state.heldCopies += bytes
      return true
    }
  }

  /// Whether `bytes` more of features, rows, parts and attributes may stay in memory, which have
  /// another quarter; once some may not, none after them may.
  func holdsRecords(_ bytes: Int) -> Bool {
    state.withLock { state in
      state.heldRecords += bytes
      if state.heldRecords > budget / 4 { state.refusesRecords = true }
      return !state.refusesRecords
    }
  }

  /// Whether some of them had no room.
  var refusesRecords: Bool { state.withLock { $0.refusesRecords } }

  /// Whether the process holds more memory than it should.
  var isOverBudget: Bool { Int(cmem_resident()) > budget }

  /// Makes room for `byteCount` bytes, which are to be written.
  func region(_ byteCount: Int) throws(BuildError) -> ScratchRegion {
    try state.withLock { state throws(BuildError) in
      if state.file < 0 {
        state.file = cmem_scratch_file(directory)
        guard state.file >= 0 else { throw failure("create", errno) }
      }
      defer { state.end += byteCount }
      return ScratchRegion(space: self, file: state.file, offset: state.end)
    }
  }

  /// Throws what went wrong while reading, if anything did.
  func check() throws(BuildError) {
    if let fault = state.withLock({ $0.fault }) { throw fault }
  }

  fileprivate func note(_ code: Int32) {
    state.withLock { $0.fault = failure("read", code) }
  }

  fileprivate func failure(_ operation: String, _ code: Int32) -> BuildError {
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

  /// Writes words of 8 bytes from word `start` on.
  func write(_ words: Span<UInt64>, at start: Int) throws(BuildError) {
    try words.bytes.withUnsafeBytes { (bytes) throws(BuildError) in
      var done = 0
      while done < bytes.count {
        let place = offset + start * MemoryLayout<UInt64>.size + done
        let count = pwrite(
          file, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(place))
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { throw space.failure("write", errno) }
        done += count
      }
    }
  }

  /// Reads `count` words of 8 bytes from word `start` on to `words`, from `first` on; it grows where
  /// it has no room. `false`: that failed, and ``ScratchSpace/check()`` tells why.
  func read(_ count: Int, from start: Int, into words: inout [UInt64], at first: Int = 0) -> Bool {
    if words.count < first + count {
      words = [UInt64](repeating: 0, count: max(first + count, 2 * words.count))
    }
    let wanted = count * MemoryLayout<UInt64>.size
    return words.withUnsafeMutableBytes { bytes in
      let bytes = UnsafeMutableRawBufferPointer(
        rebasing: bytes[(first * MemoryLayout<UInt64>.size)...])
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
