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
    /// Pieces leave the line by less than this.
    var leeway: Int64 { Int64(2 * pixel) + 2 }
  }

  /// Pieces of colour from `borders[i]` to `borders[i + 1]`.
  private var borders: [Double] = []
  private var details: [UInt32] = []
  /// Which of them let through what lies below.
  private var areTranslucent: [Bool] = []

  /// Appends the coloured pieces of the segments from vertex `first` to vertex `last`.
  mutating func appendStroke(
    of line: SpannedLine, _ paints: [SpanPaint], from first: Int, to last: Int, _ job: Job,
    to level: inout SliceLevel
  ) {
    let start = line.line.cut(atVertex: first)
    let end = line.line.cut(atVertex: last)
    collect(line, paints, from: start.distance - job.margin, to: end.distance + job.margin, job)
    clearCorners(line.line, job)
    var piece = start
    for i in details.indices {
      var border: GridLine.Cut?
      if i + 1 < details.count {
        border = line.line.cut(
          at: borders[i + 1], after: borders[i], before: borders[i + 2], for: stroke(at: i, job))
        // No grid point between two borders: the piece shrinks to nothing.
        guard let border, border.distance > piece.distance else {
          // One whose straight stretch takes the place of the first vertex.
          if let border, border.after > first { piece = border }
          continue
        }
      }
      let isLast = border.map { $0.distance >= end.distance } ?? true
      // A cut beyond the last vertex may take its place likewise.
      let to = isLast && border.map({ $0.before >= last }) ?? true ? end : border ?? end
      if details[i] != PieceColor.clear {
        append(.line, line.line, from: piece, to: to, details[i], job, to: &level)
      }
      if isLast { break }
      piece = to
    }
  }

  /// What matters for the cut between piece `i` and the next one.
  private func stroke(at i: Int, _ job: Job) -> GridLine.Stroke {
    let isClear = details[i] == PieceColor.clear || details[i + 1] == PieceColor.clear
    return GridLine.Stroke(
      halfWidth: job.halfWidth, pixel: job.pixel,
      isTranslucent: !isClear && (areTranslucent[i] || areTranslucent[i + 1]))
  }

  /// Moves borders out of corners. A piece of which too little is left to be cut cleanly, half a
  /// pixel or two if it is translucent, then gives way to its neighbours.
  private mutating func clearCorners(_ line: GridLine, _ job: Job) {
    let end = borders[details.count]
    var kept = 0
    var (start, isStartMoved) = (borders[0], false)
    var lastIdeal = start
    for i in details.indices {
      let ideal = borders[i + 1]
      let isLast = i + 1 == details.count
      var border = ideal
      if !isLast {
        // Of equally near places the one that takes from the longer piece.
        border = line.clearPlace(
          near: ideal, for: stroke(at: i, job),
          isEarlier: ideal - lastIdeal >= borders[i + 2] - ideal,
          isCrowded: min(ideal - lastIdeal, borders[i + 2] - ideal) < 8 * job.pixel)
      }
      let isMoved = border != ideal
      let least = areTranslucent[i] ? 2 * job.pixel : job.pixel / 2
      if border - start >= least || !(isMoved || isStartMoved) {
        // What has been moved over the piece before covers it.
        while kept > 0 && start <= borders[kept - 1] { kept -= 1 }
        (details[kept], areTranslucent[kept]) = (details[i], areTranslucent[i])
        (borders[kept], borders[kept + 1]) = (start, border)
        kept += 1
      }
      (start, isStartMoved, lastIdeal) = (border, isMoved, ideal)
    }
    borders[kept] = end
    borders.removeSubrange((kept + 1)...)
    details.removeSubrange(kept...)
    areTranslucent.removeSubrange(kept...)
  }

  /// Fills `borders` and `details` with what lies between two distances, equal neighbours joined.
  private mutating func collect(
    _ line: SpannedLine, _ paints: [SpanPaint], from: Double, to: Double, _ job: Job
  ) {
    borders.removeAll(keepingCapacity: true)
    details.removeAll(keepingCapacity: true)
    areTranslucent.removeAll(keepingCapacity: true)
    var walk = SpanWalk(line, from: from, pixel: job.pixel)
    while let stretch = walk.next() {
      if borders.isEmpty { borders.append(stretch.from) }
      let paint = paints[Int(line.track.styles[stretch.spans.lowerBound])]
      let isAlone = stretch.spans.count == 1
      if isAlone && (paint.isPlain || stretch.to - stretch.from >= job.pixel) {
        if paint.steps == 1 {
          add(paint.fromDetail, paint.from, upTo: stretch.to)
        } else {
          addGradient(line, paint, stretch, job)
        }
      } else {
        let mean = line.track.meanColor(of: stretch.spans, paints)
        add(PieceColor.detail(mean.straight), mean, upTo: stretch.to)
      }
      if stretch.to > to { break }
    }
  }

  private mutating func add(
    _ detail: UInt32, _ color: PremultipliedColor, upTo border: Double
  ) {
    if detail == details.last {
      borders[borders.count - 1] = border
    } else {
      details.append(detail)
      areTranslucent.append(color.channels.w < 1)
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
      add(PieceColor.detail(paint.mean.straight), paint.mean, upTo: stretch.to)
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
      let (detail, color) = color(paint, first..<step, of: steps)
      add(detail, color, upTo: border)
      (first, reached) = (step, border)
    }
  }

  /// The colour of steps of a gradient.
  private func color(
    _ paint: SpanPaint, _ steps: Range<Int>, of count: Int
  ) -> (detail: UInt32, color: PremultipliedColor) {
    if steps.lowerBound == 0 && steps.upperBound < count { return (paint.fromDetail, paint.from) }
    if steps.lowerBound > 0 && steps.upperBound == count { return (paint.toDetail, paint.to) }
    let middle = Double(steps.lowerBound + steps.upperBound - 1) / 2
    let mixed = paint.from.mixed(with: paint.to, at: middle / Double(count - 1))
    return (PieceColor.detail(mixed.straight), mixed)
  }

  /// Appends the line between two cuts.
  func append(
    _ kind: Piece.Kind, _ line: GridLine, from: GridLine.Cut, to: GridLine.Cut, _ detail: UInt32,
    _ job: Job, to level: inout SliceLevel
  ) {
    let start = level.x.count
    var bounds = GridRect.empty
    /// Points in a row, such as those of a straight stretch often are, are one segment.
    func add(_ x: Int64, _ y: Int64, isInRow: Bool = false) {
      let x = x + job.offset
      let last = level.x.count - 1
      if last >= start, level.x[last] == x, level.y[last] == y { return }
      if isInRow, last > start {
        let (dx, dy) = (x - level.x[last - 1], y - level.y[last - 1])
        if dx * (level.y[last] - level.y[last - 1]) == dy * (level.x[last] - level.x[last - 1]) {
          (level.x[last], level.y[last]) = (x, y)
          bounds.grow(x, y)
          return
        }
      }
      level.x.append(x)
      level.y.append(y)
      bounds.grow(x, y)
    }
    add(from.x, from.y)
    if from.hasLead { add(from.x + from.leadX, from.y + from.leadY) }
    var isAfterLead = from.hasLead
    if from.after <= to.before {
      for vertex in from.after...to.before {
        add(line.x[vertex], line.y[vertex], isInRow: isAfterLead)
        isAfterLead = false
      }
    }
    if to.hasLead { add(to.x - to.leadX, to.y - to.leadY, isInRow: isAfterLead) }
    add(to.x, to.y, isInRow: to.hasLead || isAfterLead)
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
