internal import CWebRanges
import Synchronization

/// An address of http or https that answers requests for ranges of bytes.
///
/// Reads that follow each other, as in a walk through an archive, are served from one larger
/// request; reads here and there ask for what they need.
final class WebRanges: RangeSource {
  /// Bytes of a request when reads follow each other.
  private static let stride = 1 << 20
  /// The most bytes of a read.
  private static let largest = 1 << 30
  /// How far a read may begin behind the one before it to follow it.
  private static let gap = 1 << 16

  private struct State {
    let connection: WebConnection
    /// The bytes received last, and where they begin.
    var window: [UInt8] = []
    var start = 0
    /// Where reads that follow each other have come to, and where the last read of all ended.
    var front: Int?, end: Int?
    /// Short reads of other places, the oldest first: tiles that many share.
    var others: [(range: Range<Int>, bytes: [UInt8])] = []
    var tag: UInt64?

    /// Remembers what was received of `range`, where it is short.
    mutating func keep(_ bytes: [UInt8], of range: Range<Int>) -> [UInt8] {
      if bytes.count <= 1 << 14 {
        if others.count == 64 { others.removeFirst() }
        others.append((range, bytes))
      }
      end = range.upperBound
      return bytes
    }
  }

  private let address: String
  private let state: Mutex<State>

  /// Whether `path` is an address and no file.
  static func isAddress(_ path: String) -> Bool {
    path.hasPrefix("http://") || path.hasPrefix("https://")
  }

  init(_ address: String) throws(TileSetError) {
    guard let connection = WebConnection() else {
      throw .web(address: address, problem: "memory ran out")
    }
    self.address = address
    state = Mutex(State(connection: connection))
  }

  func read(_ range: Range<Int>, into bytes: inout [UInt8]) throws(TileSetError) {
    bytes.removeAll(keepingCapacity: true)
    guard !range.isEmpty else { return }
    guard range.count <= Self.largest else {
      throw .web(address: address, problem: "a damaged directory asks for \(range.count) bytes")
    }
    bytes = try state.withLock { (state) throws(TileSetError) in
      if let known = state.others.first(where: { $0.range == range }) { return known.bytes }
      let follows = [state.front, state.end].contains { place in
        place.map { (0...Self.gap).contains(range.lowerBound - $0) } ?? false
      }
      let window = state.start..<state.start + state.window.count
      if range.lowerBound < window.lowerBound || range.upperBound > window.upperBound {
        let received = try receive(
          range.lowerBound, max(range.count, follows ? Self.stride : 0), &state)
        guard follows else { return state.keep(received, of: range) }
        (state.window, state.start) = (received, range.lowerBound)
      }
      state.front = range.upperBound
      let first = range.lowerBound - state.start
      return Array(state.window[first..<min(first + range.count, state.window.count)])
    }
  }

  private func receive(
    _ offset: Int, _ count: Int, _ state: inout State
  ) throws(TileSetError) -> [UInt8] {
    var answer = cwr_answer()
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, initialized in
      answer = cwr_read(
        state.connection.handle, address, UInt64(offset), room.baseAddress, count)
      initialized = answer.count
    }
    if let problem = answer.problem {
      throw .web(address: address, problem: String(cString: problem))
    }
    switch answer.status {
    case 206: break
    // Nothing lies there: the archive ends before.
    case 416: return []
    case 200:
      throw .web(address: address, problem: "the server does not answer requests for ranges")
    default: throw .web(address: address, problem: "the server answers \(answer.status)")
    }
    guard state.tag == nil || state.tag == answer.tag else {
      throw .web(address: address, problem: "the archive changed while it was read")
    }
    state.tag = answer.tag
    return bytes
  }
}
