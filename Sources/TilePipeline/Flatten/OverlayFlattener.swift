import MapMath
import OverlayModel
import TileGeometry

/// Turns overlays into points, lines and polygons in world coordinates: unwraps longitudes, traces
/// edges that are curves on the map, makes circles into rings, closes rings round a pole.
///
/// The last step that knows what a polyline or a circle is. Curves are traced once, to a quarter of
/// a grid unit at the deepest zoom; what a zoom does not need of them its simplification drops.
/// Owns scratch memory; one for each task that reads.
struct OverlayFlattener: Sendable {
  let edges: BuildOptions.Edges
  let antimeridian: BuildOptions.Antimeridian
  /// A quarter of a grid unit at the deepest zoom, world units.
  let tolerance: Double

  private var measurer = VertexImportance()
  private var longitudes: [Double] = []
  private var ringX: [Double] = []
  private var ringY: [Double] = []
  private var along: [Double] = []
  private var breaks: [Int] = []
  private var importance: [Float] = []
  private var fill = WorldPaths()
  private var outline = WorldPaths()

  init(edges: BuildOptions.Edges, antimeridian: BuildOptions.Antimeridian, tolerance: Double) {
    (self.edges, self.antimeridian, self.tolerance) = (edges, antimeridian, tolerance)
  }

  /// Flattens the features of a batch.
  mutating func flatten(_ batch: consuming FeatureBatch, input: Int, sequence: Int)
    -> FlattenedChunk
  {
    var chunk = FlattenedChunk()
    (chunk.input, chunk.sequence) = (input, sequence)
    chunk.features = batch.features
    chunk.overlays = batch.overlays
    chunk.tags = batch.tags
    chunk.keys = batch.keys
    chunk.values = batch.values
    chunk.findings = batch.findings
    chunk.recordCount = batch.recordCount
    for (index, feature) in batch.features.enumerated() {
      let overlay = feature.overlay >= 0 ? batch.overlays[Int(feature.overlay)] : nil
      if let overlay, !overlay.visible {
        chunk.note(
          .skipped, .notDrawn, feature, "overlay.visible", "false",
          "an invisible overlay is left out")
        continue
      }
      switch (feature.kind, overlay?.look) {
      case (.polyline, let look):
        appendPolyline(feature, Int32(index), look, batch, &chunk)
      case (.polygon, let look):
        appendPolygon(feature, Int32(index), look, batch, &chunk)
      case (.circle, .circle(let look)):
        appendCircles(feature, Int32(index), look, batch, &chunk)
      case (.marker, _), (.circle, _):
        appendMarkers(feature, Int32(index), batch, &chunk)
      case (.groundOverlay, _):
        chunk.note(
          .skipped, .unsupported, feature, "overlay.type", "groundOverlay",
          "images on the ground are not drawn yet")
      }
    }
    measure(&chunk)
    return chunk
  }

  // MARK: Lines

  private mutating func appendPolyline(
    _ feature: FeatureBatch.Feature, _ index: Int32, _ look: Overlay.Look?,
    _ batch: borrowing FeatureBatch, _ chunk: inout FlattenedChunk
  ) {
    var geodesic = false
    if case .polyline(let look) = look {
      geodesic = look.geodesic
      if look.strokeWidth <= 0 {
        chunk.note(
          .skipped, .notDrawn, feature, "overlay.strokeWidth", "0",
          "a line without width draws nothing")
        return
      }
      if look.spans != .none {
        chunk.note(
          .altered, .unsupported, feature, "overlay.spans", "spans",
          "spans are not drawn yet; the line has its strokeColor throughout")
      }
    }
    let firstPart = Int32(chunk.parts.count)
    let rule: LongitudeUnwrapping.Rule = antimeridian == .planar ? .planar : .shortWay
    for part in feature.parts {
      for path in batch.paths(ofPart: part) {
        let range = batch.positions(ofPath: path)
        longitudes.removeAll(keepingCapacity: true)
        _ = LongitudeUnwrapping.unwrap(
          batch.longitudes.span.extracting(range), rule: rule, isClosed: false, into: &longitudes)
        let start = chunk.block.x.count
        breaks.removeAll(keepingCapacity: true)
        trace(batch.latitudes.span.extracting(range), nil, geodesic, feature, &chunk)
        closePaths(from: start, &chunk)
      }
    }
    chunk.appendRow(.stroke, isMain: true, .lines, parts: firstPart, feature: index)
  }

