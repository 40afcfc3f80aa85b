import MapMath

/// A character of a cluster's number: strokes of a round pen.
struct ClusterGlyph {
  /// Size of its image in points.
  static let width = 9, height = 14
  /// The box that strokes are drawn in: left, top, width, height in points.
  private static let box = (left: 1.8, top: 2.2, width: 5.4, height: 9.6)
  /// Half the width of the pen, points.
  private static let pen = 0.85

  let character: Character
  /// Chains of points in the unit square, y down.
  private let strokes: [[(x: Double, y: Double)]]

  /// The characters that numbers are made of.
  static var all: [ClusterGlyph] {
    let six = [
      arc(0.5, 0.68, 0.5, 0.32, 0, 360), [(0, 0.68), (0.06, 0.4), (0.3, 0.12), (0.75, 0)],
    ]
    return [
      ClusterGlyph("0", [arc(0.5, 0.5, 0.5, 0.5, 0, 360)]),
      ClusterGlyph("1", [[(0.1, 0.24), (0.6, 0), (0.6, 1)]]),
      ClusterGlyph("2", [arc(0.5, 0.29, 0.48, 0.29, 190, 400) + [(0, 1), (1, 1)]]),
      ClusterGlyph(
        "3", [arc(0.46, 0.25, 0.45, 0.25, 200, 450), arc(0.46, 0.73, 0.52, 0.27, 270, 510)]),
      ClusterGlyph("4", [[(0.74, 1), (0.74, 0), (0, 0.7), (1, 0.7)]]),
      ClusterGlyph(
        "5", [[(0.9, 0), (0.16, 0), (0.08, 0.44)] + arc(0.44, 0.68, 0.54, 0.32, 230, 515)]),
      ClusterGlyph("6", six),
      ClusterGlyph("7", [[(0, 0), (1, 0), (0.36, 1)]]),
      ClusterGlyph(
        "8", [arc(0.5, 0.25, 0.42, 0.25, 0, 360), arc(0.5, 0.74, 0.5, 0.26, 0, 360)]),
      ClusterGlyph("9", six.map { $0.map { (1 - $0.x, 1 - $0.y) } }),
      ClusterGlyph(".", [[(0.5, 1), (0.5, 1)]]),
      ClusterGlyph(
        "k", [[(0.05, 0), (0.05, 1)], [(0.9, 0.36), (0.05, 0.76)], [(0.38, 0.6), (0.95, 1)]]),
      ClusterGlyph("M", [[(0, 1), (0, 0), (0.5, 0.62), (1, 0), (1, 1)]]),
      ClusterGlyph("G", [arc(0.5, 0.5, 0.5, 0.5, -45, -360) + [(0.55, 0.5)]]),
    ]
  }

  private init(_ character: Character, _ strokes: [[(x: Double, y: Double)]]) {
    (self.character, self.strokes) = (character, strokes)
  }

  /// Points of an ellipse from one angle to another, degrees from the right, clockwise.
  private static func arc(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ from: Double, _ to: Double
  ) -> [(x: Double, y: Double)] {
    let steps = 24
    return (0...steps).map { step in
      let turn = Elementary.sinCos(degrees: from + (to - from) * Double(step) / Double(steps))
      return (x + width * turn.cos, y + height * turn.sin)
    }
  }

  /// Points that a place lies within the strokes, below 0 outside; x and y in points of the image.
  func depth(_ x: Double, _ y: Double) -> Double {
    var nearest = Double.infinity
    for stroke in strokes {
      for (a, b) in zip(stroke, stroke.dropFirst()) {
        nearest = min(nearest, Self.distance(x, y, Self.place(a), Self.place(b)))
      }
    }
    return Self.pen - nearest
  }

  private static func place(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
    (box.left + point.x * box.width, box.top + point.y * box.height)
  }

  private static func distance(
    _ x: Double, _ y: Double, _ a: (x: Double, y: Double), _ b: (x: Double, y: Double)
  ) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = dx * dx + dy * dy
    let share =
      length > 0 ? min(max(((x - a.x) * dx + (y - a.y) * dy) / length, 0), 1) : 0
    let (ex, ey) = (x - a.x - share * dx, y - a.y - share * dy)
    return (ex * ex + ey * ey).squareRoot()
  }
}
