import MapMath
import OverlayModel

/// Polygons and circles: rings that close, round poles too, and their outlines.
extension OverlayFlattener {
  mutating func appendPolygon(
    _ feature: FeatureBatch.Feature, _ index: Int32, _ look: Overlay.Look?,
    _ batch: borrowing FeatureBatch, _ chunk: inout FlattenedChunk
  ) {
    var polygon = PolygonLook()
    if case .polygon(let look) = look { polygon = look }
    let isFilled = polygon.fillColor != nil
    let isOutlined = polygon.strokeColor != nil && polygon.strokeWidth > 0
    guard isFilled || isOutlined else {
      chunk.note(
        .skipped, .notDrawn, feature, "overlay", "no fillColor and no strokeColor",
        "a polygon without both draws nothing")
      return
    }
    let rule: LongitudeUnwrapping.Rule =
      switch antimeridian {
      case .planar: .planar
      case .short: .shortWay
      case .auto: feature.isPlain ? .longEdgesAsGiven : .shortWay
      }
    let firstPart = Int32(chunk.parts.count)
    var longEdges = 0
    openOutline.removeAll()
    for part in feature.parts {
      var spansWorld = false
      var middle: Double?
      var rings = 0
      for path in batch.paths(ofPart: part) {
        let isOuter = path == batch.paths(ofPart: part).lowerBound
        let range = batch.positions(ofPath: path)
        longitudes.removeAll(keepingCapacity: true)
        let summary = LongitudeUnwrapping.unwrap(
          batch.longitudes.span.extracting(range), rule: rule, isClosed: true, into: &longitudes)
        longEdges += summary.longEdges
        moveNear(&middle)
        let start = chunk.block.x.count
        breaks.removeAll(keepingCapacity: true)
        trace(
          batch.latitudes.span.extracting(range), summary.turns, polygon.geodesic, feature, &chunk)
        if isOutlined {
          openOutline.note(
            x: chunk.block.x[start...], y: chunk.block.y[start...], isRing: summary.turns == 0,
            path: chunk.block.pathEnds.count)
        }
        if summary.turns != 0 {
          let pole = PoleClosing.close(
            x: &chunk.block.x, y: &chunk.block.y, start: start, rule: polygon.pole.rule,
            isRepeated: true)
          chunk.note(
            .altered, .ringRoundPole, feature, "geometry", "a ring round a pole",
            "it is closed along the map's \(pole == .north ? "northern" : "southern") edge")
          spansWorld = true
        }
        if endRing(from: start, &chunk) {
          rings += 1
        } else if isOuter {
          break
        }
      }
      chunk.appendPart(pathCount: rings, spansWorld: spansWorld)
    }
    noteLongEdges(longEdges, rule, feature, &chunk)
    if isFilled {
      chunk.appendRow(.polygon, isMain: true, .polygons, parts: firstPart, feature: index)
    }
    guard isOutlined else { return }
    if openOutline.closes {
      chunk.appendRow(.stroke, isMain: false, .outlines, parts: firstPart, feature: index)
    } else {
      let firstLine = Int32(chunk.parts.count)
      openOutline.append(to: &chunk)
      chunk.appendRow(.stroke, isMain: false, .lines, parts: firstLine, feature: index)
    }
  }

  /// Ends the ring that starts at `start`: cuts it to the map. Returns whether anything of it lies
  /// there.
  private mutating func endRing(from start: Int, _ chunk: inout FlattenedChunk) -> Bool {
    guard WorldBand.cutRing(x: &chunk.block.x, y: &chunk.block.y, from: start) != .beyond else {
      leavesMap = true
      return false
    }
    rotateRing(from: start, &chunk)
    chunk.block.pathEnds.append(Int32(chunk.block.x.count))
    return true
  }

  /// Reports edges over 180 degrees, which by the short way are those of a whole turn.
  private func noteLongEdges(
    _ count: Int, _ rule: LongitudeUnwrapping.Rule, _ feature: FeatureBatch.Feature,
    _ chunk: inout FlattenedChunk
  ) {
    guard count > 0 else { return }
    let edges = count == 1 ? "an edge" : "\(count) edges"
    let (found, consequence) =
      switch rule {
      case .shortWay: ("\(edges) of 360 degrees", "once round the world")
      case .planar:
        ("\(edges) longer than 180 degrees", "the long way, as the numbers say")
      case .longEdgesAsGiven:
        (
          "\(edges) longer than 180 degrees",
          "the long way, as the numbers say (RFC 7946, 3.1.9); --antimeridian short goes the other"
        )
      }
    chunk.note(
      .altered, .longEdge, feature, "geometry", found,
      "\(count == 1 ? "it runs" : "they run") \(consequence)")
  }

  /// Moves a hole by whole turns to where its exterior lies; the first ring sets the place.
  private mutating func moveNear(_ middle: inout Double?) {
    guard let low = longitudes.min(), let high = longitudes.max() else { return }
    let own = (low + high) / 2
    guard let place = middle else {
      middle = own
      return
    }
    let turns = ((place - own) / 360).rounded()
    if turns != 0 { for i in longitudes.indices { longitudes[i] += 360 * turns } }
  }

