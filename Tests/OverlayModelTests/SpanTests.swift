import MapMath
import OverlayModel
import TestSupport
import Testing

@Suite("Spans") struct SpanTests {
  private let route = Path([
    LatLng(latitude: -37.81319, longitude: 144.96298),
    LatLng(latitude: -31.95285, longitude: 115.85734),
  ])
  private let equator = Path((0...10).map { LatLng(latitude: 0, longitude: Double($0)) })

  private func pattern(
    styles: Int, _ lengths: [Double], _ kind: LengthKind = .rhumb, offset: Double = 0
  ) -> SpanPattern {
    SpanPattern(
      styles: (0..<styles).map { .named("\($0)") }, lengths: lengths, lengthKind: kind,
      offset: offset)
  }

  private func resolve(_ segments: [Double], of count: Int) throws(SpanError) -> [ResolvedSpan] {
    try StyleSpan.resolve(
      segments.map { StyleSpan(style: .named(""), segments: $0) }, segmentCount: count)
  }

  private func isGapless(_ spans: [ResolvedSpan], to end: Double) -> Bool {
    spans.first?.start == 0 && spans.last?.end == end
      && zip(spans, spans.dropFirst()).allSatisfy { $0.end == $1.start }
      && spans.allSatisfy { $0.start < $0.end }
  }

  @Test("the guide's example: 2.5, 1, 0.75 and the rest")
  func guide() throws {
    let spans = try resolve([2.5, 1, 0.75, 1], of: 10)
    #expect(spans.map(\.start) == [0, 2.5, 3.5, 4.25])
    #expect(spans.map(\.end) == [2.5, 3.5, 4.25, 10])
    #expect(spans.map(\.style) == [0, 1, 2, 3])
  }

  @Test("the last stretches, a surplus is ignored, borders near a vertex are at it")
  func listRules() throws {
    #expect(try resolve([1], of: 5) == [ResolvedSpan(style: 0, start: 0, end: 5)])
    #expect(try resolve([9], of: 5) == [ResolvedSpan(style: 0, start: 0, end: 5)])
    let surplus = try resolve([2, 3, 4, 1], of: 5)
    #expect(surplus.map(\.style) == [0, 1] && surplus.last?.end == 5)
    #expect(try resolve([], of: 5) == [])
    #expect(try resolve([1, 1], of: 0) == [])
    // Ten thirds and a tenth ten times: sums that drift in plain arithmetic.
    let thirds = try resolve(Array(repeating: 1.0 / 3, count: 30), of: 10)
    #expect(thirds.count == 30 && thirds[2].end == 1 && thirds[26].end == 9)
    let tiny = try resolve([1, 1e-12, 1], of: 3)
    #expect(tiny.map(\.style) == [0, 2])
  }

