import MapMath
import TileGeometry

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Stamps: one for each stroke's width of a span, counted from its start.
extension SpanPainter {
  /// Appends the sprite stamps whose centres lie between two vertices.
  func appendSprites(
    of line: SpannedLine, _ paints: [SpanPaint], from first: Int, to last: Int, _ job: Job,
    to level: inout SliceLevel
  ) {
    let (low, high) = (line.line.distances[first], line.line.distances[last])
    forEachStamped(line, paints, low, high, job, image: { $0.sprite }) { stretch, image in
      // The first centre lies half a stamp from the start.
      var number = max(0, ((low - stretch.from) / job.width - 0.5).rounded(.up))
      while true {
        let distance = stretch.from + (number + 0.5) * job.width
        guard distance < min(stretch.to, high) else { break }
        let point = line.line.point(at: distance)
        let x = point.x + job.offset
        level.x.append(x)
        level.y.append(point.y)
        level.pieces.append(
          Piece(
            .points, owner: job.owner, paint: job.paint,
            detail: StampDetail.sprite(image: image, dx: point.dx, dy: point.dy),
            start: level.x.count - 1, end: level.x.count,
            bounds: GridRect(minX: x, minY: point.y, maxX: x, maxY: point.y)))
        number += 1
      }
    }
  }

  /// Appends the textures that touch the segments between two vertices, each repetition a line.
  func appendTextures(
    of line: SpannedLine, _ paints: [SpanPaint], from first: Int, to last: Int, _ job: Job,
    to level: inout SliceLevel
  ) {
    let (low, high) = (line.line.distances[first], line.line.distances[last])
    forEachStamped(line, paints, low, high, job, image: { $0.texture }) { stretch, image in
      var number = max(0, ((low - stretch.from) / job.width).rounded(.down) - 1)
      while stretch.from + number * job.width < min(stretch.to, high) {
        let from = textureBorder(number, line.line, stretch, job)
        let to = textureBorder(number + 1, line.line, stretch, job)
        if to.distance > from.distance {
          append(
            .wholeLine, line.line, from: from, to: to, UInt32(image), job, to: &level)
        }
        number += 1
      }
    }
  }

  /// Where repetition `number` starts. It moves little: the image would not fit any more.
  private func textureBorder(
    _ number: Double, _ line: GridLine, _ stretch: SpanWalk.Stretch, _ job: Job
  ) -> GridLine.Cut {
    let ideal = min(stretch.from + number * job.width, stretch.to)
    let reach = min(job.reach / 12, job.width / 4)
    let cut = line.snappedCut(
      near: ideal, after: ideal - job.width, before: ideal + job.width, reach: reach)
    if let cut, ideal > 0, ideal < line.length { return cut }
    let point = line.point(at: ideal)
    return GridLine.Cut(before: line.segment(at: ideal), x: point.x, y: point.y, distance: ideal)
  }

  /// Calls `draw` with each span of a pixel or more that has an image and lies between two
  /// distances.
  private func forEachStamped(
    _ line: SpannedLine, _ paints: [SpanPaint], _ low: Double, _ high: Double, _ job: Job,
    image: (SpanPaint) -> Int32, draw: (SpanWalk.Stretch, Int32) -> Void
  ) {
    var walk = SpanWalk(line, from: low - job.width, pixel: job.pixel)
    while let stretch = walk.next(), stretch.from <= high {
      guard stretch.spans.count == 1, stretch.to - stretch.from >= job.pixel else { continue }
      let number = image(paints[Int(line.track.styles[stretch.spans.lowerBound])])
      if number >= 0 { draw(stretch, number) }
    }
  }
}

/// The detail of a stamp's piece: the number of its image, and how it is turned.
enum StampDetail {
  private static let turnBits: UInt32 = 12

  /// A sprite whose top points against the direction (dx, dy), y south.
  static func sprite(image: Int32, dx: Int64, dy: Int64) -> UInt32 {
    // Clockwise from east; an upright image points north, a quarter turn before that.
    let degrees = Elementary.atan2(Double(dy), Double(dx)) * 180 / .pi - 90
    var steps = (degrees / 360 * PieceTags.turnSteps).rounded()
    if steps < 0 { steps += PieceTags.turnSteps }
    return UInt32(image) << turnBits | UInt32(steps)
  }

  /// Number of the image and turning steps.
  static func parts(_ detail: UInt32) -> (image: Int, turn: UInt32) {
    (Int(detail >> turnBits), detail & (1 << turnBits - 1))
  }
}
