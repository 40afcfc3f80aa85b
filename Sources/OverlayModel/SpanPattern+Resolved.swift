public import MapMath

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension SpanPattern {
  /// More spans than this on one path are refused.
  public static let mostSpans = 1_000_000

  /// Where the pattern's spans lie on a path.
  ///
  /// Entry *k* has style *k* and length *k*, both counted round their own array. The pattern starts
  /// with `offset` skipped: what is left of the entry it falls into comes first. An entry of length
  /// 0 makes no span but uses up its style. The result covers the path without gaps and is empty
  /// for a path without length.
  ///
  /// - Parameters:
  ///   - latitudes: Degrees north.
  ///   - longitudes: Degrees east, wrapped or not; as long as `latitudes`.
  /// - Returns: Spans whose `style` indexes ``styles``.
  /// - Throws: ``SpanError``.
  public func resolved(
    latitudes: Span<Double>, longitudes: Span<Double>
  ) throws(SpanError) -> [ResolvedSpan] {
    let period = try validatedPeriod()
    let measure = PathLengths(latitudes: latitudes, longitudes: longitudes, kind: lengthKind)
    let total = measure.total
    guard total > 0 else { return [] }
    guard total / (period / Double(lengths.count)) <= Double(Self.mostSpans) else {
      throw .tooMany(limit: Self.mostSpans)
    }
    var (entry, rest) = firstEntry(period: period)
    let pathEnd = Double(latitudes.count - 1)
    var result: [ResolvedSpan] = []
    var reached = CompensatedSum()
    var start = 0.0
    while start < pathEnd {
      reached.add(rest)
      let end =
        reached.value >= total
        ? pathEnd : ResolvedSpan.snap(measure.segments(forLength: reached.value))
      if rest > 0, end > start {
        result.append(ResolvedSpan(style: entry % styles.count, start: start, end: end))
        start = end
      }
      entry += 1
      rest = lengths[entry % lengths.count]
    }
    return result
  }

  /// The spans on a path; see ``resolved(latitudes:longitudes:)``.
  public func resolved(along path: Path) throws(SpanError) -> [ResolvedSpan] {
    let latitudes = path.coordinates.map(\.latitude)
    let longitudes = path.coordinates.map(\.longitude)
    return try resolved(latitudes: latitudes.span, longitudes: longitudes.span)
  }

  /// The sum of all lengths, if the pattern is good.
  private func validatedPeriod() throws(SpanError) -> Double {
    guard !styles.isEmpty else { throw .stylesMissing }
    guard !lengths.isEmpty else { throw .lengthsMissing }
    var sum = CompensatedSum()
    for (index, length) in lengths.enumerated() {
      guard length >= 0, length.isFinite else { throw .length(index: index, length) }
      sum.add(length)
    }
    guard sum.value > 0, sum.value.isFinite else { throw .lengthSum(sum.value) }
    guard offset.isFinite else { throw .offset(offset) }
    return sum.value
  }

  /// The entry into which the offset falls, and what is left of its length.
  private func firstEntry(period: Double) -> (entry: Int, rest: Double) {
    // Styles and lengths meet again after the least common multiple of their counts.
    let repeats = styles.count / Self.greatestCommonDivisor(styles.count, lengths.count)
    let fullPeriod = period * Double(repeats)
    var skipped = offset.truncatingRemainder(dividingBy: fullPeriod)
    if skipped < 0 { skipped += fullPeriod }
    // Whole rounds of lengths first; the rest is fewer steps than there are lengths.
    let rounds = min(Double(repeats - 1), (skipped / period).rounded(.down))
    skipped = max(0, skipped - rounds * period)
    var entry = Int(rounds) * lengths.count
    for length in lengths {
      guard skipped >= length else { break }
      skipped -= length
      entry += 1
    }
    return (entry, max(0, lengths[entry % lengths.count] - skipped))
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    var (larger, smaller) = (a, b)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    return larger
  }
}
