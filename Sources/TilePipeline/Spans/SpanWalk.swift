#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Walks along a line by stretches that can be told apart at its zoom: a span of a pixel or more,
/// or a run of shorter ones.
///
/// The line is divided in slots of one pixel; shorter spans that start in one slot are one run. So
/// a line never has more stretches than two for each pixel, and a stretch depends only on the line,
/// not on where the walk began. O(log *n*) to begin and for each stretch.
struct SpanWalk {
  private let line: SpannedLine
  private let pixel: Double
  private var span: Int
  /// Distance of the start of `span`.
  private var start: Double
  private var vertex = 0

  /// A walk from the stretch that holds `distance` on; grid units.
  init(_ line: SpannedLine, from distance: Double, pixel: Double) {
    (self.line, self.pixel) = (line, pixel)
    (span, start) = (0, 0)
    guard !line.track.styles.isEmpty else { return }
    // The span that holds the distance, then the first that starts in the same slot as it.
    let first = max(0, firstBorder(at: distance, from: 0) - 1)
    let slot = (line.border(first, near: &vertex) / pixel).rounded(.down)
    span = min(first, firstBorder(at: slot * pixel, from: 0))
    start = line.border(span, near: &vertex)
  }

  /// Spans that are drawn as one.
  struct Stretch {
    var spans: Range<Int>
    /// Distances of its ends, grid units.
    var from: Double, to: Double
  }

  /// The next stretch, or `nil` behind the last span. Stretches without length are left out.
  mutating func next() -> Stretch? {
    let count = line.track.styles.count
    while span < count {
      let stretch = stretch(count)
      span = stretch.spans.upperBound
      start = stretch.to
      if stretch.to > stretch.from { return stretch }
    }
    return nil
  }

  private mutating func stretch(_ count: Int) -> Stretch {
    let end = line.border(span + 1, near: &vertex)
    guard end - start < pixel else {
      return Stretch(spans: span..<span + 1, from: start, to: end)
    }
    let slotEnd = ((start / pixel).rounded(.down) + 1) * pixel
    var after = end < slotEnd ? firstBorder(at: slotEnd, from: span + 1) : span + 1
    after = min(after, count)
    if after > span + 1 {
      let lastStart = line.border(after - 1, near: &vertex)
      // The last one reaches far: it stands for itself.
      if line.border(after, near: &vertex) - lastStart >= pixel { after -= 1 }
    }
    return Stretch(spans: span..<after, from: start, to: line.border(after, near: &vertex))
  }

  /// The first border, from `low` on, at `distance` or beyond; the number of spans if none is.
  private mutating func firstBorder(at distance: Double, from low: Int) -> Int {
    var low = low
    var step = 1
    var high = low
    let count = line.track.styles.count
    while high < count && line.border(high, near: &vertex) < distance {
      low = high + 1
      high = min(count, high + step)
      step *= 2
    }
    while low < high {
      let middle = (low + high) / 2
      if line.border(middle, near: &vertex) < distance { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
