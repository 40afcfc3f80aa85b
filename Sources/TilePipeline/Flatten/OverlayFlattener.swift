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
  /// Tile zooms of the build.
  let zooms: ClosedRange<Int>

  private var measurer = VertexImportance()
  var longitudes: [Double] = []
  var ringX: [Double] = []
  var ringY: [Double] = []
  private var along: [Double] = []
  var breaks: [Int] = []
  private var importance: [Float] = []
  var fill = WorldPaths()
  var outline = WorldPaths()
  var openOutline = OpenOutline()
  /// Whether something of the current feature lies beyond the map.
  var leavesMap = false

  init(
    edges: BuildOptions.Edges, antimeridian: BuildOptions.Antimeridian, tolerance: Double,
    zooms: ClosedRange<Int>
  ) {
    (self.edges, self.antimeridian, self.tolerance) = (edges, antimeridian, tolerance)
    self.zooms = zooms
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
    chunk.filteredCount = batch.filteredCount
    chunk.reserve(for: batch)
    for (index, feature) in batch.features.enumerated() {
      let overlay = feature.overlay >= 0 ? batch.overlays[Int(feature.overlay)] : nil
      if let overlay, !overlay.isVisible {
        chunk.note(
          .skipped, .notDrawn, feature, "overlay.visible", "false",
          "an invisible overlay is left out")
        continue
      }
      if let overlay, feature.kind != .groundOverlay, noteZooms(of: overlay, feature, &chunk) {
        continue
      }
      let rows = chunk.rows.count
      leavesMap = false
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
        chunk.groundOverlays.append(Int32(index))
      }
      if leavesMap && chunk.rows.count == rows { noteBeyondMap(feature, &chunk) }
    }
    measure(&chunk)
    return chunk
  }

  /// Whether an overlay appears at none of the build's zooms, which it then notes.
  private func noteZooms(
    of overlay: Overlay, _ feature: FeatureBatch.Feature, _ chunk: inout FlattenedChunk
  ) -> Bool {
    if let first = overlay.minZoom, first > zooms.upperBound {
      chunk.note(
        .skipped, .notDrawn, feature, "overlay.minZoom", "\(first)",
        "the tiles end at zoom \(zooms.upperBound) (--max-zoom)")
      return true
    }
    if let last = overlay.maxZoom, last < zooms.lowerBound {
      chunk.note(
        .skipped, .notDrawn, feature, "overlay.maxZoom", "\(last)",
        "the tiles begin at zoom \(zooms.lowerBound) (--min-zoom)")
      return true
    }
    return false
  }

  private mutating func appendPolyline(
    _ feature: FeatureBatch.Feature, _ index: Int32, _ look: Overlay.Look?,
    _ batch: borrowing FeatureBatch, _ chunk: inout FlattenedChunk
  ) {
    var line = PolylineLook()
    if case .polyline(let look) = look {
      line = look
      if look.strokeWidth <= 0 {
        chunk.note(
          .skipped, .notDrawn, feature, "overlay.strokeWidth", "0",
          "a line without width draws nothing")
        return
      }
    }
    let hasSpans = line.spans != .none
    let styles = hasSpans ? chunk.numberStyles(of: line) : []
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
        var spans: [ResolvedSpan] = []
        if hasSpans {
          guard let laidOut = layOut(line, feature, range, batch, &chunk) else { continue }
          spans = laidOut
        }
        trace(
          batch.latitudes.span.extracting(range), nil, line.geodesic, feature,
          placesAlong: hasSpans, &chunk)
        let isTracked = hasSpans && chunk.block.x.count - start > 1
        closePaths(
          from: start,
          isTracked
            ? track(spans, styles: styles, from: start, along: along, chunk.block) : nil,
          &chunk)
      }
    }
    chunk.appendRow(
      .stroke, isMain: true, hasSpans ? .spans : .lines, parts: firstPart, feature: index)
  }

  /// Traces `longitudes` with `latitudes` into the chunk's block.
  mutating func trace(
    _ latitudes: Span<Double>, _ turns: Int?, _ geodesic: Bool, _ feature: FeatureBatch.Feature,
    placesAlong: Bool = false, _ chunk: inout FlattenedChunk
  ) {
    let curve: EdgeTracer.Curve =
      geodesic || edges == .geodesic ? .geodesic : (edges == .lnglat ? .lnglat : .mercator)
    let start = chunk.block.x.count
    along.removeAll(keepingCapacity: true)
    if curve == .mercator {
      project(latitudes, turns, &chunk)
      return
    }
    ringX.removeAll(keepingCapacity: true)
    ringY.removeAll(keepingCapacity: true)
    // A colour border may lie 0.75 units from its place, and rounding to the grid takes 0.71.
    let tracer = EdgeTracer(
      curve: curve, tolerance: placesAlong ? tolerance / 8 : tolerance, placesAlong: placesAlong)
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

  /// Ends the path that starts at `start`, and one before each break; each takes its part of the
  /// track along. Lines with a track are not cut to the map: places on them count from their start.
  private mutating func closePaths(
    from start: Int, _ track: SpanTrack?, _ chunk: inout FlattenedChunk
  ) {
    let range = start..<chunk.block.y.count
    if track == nil, chunk.block.y[range].contains(where: { $0 < 0 || $0 > 1 }) {
      return closeRuns(from: start, &chunk)
    }
    if chunk.block.y[range].allSatisfy({ $0 < 0 }) || chunk.block.y[range].allSatisfy({ $0 > 1 }) {
      leavesMap = true
      chunk.block.x.removeSubrange(range)
      chunk.block.y.removeSubrange(range)
      return
    }
    var from = start
    for index in 0...breaks.count {
      let end = index < breaks.count ? breaks[index] : chunk.block.x.count
      guard end > from else { continue }
      chunk.block.pathEnds.append(Int32(end))
      chunk.appendPart(pathCount: 1)
      if let track {
        chunk.parts[chunk.parts.count - 1].track = Int32(chunk.block.tracks.count)
        chunk.block.tracks.append(
          breaks.isEmpty ? track : track.part((from - start)...(end - 1 - start)))
      }
      from = end
    }
  }

  /// Ends paths like ``closePaths(from:_:_:)``, cut to the map.
  private mutating func closeRuns(from start: Int, _ chunk: inout FlattenedChunk) {
    let (x, y) = (Array(chunk.block.x[start...]), Array(chunk.block.y[start...]))
    chunk.block.x.removeSubrange(start...)
    chunk.block.y.removeSubrange(start...)
    leavesMap = true
    var from = 0
    for end in breaks.map({ $0 - start }) + [x.count] where end > from {
      let path = (x[from..<end], y[from..<end])
      let runs = WorldBand.runs(x: path.0, y: path.1, isClosed: false)
      for run in runs ?? [(Array(path.0), Array(path.1))] {
        chunk.block.x += run.x
        chunk.block.y += run.y
        chunk.block.pathEnds.append(Int32(chunk.block.x.count))
        chunk.appendPart(pathCount: 1)
      }
      from = end
    }
  }

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
          chunk.appendPoint(
            Mercator.worldX(longitude: longitude), Mercator.worldY(latitude: latitude))
        }
      }
    }
    chunk.appendRow(.marker, isMain: true, .points, parts: firstPart, feature: index)
  }

  /// Reports an overlay that lies wholly north or south of the map.
  private func noteBeyondMap(
    _ feature: FeatureBatch.Feature, _ chunk: inout FlattenedChunk
  ) {
    chunk.note(
      .skipped, .latitudeBeyondMap, feature, "geometry.coordinates",
      "nothing within \(Mercator.edgeLatitude) degrees of the equator",
      "the map ends at \(Mercator.edgeLatitude) degrees north and south")
  }

  /// Measures all paths but those of polygons, which ``SharedBorders`` measures when all of them are
  /// there.
  private mutating func measure(_ chunk: inout FlattenedChunk) {
    chunk.block.importance = [Float](repeating: .infinity, count: chunk.block.x.count)
    let x = chunk.block.x
    let y = chunk.block.y
    for row in chunk.rows where row.shape != .points && !row.hasBorders {
      for part in row.parts {
        for path in chunk.parts[Int(part)].paths {
          let range = chunk.block.vertices(ofPath: path)
          var importance: [Float] = []
          swap(&importance, &self.importance)
          defer { swap(&importance, &self.importance) }
          importance.removeAll(keepingCapacity: true)
          importance.append(contentsOf: repeatElement(0, count: range.count))
          var target = importance.mutableSpan
          if row.shape == .lines || row.shape == .spans {
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
