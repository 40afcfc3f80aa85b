/// What is counted of a benchmark and repeats exactly.
public enum Metric: String, CaseIterable, Sendable {
  case vertices, tiles, features, bytes, allocations, instructions

  /// The count in a measurement; `nil` where it is not known, or nothing of the kind is made.
  func count(in measurement: Measurement) -> Int? {
    switch self {
    case .vertices: measurement.work.vertices
    case .tiles: measurement.work.tiles == 0 ? nil : measurement.work.tiles
    case .features: measurement.work.features == 0 ? nil : measurement.work.features
    case .bytes: measurement.work.bytes == 0 ? nil : measurement.work.bytes
    case .allocations: measurement.allocations
    case .instructions: measurement.instructions
    }
  }

  /// What a count means beside its threshold.
  ///
  /// - Parameter isSingleThreaded: Whether no other thread took part, so that allocations repeat
  ///   exactly; otherwise they, like instructions, may differ by one in a hundred, or by eight.
  func verdict(_ count: Int, threshold: Int, isSingleThreaded: Bool) -> Verdict {
    let isNear = abs(count - threshold) * 100 <= threshold
    let isSame =
      switch self {
      case .instructions: isNear
      case .allocations where !isSingleThreaded: isNear || abs(count - threshold) <= 8
      default: count == threshold
      }
    if isSame { return .same }
    switch self {
    // Other results are neither better nor worse, but they are not what was agreed on.
    case .vertices, .tiles, .features: return .worse
    case .bytes, .allocations, .instructions: return count < threshold ? .better : .worse
    }
  }
}

/// How a count stands to its threshold.
public enum Verdict: Sendable, Equatable { case same, better, worse }

/// What instruction counts depend on besides the code.
enum Toolchain {
  static var name: String {
    #if compiler(>=6.4)
      let compiler = "Swift 6.4 or newer"
    #else
      let compiler = "Swift 6.3"
    #endif
    #if arch(x86_64)
      return compiler + ", x86_64"
    #elseif arch(arm64)
      return compiler + ", arm64"
    #else
      return compiler
    #endif
  }
}
