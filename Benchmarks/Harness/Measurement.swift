/// What was measured of one benchmark, for one call of its closure.
public struct Measurement: Equatable, Sendable {
  /// The benchmark's name.
  public var name: String
  /// Whether all was done in one thread.
  public var isSingleThreaded = true
  /// CPU seconds (user and system, all threads), one value a sample; empty where only counts were
  /// asked for.
  public var seconds: [Double] = []
  /// Seconds by the clock on the wall, likewise.
  public var wallSeconds: [Double] = []
  /// What the closure did.
  public var work = Work()
  /// Calls for memory and the bytes asked for, of a warm call; `nil` where they cannot be counted.
  public var allocations: Int?, allocatedBytes: Int?
  /// Instructions of a warm call, by callgrind; `nil` where they were not asked for.
  public var instructions: Int?

  /// Nothing measured yet.
  public init(name: String) { self.name = name }

  /// The middle CPU time.
  public var median: Double? { seconds.quantile(0.5) }
  /// How far the middle half of the CPU times reaches, as a share of the median.
  public var spread: Double? {
    guard let median, median > 0, let low = seconds.quantile(0.25),
      let high = seconds.quantile(0.75)
    else { return nil }
    return (high - low) / median
  }
}

extension [Double] {
  /// The value below which `share` of the values lie, between neighbours in proportion; `nil` of
  /// nothing.
  func quantile(_ share: Double) -> Double? {
    guard let last = indices.last else { return nil }
    let sorted = self.sorted()
    let place = share * Double(last)
    let low = Int(place)
    guard low < last else { return sorted[last] }
    return sorted[low] + (place - Double(low)) * (sorted[low + 1] - sorted[low])
  }
}
