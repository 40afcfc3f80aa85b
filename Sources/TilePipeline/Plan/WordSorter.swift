/// Sorts words by their upper halves; those with equal ones stay in order. The lower half says what
/// a word stands for.
///
/// Least significant digit first, and only those digits in which the words differ: O(*n*). Owns
/// scratch memory.
struct WordSorter: Sendable {
  private static let digitBits = 11 as UInt64
  private static let digits = 1 << Int(digitBits)

  private var other: [UInt64] = []
  private var ends = [Int](repeating: 0, count: digits)

  /// Gives scratch memory back where it is room for more than `most` words.
  mutating func shrink(to most: Int) {
    if other.count > most { other = [] }
  }

  /// Sorts `words`.
  mutating func sort(_ words: inout [UInt64]) {
    guard let first = words.first else { return }
    var differing: UInt64 = 0
    var last = first >> 32
    var isSorted = true
    for word in words {
      differing |= word ^ first
      isSorted = isSorted && word >> 32 >= last
      last = word >> 32
    }
    if isSorted { return }
    if other.count < words.count {
      other = [UInt64](repeating: 0, count: max(words.count, 2 * other.count))
    }
    var shift = 32 as UInt64
    while shift < 64 {
      if differing >> shift & UInt64(Self.digits - 1) != 0 { distribute(&words, by: shift) }
      shift += Self.digitBits
    }
  }

  /// Sorts by the digit that starts at bit `shift`.
  private mutating func distribute(_ words: inout [UInt64], by shift: UInt64) {
    // Taken out of self while spans lend them.
    var (ends, target) = ([Int](), [UInt64]())
    swap(&ends, &self.ends)
    swap(&target, &other)
    defer {
      swap(&ends, &self.ends)
      swap(&target, &other)
    }
    let mask = UInt64(Self.digits - 1)
    for i in ends.indices { ends[i] = 0 }
    for word in words { ends[Int(word >> shift & mask)] += 1 }
    var start = 0
    for i in ends.indices { (ends[i], start) = (start, start + ends[i]) }
    let count = words.count
    for i in 0..<count {
      let digit = Int(words[i] >> shift & mask)
      target[ends[digit]] = words[i]
      ends[digit] += 1
    }
    if target.count == count {
      swap(&words, &target)
    } else {
      for i in 0..<count { words[i] = target[i] }
    }
  }
}
