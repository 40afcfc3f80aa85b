import OverlayModel

/// The spans of one line, measured on the line as it was read: made once, used by every zoom.
///
/// Places are lengths in world units from the start of the overlay's path. Spans are not cut into
/// the line: a zoom simplifies the line first and finds the borders on what is left, so that
/// simplification cannot move them.
struct SpanTrack: Sendable {
  /// The place of each vertex of the part, ascending.
  var vertices: [Double] = []
  /// Where each span starts, and where the last one ends, ascending. The first may start before the
  /// part and the last end behind it, where a line is interrupted at the map's edge.
  var borders: [Double] = []
  /// Style of each span: a number of the chunk's ``FlattenedChunk/spanStyles``, in the finished
  /// table of ``FeatureTable/spanPaints``.
  var styles: [Int32] = []
  /// Length times premultiplied colour, of all spans before each block of ``blockSize`` spans.
  var sums: [SIMD4<Double>] = []

  /// Spans for which one sum is kept.
  static let blockSize = 8

  /// Replaces the numbers of styles by those of `paints`, joins neighbours of one plain colour, and
  /// prepares ``meanColor(of:_:)``.
  mutating func finish(numbers: [Int32], paints: [SpanPaint]) {
    var last = -1
    for i in styles.indices {
      let paint = numbers[Int(styles[i])]
      if last >= 0, styles[last] == paint, paints[Int(paint)].isPlain { continue }
      last += 1
      styles[last] = paint
      borders[last] = borders[i]
    }
    guard let end = borders.last else { return }
    styles.removeSubrange((last + 1)...)
    borders.removeSubrange((last + 1)...)
    borders.append(end)
    sums.reserveCapacity(styles.count / Self.blockSize + 1)
    var sum = SIMD4<Double>()
    for i in styles.indices {
      if i % Self.blockSize == 0 { sums.append(sum) }
      sum += weight(i, paints)
    }
  }

  private func weight(_ span: Int, _ paints: [SpanPaint]) -> SIMD4<Double> {
    paints[Int(styles[span])].mean.channels * (borders[span + 1] - borders[span])
  }

  /// The mean colour of spans, each counting by its length.
  func meanColor(of spans: Range<Int>, _ paints: [SpanPaint]) -> PremultipliedColor {
    let length = borders[spans.upperBound] - borders[spans.lowerBound]
    guard length > 0 else { return paints[Int(styles[spans.lowerBound])].mean }
    let sum = sumBefore(spans.upperBound, paints) - sumBefore(spans.lowerBound, paints)
    return PremultipliedColor(channels: sum / length)
  }

  private func sumBefore(_ span: Int, _ paints: [SpanPaint]) -> SIMD4<Double> {
    guard !sums.isEmpty else { return SIMD4() }
    let block = min(span / Self.blockSize, sums.count - 1)
    var sum = sums[block]
    for i in (block * Self.blockSize)..<span { sum += weight(i, paints) }
    return sum
  }
}

extension FeatureTable {
  /// About how much work a part is at a zoom, in vertices.
  func weight(ofPart part: Int, at plan: ZoomPlan) -> Int {
    let part = parts[part]
    guard part.track >= 0 else { return Int(part.weight) }
    let row = rows[Int(part.row)]
    let track = blocks[Int(part.block)].tracks[Int(part.track)]
    guard let first = track.vertices.first, let last = track.vertices.last else {
      return Int(part.weight)
    }
    let pixels = (last - first) * plan.scale / plan.pixel
    // Spans of a line or its pixels, whatever is fewer; of stamps, what fits.
    let pieces =
      row.shape == .spans
      ? min(Double(track.styles.count), pixels) : pixels / Double(max(row.strokeWidth, 1))
    return Int(part.weight) + Int(min(pieces * Self.verticesAPiece, 1e9))
  }

  /// A piece costs about as much as this many vertices.
  private static let verticesAPiece = 4.0
}

/// A style of spans as overlays name it, and what else decides how it is drawn.
struct SpanStyle: Sendable, Hashable {
  var reference: StyleReference
  /// Points.
  var width: Double
  /// What is drawn where the document has no style of the name.
  var strokeColor: RGBA
}
