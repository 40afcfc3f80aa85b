import TileGeometry

/// A line with spans on a zoom's grid: simplified, measured, not cut.
///
/// Made once for each part and zoom. Everything that is drawn from it depends on nothing else, so
/// that work units which draw different stretches of it agree.
struct SpannedLine: Sendable {
  let line: GridLine
  /// Distances on `line` of the start and the end of each segment of the part: where they lie
  /// beside it before rounding, vertices that were simplified away as well as others. They ascend
  /// along a segment of `line`, and may lie before its start or behind its end by the rounding.
  private let starts: [Double], ends: [Double]
  /// The segment of `line` that stands for each segment of the part.
  private let segments: [Int32]
  let track: SpanTrack

  /// - Parameters:
  ///   - line: The vertices that were kept.
  ///   - kept: Their indices in the part.
  ///   - x: World x of the part's vertices.
  ///   - scale: Grid units of the world.
  init(
    _ line: GridLine, kept: ArraySlice<Int32>, x: Span<Double>, y: Span<Double>, scale: Double,
    track: SpanTrack
  ) {
    (self.line, self.track) = (line, track)
    var starts = [Double](repeating: line.length, count: x.count - 1)
    var ends = starts
    // What comes behind the last vertex that was kept lies on its grid point: on the last segment.
    var segments = [Int32](repeating: Int32(line.x.count - 2), count: x.count - 1)
    for (segment, (first, last)) in zip(kept, kept.dropFirst()).enumerated() {
      let startX = Double(line.x[segment])
      let startY = Double(line.y[segment])
      let dx = Double(line.x[segment + 1]) - startX
      let dy = Double(line.y[segment + 1]) - startY
      let start = line.distances[segment]
      let length = line.distances[segment + 1] - start
      // A stretch that turns back within the tolerance does not run backward.
      var reached = -Double.infinity
      for i in Int(first)...Int(last) {
        let along = ((x[i] * scale - startX) * dx + (y[i] * scale - startY) * dy) / length
        reached = max(reached, along)
        if i < last { (starts[i], segments[i]) = (start + reached, Int32(segment)) }
        if i > first { ends[i - 1] = start + reached }
      }
    }
    starts[0] = 0
    ends[ends.count - 1] = line.length
    (self.starts, self.ends, self.segments) = (starts, ends, segments)
  }

  /// A line that has shrunk to a point, drawn as a stub.
  init(stub line: GridLine, track: SpanTrack) {
    (self.line, self.track) = (line, track)
    starts = track.vertices.indices.dropLast().map { $0 == 0 ? 0 : line.length }
    ends = [Double](repeating: line.length, count: starts.count)
    segments = [Int32](repeating: 0, count: starts.count)
  }

  /// The distance of a place of the track.
  ///
  /// - Parameter near: A vertex from which to look for it; receives the one before it.
  func distance(of place: Double, near vertex: inout Int) -> Double {
    let places = track.vertices
    let last = places.count - 2
    vertex = min(max(vertex, 0), last)
    // Steps that double, then halve.
    var step = 1
    while vertex > 0 && places[vertex] > place {
      vertex = max(0, vertex - step)
      step *= 2
    }
    step = 1
    while vertex < last && places[vertex + 1] <= place {
      let next = min(last, vertex + step)
      if places[next] <= place {
        vertex = next
        step *= 2
      } else {
        step = max(1, step / 2)
      }
    }
    let length = places[vertex + 1] - places[vertex]
    let part = length > 0 ? min(max((place - places[vertex]) / length, 0), 1) : 0
    let segment = Int(segments[vertex])
    let first = line.distances[segment]
    // At a vertex that was kept.
    if part == 0, vertex > 0, Int(segments[vertex - 1]) < segment { return first }
    let distance = starts[vertex] + (ends[vertex] - starts[vertex]) * part
    return min(max(distance, first), line.distances[segment + 1])
  }

  /// The distance at which a span starts; that of the number of spans is the end of the last.
  func border(_ span: Int, near vertex: inout Int) -> Double {
    distance(of: track.borders[span], near: &vertex)
  }
}
