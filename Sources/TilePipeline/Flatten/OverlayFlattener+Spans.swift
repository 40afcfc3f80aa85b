import MapMath
import OverlayModel

/// Spans: where they lie on a path, measured on its own vertices.
extension OverlayFlattener {
  /// The spans of a path in segments, their styles numbered in the chunk.
  ///
  /// - Returns: `nil` when the overlay's spans cannot be laid out on this path, which is noted.
  func layOut(
    _ look: PolylineLook, _ feature: FeatureBatch.Feature, _ positions: Range<Int>,
    _ batch: borrowing FeatureBatch, _ chunk: inout FlattenedChunk
  ) -> [ResolvedSpan]? {
    do throws(SpanError) {
      switch look.spans {
      case .none: return []
      case .list(let list):
        return try StyleSpan.resolve(list, segmentCount: positions.count - 1)
      case .pattern(let pattern):
        return try pattern.resolved(
          latitudes: batch.latitudes.span.extracting(positions),
          longitudes: batch.longitudes.span.extracting(positions))
      }
    } catch {
      chunk.note(
        .skipped, .memberRange, feature, "overlay.spans", error.found, error.allowed)
      return nil
    }
  }

  /// Measures the traced path from vertex `start` of the block on, and its spans.
  ///
  /// - Parameters:
  ///   - spans: Ascending, in segments of the path.
  ///   - along: Place of each traced vertex in segments; empty when vertices are those of the path.
  func track(
    _ spans: [ResolvedSpan], styles: [Int32], from start: Int, along: [Double],
    _ block: borrowing FeatureTable.Block
  ) -> SpanTrack {
    var track = SpanTrack()
    let count = block.x.count - start
    track.vertices.reserveCapacity(count)
    var sum = CompensatedSum()
    var nextBreak = 0
    for i in start..<block.x.count {
      if nextBreak < breaks.count && breaks[nextBreak] == i {
        nextBreak += 1
      } else if i > start {
        let dx = block.x[i] - block.x[i - 1]
        let dy = block.y[i] - block.y[i - 1]
        sum.add((dx * dx + dy * dy).squareRoot())
      }
      track.vertices.append(sum.value)
    }
    track.borders.reserveCapacity(spans.count + 1)
    track.styles.reserveCapacity(spans.count)
    var vertex = 0
    func place(_ segments: Double) -> Double {
      if along.isEmpty {
        vertex = min(Int(segments), count - 2)
      } else {
        while vertex < count - 2 && along[vertex + 1] <= segments { vertex += 1 }
      }
      let low = along.isEmpty ? Double(vertex) : along[vertex]
      let high = along.isEmpty ? low + 1 : along[vertex + 1]
      let part = high > low ? min(max((segments - low) / (high - low), 0), 1) : 0
      return track.vertices[vertex] + (track.vertices[vertex + 1] - track.vertices[vertex]) * part
    }
    var last = 0.0
    for span in spans {
      let from = max(last, place(span.start))
      track.borders.append(from)
      track.styles.append(styles[span.style])
      last = from
    }
    track.borders.append(track.vertices[count - 1])
    track.dropEmpty()
    return track
  }
}

extension SpanTrack {
  /// Drops spans without length: those on segments that are points.
  mutating func dropEmpty() {
    var kept = 0
    for i in styles.indices where borders[i + 1] > borders[i] {
      styles[kept] = styles[i]
      borders[kept] = borders[i]
      kept += 1
    }
    guard let end = borders.last else { return }
    styles.removeSubrange(kept...)
    borders.removeSubrange(kept...)
    borders.append(end)
  }

  /// The part of the track between two of its vertices, ends included.
  func part(_ range: ClosedRange<Int>) -> SpanTrack {
    var part = SpanTrack()
    part.vertices = Array(vertices[range])
    let (from, to) = (vertices[range.lowerBound], vertices[range.upperBound])
    var end = to
    for i in styles.indices where borders[i + 1] > from && borders[i] < to {
      part.borders.append(borders[i])
      part.styles.append(styles[i])
      end = borders[i + 1]
    }
    part.borders.append(end)
    return part
  }
}

extension SpanError {
  /// What was found, in words.
  var found: String {
    switch self {
    case .segments(let index, let count): "\(count) segments in span \(index)"
    case .stylesMissing: "a pattern without styles"
    case .lengthsMissing: "a pattern without lengths"
    case .length(let index, let length): "length \(length) at index \(index)"
    case .lengthSum(let sum): "lengths with the sum \(sum)"
    case .offset(let offset): "offset \(offset)"
    case .tooMany(let limit): "a pattern that makes more than \(limit) spans of the line"
    }
  }

  /// What is allowed, in words.
  var allowed: String {
    switch self {
    case .segments: "a count is a number above 0"
    case .stylesMissing, .lengthsMissing: "a pattern has at least one style and one length"
    case .length: "lengths are numbers from 0 up"
    case .lengthSum: "one length at least is above 0"
    case .offset: "an offset is a number"
    case .tooMany(let limit): "a line may have \(limit)"
    }
  }
}
