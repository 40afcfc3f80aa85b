#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds vertices that several rings have in common, and of those the ones where borders meet.
///
/// Rings are shown three times: to ``note(x:y:)`` all, then in each pass to ``join(x:y:)`` all and
/// to ``mark(x:y:in:from:)`` all. The first showing sets bits by the vertices' hashes; only
/// vertices whose bit was set twice go into a table, so that rings with nothing in common cost
/// little. Passes bound the table's memory.
///
/// Vertices are the same when they have equal y, and x that differ by whole worlds (compared to
/// 2^-44 of the world, 2 micrometres: a world added to x costs its last bits).
///
/// - SeeAlso: Bostock, "How to infer topology" (2013), for the rule of what a junction is.
public struct BorderFinder: Sendable {
  /// What a vertex is.
  public enum Mark: UInt8, Sendable {
    /// One ring passes it, once.
    case single
    /// Several rings, or one several times, pass it, and all go on to the same two neighbours.
    case shared
    /// Several rings pass it, and not all go on to the same two neighbours.
    case junction
  }

  /// Table entries of one pass, about.
  private static let passSize = 1 << 21
  private static let junction = UInt64.max

  private var once: [UInt64]
  private var again: [UInt64]
  /// What is left of a hash after this shift names its bit.
  private let shift: UInt64
  private var repeats = 0
  private var pass: UInt64 = 0
  /// Hashes of vertices; 0: a free place.
  private var keys: [UInt64] = []
  /// For each the hash of both neighbours, even, plus 1 when it was seen again; or `junction`.
  private var links: [UInt64] = []
  private var used = 0
  private var hashes: [UInt64] = []

  /// A finder for about `vertices` vertices in all.
  public init(vertices: Int) {
    var bits = 12 as UInt64
    while 1 << bits < vertices * 8 && bits < 34 { bits += 1 }
    shift = 64 - bits
    once = [UInt64](repeating: 0, count: 1 << Int(bits - 6))
    again = once
  }

  /// Shows a ring for the first time.
  public mutating func note(x: Span<Double>, y: Span<Double>) {
    for i in x.indices {
      let place = hash(x[i], y[i]) >> shift
      let word = Int(place >> 6)
      let bit = UInt64(1) << (place & 63)
      if once[word] & bit == 0 {
        once[word] |= bit
      } else {
        again[word] |= bit
        repeats += 1
      }
    }
  }

  /// Passes needed after all rings were noted: 0 when they have no vertex in common.
  public var passes: Int { (repeats + Self.passSize - 1) / Self.passSize }

  /// Starts a pass, 0..<``passes``.
  public mutating func begin(pass: Int) {
    self.pass = UInt64(pass)
    var capacity = 64
    while capacity < repeats / max(1, passes) * 5 / 2 { capacity *= 2 }
    keys = [UInt64](repeating: 0, count: capacity)
    links = keys
    used = 0
  }

  /// Shows a ring for the second time. The ring does not repeat its first vertex at its end.
  public mutating func join(x: Span<Double>, y: Span<Double>) {
    fillHashes(x, y)
    let count = hashes.count
    for i in 0..<count where isCandidate(hashes[i]) {
      let key = hashes[i]
      var before = i == 0 ? count - 1 : i - 1
      while before != i && hashes[before] == key { before = before == 0 ? count - 1 : before - 1 }
      var after = i + 1 == count ? 0 : i + 1
      while after != i && hashes[after] == key { after = after + 1 == count ? 0 : after + 1 }
      insert(key, link: mixed(hashes[before] &+ hashes[after]) & ~1)
    }
  }

  /// Shows a ring for the third time, and writes what this pass found of its vertices to `marks`
  /// from `start` on, where everything is single at first.
  public mutating func mark(
    x: Span<Double>, y: Span<Double>, in marks: inout MutableSpan<Mark>, from start: Int
  ) {
    for i in x.indices {
      let key = hash(x[i], y[i])
      guard isCandidate(key) else { continue }
      let link = links[place(of: key)]
      if link == Self.junction {
        marks[start + i] = .junction
      } else if link & 1 == 1 {
        marks[start + i] = .shared
      }
    }
  }

  private mutating func fillHashes(_ x: Span<Double>, _ y: Span<Double>) {
    hashes.removeAll(keepingCapacity: true)
    for i in x.indices { hashes.append(hash(x[i], y[i])) }
  }

  private mutating func insert(_ key: UInt64, link: UInt64) {
    let place = place(of: key)
    if keys[place] == 0 {
      keys[place] = key
      links[place] = link
      used += 1
      if used > keys.count / 2 { grow() }
    } else {
      links[place] = links[place] & ~1 == link ? link | 1 : Self.junction
    }
  }

  private mutating func grow() {
    let (oldKeys, oldLinks) = (keys, links)
    keys = [UInt64](repeating: 0, count: 2 * oldKeys.count)
    links = keys
    for i in oldKeys.indices where oldKeys[i] != 0 {
      let place = place(of: oldKeys[i])
      (keys[place], links[place]) = (oldKeys[i], oldLinks[i])
    }
  }

  /// Where `key` stands, or the free place for it.
  @inline(__always)
  private func place(of key: UInt64) -> Int {
    var place = Int(key >> 8) & (keys.count - 1)
    while keys[place] != key && keys[place] != 0 { place = (place + 1) & (keys.count - 1) }
    return place
  }

  @inline(__always)
  private func isCandidate(_ hash: UInt64) -> Bool {
    let place = hash >> shift
    return again[Int(place >> 6)] & (1 << (place & 63)) != 0
      && (hash & 0xffff) * UInt64(passes) >> 16 == pass
  }

  /// Never 0.
  @inline(__always)
  private func hash(_ x: Double, _ y: Double) -> UInt64 {
    let steps = ((x - x.rounded(.down)) * 0x1p44).rounded()
    let column = UInt64(steps) & (1 << 44 - 1)
    return mixed(column &* 0x9e37_79b9_7f4a_7c15 ^ y.bitPattern) | 1
  }
}

/// The finish of SplitMix64: each bit of the result depends on all of `value`.
@inline(__always)
private func mixed(_ value: UInt64) -> UInt64 {
  var bits = value
  bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
  bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
  return bits ^ bits >> 31
}