  /// Drops a ring's repeated last vertex, and starts it at its westernmost, then northernmost
  /// vertex, so that simplification does not depend on where the input starts it.
  private mutating func rotateRing(from start: Int, _ chunk: inout FlattenedChunk) {
    var end = chunk.block.x.count
    while end - start > 1 && chunk.block.x[end - 1] == chunk.block.x[start]
      && chunk.block.y[end - 1] == chunk.block.y[start]
    {
      end -= 1
    }
    chunk.block.x.removeSubrange(end...)
    chunk.block.y.removeSubrange(end...)
    guard end > start else { return }
    var first = start
    for i in start..<end
    where (chunk.block.x[i], chunk.block.y[i]) < (chunk.block.x[first], chunk.block.y[first]) {
      first = i
    }
    guard first > start else { return }
    ringX.removeAll(keepingCapacity: true)
    ringY.removeAll(keepingCapacity: true)
    ringX.append(contentsOf: chunk.block.x[start..<first])
    ringY.append(contentsOf: chunk.block.y[start..<first])
    let moved = end - first
    for i in 0..<moved {
      chunk.block.x[start + i] = chunk.block.x[first + i]
      chunk.block.y[start + i] = chunk.block.y[first + i]
    }
    for i in ringX.indices {
      chunk.block.x[start + moved + i] = ringX[i]
      chunk.block.y[start + moved + i] = ringY[i]
    }
  }

  mutating func appendCircles(
    _ feature: FeatureBatch.Feature, _ index: Int32, _ look: CircleLook,
    _ batch: borrowing FeatureBatch, _ chunk: inout FlattenedChunk
  ) {
    let isFilled = look.fillColor != nil
    let isOutlined = look.strokeColor != nil && look.strokeWidth > 0
    guard isFilled || isOutlined else {
      chunk.note(
        .skipped, .notDrawn, feature, "overlay", "no fillColor and no stroke",
        "a circle without both draws nothing")
      return
    }
    let firstFill = Int32(chunk.parts.count)
    var outlines: [WorldPaths] = []
    for part in feature.parts {
      for path in batch.paths(ofPart: part) {
        for i in batch.positions(ofPath: path) {
          let center = LatLng(latitude: batch.latitudes[i], longitude: batch.longitudes[i])
          guard let cap = SphericalCap(center: center, radius: look.radius) else { continue }
          fill.removeAll()
          outline.removeAll()
          let extent = cap.trace(
            tolerance: tolerance, fill: &fill, outline: &outline, isRepeated: true)
          if isFilled {
            var rings = 0
            for ring in 0..<fill.count {
              let start = chunk.block.x.count
              chunk.block.x += fill.x[fill.range(ring)]
              chunk.block.y += fill.y[fill.range(ring)]
              if endRing(from: start, &chunk) { rings += 1 } else if ring == 0 { break }
            }
            chunk.appendPart(pathCount: rings, spansWorld: extent != .simple)
          }
          outlines.append(outline)
        }
      }
    }
    if isFilled {
      chunk.appendRow(
        .polygon, isMain: true, .polygons, parts: firstFill, feature: index, exact: true)
    }
    guard isOutlined else { return }
    if !isFilled, !outlines.isEmpty, outlines.allSatisfy({ $0.count == 0 }) {
      chunk.note(
        .skipped, .notDrawn, feature, "overlay.radius", "\(look.radius) and no fillColor",
        "a circle that covers the globe has no rim; without a fillColor it draws nothing")
      return
    }
    appendOutlines(outlines, feature: index, &chunk)
  }

  private mutating func appendOutlines(
    _ outlines: [WorldPaths], feature: Int32, _ chunk: inout FlattenedChunk
  ) {
    let first = Int32(chunk.parts.count)
    openOutline.removeAll()
    for outline in outlines {
      for line in 0..<outline.count {
        let (x, y) = (outline.x[outline.range(line)], outline.y[outline.range(line)])
        let isRing = x.count > 3 && x.first == x.last && y.first == y.last
        openOutline.note(
          x: isRing ? x.dropLast() : x, y: isRing ? y.dropLast() : y, isRing: isRing)
      }
    }
    if openOutline.closes {
      for outline in outlines {
        for line in 0..<outline.count {
          let start = chunk.block.x.count
          chunk.block.x += outline.x[outline.range(line)]
          chunk.block.y += outline.y[outline.range(line)]
          rotateRing(from: start, &chunk)
          chunk.block.pathEnds.append(Int32(chunk.block.x.count))
          chunk.appendPart(pathCount: 1)
        }
      }
    } else {
      openOutline.append(to: &chunk)
    }
    if chunk.parts.count == Int(first) { leavesMap = true }
    chunk.appendRow(
      .stroke, isMain: false, openOutline.closes ? .outlines : .lines, parts: first,
      feature: feature, exact: true)
  }
}

extension PolygonLook.Pole {
  /// The rule by which a ring round a pole is closed.
  var rule: PoleClosing.Rule {
    switch self {
    case .smaller: .smallerCap
    case .north: .north
    case .south: .south
    case .sdk: .sdk
    }
  }
}