  @Test("counts that are no length are refused", arguments: [0, -1, .nan, .infinity] as [Double])
  func badSegments(count: Double) {
    #expect { try resolve([1, count, 1], of: 5) } throws: { error in
      if case .segments(index: 1, _) = error as? SpanError { true } else { false }
    }
  }

  @Test("the pattern between Melbourne and Perth: 37 spans")
  func rhumbPattern() throws {
    let spans = try pattern(styles: 2, [100_000, 50_000]).resolved(along: route)
    #expect(spans.count == 37)
    #expect(isGapless(spans, to: 1))
    #expect(spans.map(\.style) == (0..<37).map { $0 % 2 })
    let expected = [0.037927, 0.018922, 0.037764]
    for (span, length) in zip(spans, expected) {
      #expect(abs(span.end - span.start - length) < 6e-7)
    }
    #expect(abs(spans[36].end - spans[36].start - 0.011136) < 6e-7)
    // 40-digit values.
    #expect(abs(spans[0].end - 0.0379270309763698469) < 1e-13)
    #expect(abs(spans[2].end - 0.0946131730034177079) < 1e-13)
  }

  @Test("offsets: 38 spans from -30000, 28 from 30000")
  func offsets() throws {
    let negative = try pattern(styles: 2, [100_000, 50_000], offset: -30_000)
      .resolved(along: route)
    #expect(negative.count == 38)
    #expect(negative[0].style == 1 && negative[1].style == 0)
    #expect(abs(negative[0].end - 0.011390) < 6e-7)
    let positive = try pattern(styles: 2, [100_000], offset: 30_000).resolved(along: route)
    #expect(positive.count == 28)
    #expect(positive[0].style == 0 && positive[1].style == 1)
    #expect(abs(positive[0].end - 0.026560) < 6e-7)
    // Whole periods more or less change nothing: 2 styles and 1 length repeat after 200 km.
    let later = try pattern(styles: 2, [100_000], offset: 430_000).resolved(along: route)
    #expect(later.count == 28 && later[0].style == 0)
    let half = try pattern(styles: 2, [100_000], offset: 130_000).resolved(along: route)
    #expect(half.count == 28 && half[0].style == 1)
  }

  @Test("styles and lengths repeat independently; a zero length uses up its style")
  func independent() throws {
    // The equator from 0 to 10 degrees, in degrees: 1/180 of a map unit each.
    let degree = 1.0 / 180
    let spans = try pattern(styles: 2, [1, 2, 1].map { $0 * degree }, .projected)
      .resolved(along: equator)
    #expect(spans.map(\.end) == [1, 3, 4, 5, 7, 8, 9, 10])
    #expect(spans.map(\.style) == [0, 1, 0, 1, 0, 1, 0, 1])
    let zero = try pattern(styles: 3, [4, 0].map { $0 * degree }, .projected)
      .resolved(along: equator)
    #expect(zero.map(\.end) == [4, 8, 10])
    #expect(zero.map(\.style) == [0, 2, 1])
    let skipped = try pattern(
      styles: 3, [4, 0].map { $0 * degree }, .projected, offset: 5 * degree
    )
    .resolved(along: equator)
    #expect(skipped.map(\.style) == [2, 1, 0] && abs(skipped[0].end - 3) < 1e-12)
  }

  @Test("vertices and repeated points are counted as segments")
  func repeatedPoints() throws {
    let path = Path([0.0, 1, 1, 2].map { LatLng(latitude: 0, longitude: $0) })
    let spans = try pattern(styles: 2, [1.5 / 180], .projected).resolved(along: path)
    #expect(spans.count == 2)
    #expect(abs(spans[0].end - 2.5) < 1e-12 && spans[1].end == 3)
  }

  @Test("a path without length has no spans")
  func noLength() throws {
    let still = Path([route.coordinates[0], route.coordinates[0]])
    #expect(try pattern(styles: 1, [1]).resolved(along: still) == [])
    #expect(try pattern(styles: 1, [1]).resolved(along: Path()) == [])
  }

  @Test("bad patterns are refused")
  func refused() {
    #expect(throws: SpanError.stylesMissing) { try pattern(styles: 0, [1]).resolved(along: route) }
    #expect(throws: SpanError.lengthsMissing) { try pattern(styles: 1, []).resolved(along: route) }
    #expect(throws: SpanError.length(index: 1, -2)) {
      try pattern(styles: 1, [1, -2]).resolved(along: route)
    }
    #expect(throws: SpanError.length(index: 0, .infinity)) {
      try pattern(styles: 1, [.infinity]).resolved(along: route)
    }
    #expect(throws: SpanError.lengthSum(0)) {
      try pattern(styles: 1, [0, 0]).resolved(along: route)
    }
    #expect(throws: SpanError.offset(.infinity)) {
      try pattern(styles: 1, [1], offset: .infinity).resolved(along: route)
    }
    #expect(throws: SpanError.tooMany(limit: 1_000_000)) {
      try pattern(styles: 1, [2.7]).resolved(along: route)
    }
  }

  @Test(
    "any pattern covers the path without gaps, and spans have the pattern's lengths",
    arguments: 1...40 as ClosedRange<UInt64>, LengthKind.allCases)
  func properties(seed: UInt64, kind: LengthKind) throws {
    var random = SeededGenerator(seed: seed)
    let path = Path(
      (0..<8).map { _ in
        LatLng(
          latitude: Double.random(in: -80...80, using: &random),
          longitude: Double.random(in: -180...180, using: &random))
      })
    let total = path.length(of: kind)
    let lengths = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      Double.random(in: 0.001...0.1, using: &random) * total
    }
    let offset = Double.random(in: -3...3, using: &random) * total
    let spans = try pattern(
      styles: Int.random(in: 1...4, using: &random), lengths, kind, offset: offset
    ).resolved(along: path)
    #expect(isGapless(spans, to: 7))
    // Whole spans are as long as some entry of the pattern.
    let measure = { (place: Double) -> Double in
      var (low, high) = (0.0, total)
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if path.segments(forLength: middle, kind: kind) < place {
          low = middle
        } else {
          high = middle
        }
      }
      return low
    }
    for span in spans.dropFirst().dropLast().prefix(6) {
      let length = measure(span.end) - measure(span.start)
      let isEntry = lengths.contains { abs($0 - length) < total * 1e-6 }
      #expect(isEntry)
    }
  }
}
