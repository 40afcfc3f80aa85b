import OverlayModel
import TileGeometry

/// Draws stretches of lines with spans as pieces for tiles.
///
/// Owns scratch memory; one for each worker.
struct SpanPainter: Sendable {
  /// What the pieces of one row at one zoom have in common.
  struct Job: Sendable {
    let owner: UInt32
    let paint: Int32
    /// Grid units of the stroke's width, and of a pixel.
    let width: Double
    let pixel: Double
    /// How far a cut may move to bend nothing, grid units.
    let reach: Double
    /// Added to grid x.
    let offset: Int64

    init(owner: UInt32, row: FeatureTable.Row, at plan: ZoomPlan, offset: Int64) {
      (self.owner, self.offset) = (owner, offset)
      paint = row.paint
      pixel = plan.pixel
      width = Double(row.strokeWidth) * pixel
      reach = 1.5 * pixel
    }

    var halfWidth: Double { width / 2 }
    /// A stretch's pieces depend on what lies this far beyond its ends.
    var margin: Double { 4 * (halfWidth + reach + pixel) }
  }

  /// Pieces of colour from `borders[i]` to `borders[i + 1]`.
  private var borders: [Double] = []
  private var details: [UInt32] = []

  /// Appends the coloured pieces of the segments from vertex `first` to vertex `last`.
  mutating func appendStroke(
    of line: SpannedLine, _ paints: [SpanPaint], from first: Int, to last: Int, _ job: Job,
    to level: inout SliceLevel
  ) {
    let start = line.line.cut(atVertex: first)
    var end = line.line.cut(atVertex: last)
    end.segment = last - 1
    collect(line, paints, from: start.distance - job.margin, to: end.distance + job.margin, job)
    var piece = start
    for i in details.indices {
      var border: GridLine.Cut?
      if i + 1 < details.count {
        border = line.line.cut(
          near: borders[i + 1], after: borders[i], before: borders[i + 2],
          halfWidth: job.halfWidth, reach: job.reach)
        // No grid point between two borders: the piece shrinks to nothing.
        guard let border, border.distance > piece.distance else { continue }
      }
      let isLast = border.map { $0.distance >= end.distance } ?? true
      let to = isLast ? end : border ?? end
      if details[i] != PieceColor.clear {
        append(.line, line.line, from: piece, to: to, details[i], job, to: &level)
      }
      if isLast { break }
      piece = to
    }
  }

  /// Fills `borders` and `details` with what lies between two distances, equal neighbours joined.
  private mutating func collect(
    _ line: SpannedLine, _ paints: [SpanPaint], from: Double, to: Double, _ job: Job
  ) {
    borders.removeAll(keepingCapacity: true)
    details.removeAll(keepingCapacity: true)
    var walk = SpanWalk(line, from: from, pixel: job.pixel)
    while let stretch = walk.next() {
      if borders.isEmpty { borders.append(stretch.from) }
      let paint = paints[Int(line.track.styles[stretch.spans.lowerBound])]
      let isAlone = stretch.spans.count == 1
      if isAlone && (paint.isPlain || stretch.to - stretch.from >= job.pixel) {
        if paint.steps == 1 {
          add(paint.fromDetail, upTo: stretch.to)
        } else {
          addGradient(line, paint, stretch, job)
        }
      } else {
        let mean = line.track.meanColor(of: stretch.spans, paints)
        add(PieceColor.detail(mean.straight), upTo: stretch.to)
      }
      if stretch.to > to { break }
    }
  }

  private mutating func add(_ detail: UInt32, upTo border: Double) {
    if detail == details.last {
      borders[borders.count - 1] = border
    } else {
      details.append(detail)
      borders.append(border)
    }
  }

  /// Shortest piece of a gradient, pixels.
  private static let shortestStep = 4.0

  /// Adds pieces of constant colour, the first and the last of the gradient's own.
  private mutating func addGradient(
    _ line: SpannedLine, _ paint: SpanPaint, _ stretch: SpanWalk.Stretch, _ job: Job
  ) {
    let shortest = Self.shortestStep * job.pixel
    let room = ((stretch.to - stretch.from) / shortest).rounded(.down)
    let steps = Int(min(Double(paint.steps), max(room, 1)))
    guard steps > 1 else {
      add(PieceColor.detail(paint.mean.straight), upTo: stretch.to)
      return
    }
    let from = line.track.borders[stretch.spans.lowerBound]
    let length = line.track.borders[stretch.spans.upperBound] - from
    var vertex = line.line.x.count
    var first = 0
    var reached = stretch.from
    for step in 1...steps {
      var border = stretch.to
      if step < steps {
        border = line.distance(
          of: from + length * Double(step) / Double(steps), near: &vertex)
        // Where simplification has shortened the line, steps are joined.
        guard border - reached >= shortest, stretch.to - border >= shortest else { continue }
      }
      add(color(paint, first..<step, of: steps), upTo: border)
      (first, reached) = (step, border)
    }
  }

  /// The colour of steps of a gradient.
  private func color(_ paint: SpanPaint, _ steps: Range<Int>, of count: Int) -> UInt32 {
    if steps.lowerBound == 0 && steps.upperBound < count { return paint.fromDetail }
    if steps.lowerBound > 0 && steps.upperBound == count { return paint.toDetail }
    let middle = Double(steps.lowerBound + steps.upperBound - 1) / 2
    let mixed = paint.from.mixed(with: paint.to, at: middle / Double(count - 1))
    return PieceColor.detail(mixed.straight)
  }

  /// Appends the line between two cuts.
  func append(
    _ kind: Piece.Kind, _ line: GridLine, from: GridLine.Cut, to: GridLine.Cut, _ detail: UInt32,
    _ job: Job, to level: inout SliceLevel
  ) {
    let start = level.x.count
    var bounds = GridRect.empty
    func add(_ x: Int64, _ y: Int64) {
      let x = x + job.offset
      if level.x.count > start, level.x[level.x.count - 1] == x,
        level.y[level.y.count - 1] == y
      {
        return
      }
      level.x.append(x)
      level.y.append(y)
      bounds.grow(x, y)
    }
    add(from.x, from.y)
    if from.segment < to.segment {
      for vertex in from.segment + 1...to.segment { add(line.x[vertex], line.y[vertex]) }
    }
    add(to.x, to.y)
    guard level.x.count - start > 1 else {
      level.x.removeSubrange(start...)
      level.y.removeSubrange(start...)
      return
    }
    level.pieces.append(
      Piece(
        kind, owner: job.owner, paint: job.paint, detail: detail, start: start,
        end: level.x.count, bounds: bounds))
  }
}