  /// Traces `longitudes` with `latitudes` into the chunk's block.
  private mutating func trace(
    _ latitudes: Span<Double>, _ turns: Int?, _ geodesic: Bool, _ feature: FeatureBatch.Feature,
    _ chunk: inout FlattenedChunk
  ) {
    let curve: EdgeTracer.Curve =
      geodesic || edges == .geodesic ? .geodesic : (edges == .lnglat ? .lnglat : .mercator)
    let start = chunk.block.x.count
    if curve == .mercator {
      project(latitudes, turns, &chunk)
      return
    }
    ringX.removeAll(keepingCapacity: true)
    ringY.removeAll(keepingCapacity: true)
    along.removeAll(keepingCapacity: true)
    let tracer = EdgeTracer(curve: curve, tolerance: tolerance, placesAlong: false)
    let longitudes = longitudes
    let summary = tracer.trace(
      latitudes: latitudes, longitudes: longitudes.span, turns: turns, x: &ringX, y: &ringY,
      along: &along, breaks: &breaks)
    chunk.block.x += ringX
    chunk.block.y += ringY
    for i in breaks.indices { breaks[i] += start }
    if summary.antipodalEdges > 0 {
      chunk.note(
        .altered, .longEdge, feature, "geometry", "an edge between opposite points of the globe",
        "it is drawn over the North Pole")
    }
  }

  /// Projects `longitudes` with `latitudes`, the ends of straight edges, into the chunk's block; a
  /// ring with turns gets its first position once more, as many worlds further east.
  private func project(_ latitudes: Span<Double>, _ turns: Int?, _ chunk: inout FlattenedChunk) {
    let start = chunk.block.x.count
    for longitude in longitudes { chunk.block.x.append(Mercator.worldX(longitude: longitude)) }
    chunk.block.y.append(contentsOf: repeatElement(0, count: latitudes.count))
    for i in latitudes.indices {
      chunk.block.y[start + i] = Mercator.worldY(latitude: latitudes[i])
    }
    if let turns, turns != 0 {
      chunk.block.x.append(chunk.block.x[start] + Double(turns))
      chunk.block.y.append(chunk.block.y[start])
    }
  }

  /// Ends the path that starts at `start`, and one before each break.
  private func closePaths(from start: Int, _ chunk: inout FlattenedChunk) {
    var from = start
    for end in breaks + [chunk.block.x.count] where end > from {
      chunk.block.pathEnds.append(Int32(end))
      chunk.appendPart(pathCount: 1)
      from = end
    }
  }

  // MARK: Areas

  private mutating func appendPolygon(
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
      case .auto: feature.overlay < 0 ? .longEdgesAsGiven : .shortWay
      }
    let firstPart = Int32(chunk.parts.count)
    var longEdges = 0
    var chains: [(x: [Double], y: [Double])] = []
    for part in feature.parts {
      var spansWorld = false
      var middle: Double?
      var rings = 0
      for path in batch.paths(ofPart: part) {
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
        if summary.turns != 0 {
          if isOutlined {
            chains.append((Array(chunk.block.x[start...]), Array(chunk.block.y[start...])))
          }
          let pole = PoleClosing.close(
            x: &chunk.block.x, y: &chunk.block.y, start: start, rule: polygon.pole.rule,
            isRepeated: true)
          chunk.note(
            .altered, .ringRoundPole, feature, "geometry", "a ring round a pole",
            "it is closed along the map's \(pole == .north ? "northern" : "southern") edge")
          spansWorld = true
        }
        rotateRing(from: start, &chunk)
        chunk.block.pathEnds.append(Int32(chunk.block.x.count))
        rings += 1
      }
      chunk.appendPart(pathCount: rings, spansWorld: spansWorld)
    }
    if longEdges > 0 {
      chunk.note(
        .altered, .longEdge, feature, "geometry", "\(longEdges) edges longer than 180 degrees",
        "they run the long way, as the numbers say (RFC 7946, 3.1.9)")
    }
    if isFilled {
      chunk.appendRow(.polygon, isMain: true, .polygons, parts: firstPart, feature: index)
    }
    guard isOutlined else { return }
    if chains.isEmpty {
      chunk.appendRow(.stroke, isMain: false, .outlines, parts: firstPart, feature: index)
    } else {
      let firstChain = Int32(chunk.parts.count)
      for chain in chains {
        chunk.block.x += chain.x
        chunk.block.y += chain.y
        chunk.block.pathEnds.append(Int32(chunk.block.x.count))
        chunk.appendPart(pathCount: 1)
      }
      chunk.appendRow(.stroke, isMain: false, .lines, parts: firstChain, feature: index)
    }
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

