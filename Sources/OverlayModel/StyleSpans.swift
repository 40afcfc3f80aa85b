public import MapMath

/// Spans that repeat styles by length along a path: the SDK's GMSStyleSpans and
/// GMSStyleSpansOffset.
///
///     polyline.spans = Spans(
///       try styleSpans(
///         path: polyline.path, styles: [.solid(.white), .solid(.black)],
///         lengths: [100_000, 50_000], lengthKind: .rhumb))
///
/// Both arrays repeat independently of each other. Where the spans are not needed themselves,
/// ``Spans/pattern(_:)`` says the same in a few words however long the line is.
///
/// - Parameters:
///   - path: The line's path.
///   - styles: At least one.
///   - lengths: At least one, none below 0, not all 0; metres, or map units if `lengthKind` is
///     projected.
///   - lengthKind: What a length means.
///   - lengthOffset: How much of the pattern is skipped at the start; may be negative.
/// - Returns: At most ``SpanPattern/mostSpans`` spans; none for a path without length.
/// - Throws: ``SpanError``.
public func styleSpans(
  path: Path, styles: [StrokeStyle], lengths: [Double], lengthKind: LengthKind,
  lengthOffset: Double = 0
) throws(SpanError) -> [StyleSpan] {
  let pattern = SpanPattern(
    styles: styles, lengths: lengths, lengthKind: lengthKind, offset: lengthOffset)
  return try pattern.resolved(along: path).map { span in
    StyleSpan(style: styles[span.style], segments: span.end - span.start)
  }
}

extension SpanPattern {
  /// Creates a pattern of styles given in place.
  public init(
    styles: [StrokeStyle], lengths: [Double], lengthKind: LengthKind = .geodesic,
    offset: Double = 0
  ) {
    self.init(
      styles: styles.map(StyleReference.inline), lengths: lengths, lengthKind: lengthKind,
      offset: offset)
  }
}
