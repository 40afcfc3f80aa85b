import MapMath

/// A stretch of a path with one style: which, and from where to where.
public struct ResolvedSpan: Sendable, Hashable {
  /// Index of its style: in the list of spans, or in ``SpanPattern/styles``.
  public var style: Int
  /// Where it starts, in segments of the path from 0.
  public var start: Double
  /// Where it ends, above `start`; where the next one starts.
  public var end: Double

  /// A stretch.
  public init(style: Int, start: Double, end: Double) {
    (self.style, self.start, self.end) = (style, start, end)
  }

  /// A border this near to a vertex, in segments, is meant to be at it.
  static let snapDistance = 1e-9

  /// `place`, or the vertex beside it.
  static func snap(_ place: Double) -> Double {
    let vertex = Double(Int(place + 0.5))
    return abs(place - vertex) <= snapDistance ? vertex : place
  }
}

/// What is wrong with spans or a pattern of them.
public enum SpanError: Error, Hashable, Sendable {
  /// The segments of the span at an index are not a finite number above 0.
  case segments(index: Int, Double)
  /// The pattern has no styles.
  case stylesMissing
  /// The pattern has no lengths.
  case lengthsMissing
  /// The length at an index is negative or no finite number.
  case length(index: Int, Double)
  /// All lengths are 0, or their sum is no finite number.
  case lengthSum(Double)
  /// The offset is no finite number.
  case offset(Double)
  /// The pattern is so short that it makes more than ``SpanPattern/mostSpans`` spans of the path.
  case tooMany(limit: Int)
}

extension StyleSpan {
  /// Where spans lie on a path.
  ///
  /// Each starts where the one before it ends; the last one runs to the end of the path whatever
  /// its own count, and spans that would start at the end or beyond are left out. So the result
  /// covers the path without gaps, and is empty for no spans or no segments.
  ///
  /// - Parameters:
  ///   - spans: In order along the path.
  ///   - segmentCount: Segments of the path.
  /// - Throws: ``SpanError/segments(index:_:)``.
  public static func resolve(
    _ spans: [StyleSpan], segmentCount: Int
  ) throws(SpanError) -> [ResolvedSpan] {
    for (index, span) in spans.enumerated() where !(span.segments > 0 && span.segments.isFinite) {
      throw .segments(index: index, span.segments)
    }
    let pathEnd = Double(segmentCount)
    var result: [ResolvedSpan] = []
    var sum = CompensatedSum()
    var start = 0.0
    for (index, span) in spans.enumerated() {
      guard start < pathEnd else { break }
      sum.add(span.segments)
      let isLast = index == spans.count - 1
      let end = isLast || sum.value >= pathEnd ? pathEnd : ResolvedSpan.snap(sum.value)
      // Shorter than the snap distance: nothing is left of it.
      guard end > start else { continue }
      result.append(ResolvedSpan(style: index, start: start, end: end))
      start = end
    }
    return result
  }
}