  private mutating func appendCircles(
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
    var closes = true
    for part in feature.parts {
      for path in batch.paths(ofPart: part) {
        for i in batch.positions(ofPath: path) {
          let center = LatLng(latitude: batch.latitudes[i], longitude: batch.longitudes[i])
          guard let cap = SphericalCap(center: center, radius: look.radius) else { continue }
          fill.removeAll()
          outline.removeAll()
          let extent = cap.trace(
            tolerance: tolerance, fill: &fill, outline: &outline, isRepeated: true)
          if extent != .simple { closes = false }
          if isFilled {
            for ring in 0..<fill.count {
              let start = chunk.block.x.count
              chunk.block.x += fill.x[fill.range(ring)]
              chunk.block.y += fill.y[fill.range(ring)]
              rotateRing(from: start, &chunk)
              chunk.block.pathEnds.append(Int32(chunk.block.x.count))
            }
            chunk.appendPart(pathCount: fill.count, spansWorld: extent != .simple)
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
    let firstOutline = Int32(chunk.parts.count)
    for outline in outlines {
      for line in 0..<outline.count {
        let start = chunk.block.x.count
        chunk.block.x += outline.x[outline.range(line)]
        chunk.block.y += outline.y[outline.range(line)]
        if closes { rotateRing(from: start, &chunk) }
        chunk.block.pathEnds.append(Int32(chunk.block.x.count))
        chunk.appendPart(pathCount: 1)
      }
    }
    chunk.appendRow(
      .stroke, isMain: false, closes ? .outlines : .lines, parts: firstOutline, feature: index,
      exact: true)
  }

  // MARK: Points

  private mutating func appendMarkers(
    _ feature: FeatureBatch.Feature, _ index: Int32, _ batch: borrowing FeatureBatch,
    _ chunk: inout FlattenedChunk
  ) {
    let firstPart = Int32(chunk.parts.count)
    for part in feature.parts {
      for path in batch.paths(ofPart: part) {
        for i in batch.positions(ofPath: path) {
          let latitude = batch.latitudes[i]
          guard abs(latitude) <= Mercator.edgeLatitude else {
            chunk.note(
              .skipped, .latitudeBeyondMap, feature, "geometry.coordinates", "latitude \(latitude)",
              "the map ends at \(Mercator.edgeLatitude) degrees north and south")
            continue
          }
          var longitude = batch.longitudes[i]
          if longitude < -180 || longitude >= 180 {
            longitude -= 360 * ((longitude + 180) / 360).rounded(.down)
          }
          chunk.block.x.append(Mercator.worldX(longitude: longitude))
          chunk.block.y.append(Mercator.worldY(latitude: latitude))
          chunk.block.pathEnds.append(Int32(chunk.block.x.count))
          chunk.appendPart(pathCount: 1)
        }
      }
    }
    chunk.appendRow(.marker, isMain: true, .points, parts: firstPart, feature: index)
  }

  // MARK: Importance

  /// Measures all paths but points; a block of points alone keeps no importance.
  private mutating func measure(_ chunk: inout FlattenedChunk) {
    guard chunk.rows.contains(where: { $0.shape != .points }) else { return }
    chunk.block.importance = [Float](repeating: .infinity, count: chunk.block.x.count)
    let x = chunk.block.x
    let y = chunk.block.y
    for row in chunk.rows where row.shape != .points {
      for part in row.parts {
        for path in chunk.parts[Int(part)].paths {
          let range = chunk.block.vertices(ofPath: path)
          var importance: [Float] = []
          swap(&importance, &self.importance)
          defer { swap(&importance, &self.importance) }
          importance.removeAll(keepingCapacity: true)
          importance.append(contentsOf: repeatElement(0, count: range.count))
          var target = importance.mutableSpan
          if row.shape == .lines {
            measurer.measureLine(
              x: x.span.extracting(range), y: y.span.extracting(range), importance: &target)
          } else {
            measurer.measureRing(
              x: x.span.extracting(range), y: y.span.extracting(range), importance: &target)
          }
          for i in 0..<range.count {
            chunk.block.importance[range.lowerBound + i] = importance[i]
          }
        }
      }
    }
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
