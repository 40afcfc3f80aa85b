/// Counts sizes in classes that are at most 1.6 % wide, so that percentiles of any number of tiles
/// need little memory; below 128 they are exact.
public struct SizeHistogram: Sendable {
  private var counts: [Int] = []
  /// How many sizes were added.
  public private(set) var count = 0
  /// All sizes together.
  public private(set) var sum = 0
  /// The largest size, exactly.
  public private(set) var largest = 0

  /// No sizes.
  public init() {}

  /// Adds `times` sizes of `size` bytes, not negative.
  public mutating func add(_ size: Int, times: Int = 1) {
    let index = Self.index(of: size)
    if index >= counts.count {
      counts.append(contentsOf: repeatElement(0, count: index + 1 - counts.count))
    }
    counts[index] += times
    count += times
    sum += size * times
    largest = max(largest, size)
  }

  /// Adds all that another has.
  public mutating func add(_ other: SizeHistogram) {
    if other.counts.count > counts.count {
      counts.append(contentsOf: repeatElement(0, count: other.counts.count - counts.count))
    }
    for (index, times) in other.counts.enumerated() { counts[index] += times }
    count += other.count
    sum += other.sum
    largest = max(largest, other.largest)
  }

  /// The size that `share` of all (0...1) do not exceed, rounded up to its class; 0 of none.
  public func percentile(_ share: Double) -> Int {
    let wanted = max(1, Int((share * Double(count)).rounded(.up)))
    var seen = 0
    for (index, times) in counts.enumerated() {
      seen += times
      if seen >= wanted { return min(Self.last(of: index), largest) }
    }
    return largest
  }

  /// 128 classes of one size, then 64 for each doubling.
  private static func index(of size: Int) -> Int {
    guard size >= 128 else { return max(0, size) }
    let exponent = Int.bitWidth - 1 - size.leadingZeroBitCount
    return 128 + (exponent - 7) * 64 + (size >> (exponent - 6)) - 64
  }

  /// The largest size of a class.
  private static func last(of index: Int) -> Int {
    guard index >= 128 else { return index }
    let (exponent, step) = ((index - 128) / 64 + 7, (index - 128) % 64 + 64)
    return (step + 1) << (exponent - 6) - 1
  }
}
