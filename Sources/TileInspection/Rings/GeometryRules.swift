/// Rules about the vertices of a layer's features.
enum GeometryRules {
  /// The most vertices of a feature that clients draw.
  static let mostVertices = 65_535

  static func check(
    _ layer: ScannedLayer, _ scratch: inout LayerScratch, _ rings: inout RingInspector,
    _ findings: inout TileFindings
  ) {
    for feature in layer.kinds.indices {
      let vertices = layer.vertices(ofFeature: feature)
      guard !vertices.isEmpty else { continue }
      func add(_ rule: TileRule, _ vertex: Int?, _ times: Int, _ detail: String) {
        findings.add(
          rule, times: times,
          .init(
            rule, layer: layer.name, feature: feature,
            offset: layer.featureRanges[feature].lowerBound,
            place: vertex.map { .init(x: Double(layer.x[$0]), y: Double(layer.y[$0])) },
            detail: detail))
      }
      if vertices.count > mostVertices {
        add(.verticesMany, vertices.lowerBound, 1, "\(vertices.count) vertices")
      }
      checkRange(layer, vertices, add)
      let parts = layer.parts(of: feature)
      if layer.kinds[feature] == .point {
        checkPoints(layer, vertices, &scratch, add)
      } else {
        for part in parts { checkSteps(layer, layer.vertices(of: part), add) }
      }
      if layer.kinds[feature] == .polygon {
        rings.inspect(layer, feature, &findings)
      }
    }
  }

  private typealias Add = (_ rule: TileRule, _ vertex: Int?, _ times: Int, _ detail: String) -> Void

  /// Clients keep 15 bits and a sign of 8192 units a tile.
  private static func checkRange(
    _ layer: ScannedLayer, _ vertices: Range<Int>, _ add: Add
  ) {
    let (least, most) = (-2 * layer.extent, 2 * layer.extent)
    var far = 0
    var wide = 0
    var firstFar = 0
    for i in vertices {
      let (x, y) = (layer.x[i], layer.y[i])
      guard x < least || x >= most || y < least || y >= most else { continue }
      if far == 0 { firstFar = i }
      far += 1
      if Int32(exactly: x) == nil || Int32(exactly: y) == nil { wide += 1 }
    }
    guard far > 0 else { return }
    add(.coordinateFar, firstFar, far, "\(far) vertices")
    if wide > 0 { add(.coordinateRange, firstFar, wide, "\(wide) vertices") }
  }

  private static func checkSteps(_ layer: ScannedLayer, _ vertices: Range<Int>, _ add: Add) {
    var repeated = 0
    var first = 0
    for i in vertices.dropFirst()
    where layer.x[i] == layer.x[i - 1] && layer.y[i] == layer.y[i - 1] {
      if repeated == 0 { first = i }
      repeated += 1
    }
    if repeated > 0 { add(.vertexRepeated, first, repeated, "\(repeated) steps") }
  }

  private static func checkPoints(
    _ layer: ScannedLayer, _ vertices: Range<Int>, _ scratch: inout LayerScratch, _ add: Add
  ) {
    guard vertices.count > 1 else { return }
    scratch.hashes.removeAll(keepingCapacity: true)
    for i in vertices {
      // Coordinates have 32 bits, or are reported: two together are all of a point.
      let hash = UInt64(UInt32(truncatingIfNeeded: layer.x[i])) << 32
      scratch.hashes.append((hash | UInt64(UInt32(truncatingIfNeeded: layer.y[i])), i))
    }
    scratch.hashes.sort { ($0.hash, $0.index) < ($1.hash, $1.index) }
    var repeated = 0
    var first = 0
    for i in scratch.hashes.indices.dropFirst()
    where scratch.hashes[i].hash == scratch.hashes[i - 1].hash {
      if repeated == 0 { first = scratch.hashes[i].index }
      repeated += 1
    }
    if repeated > 0 {
      add(.pointRepeated, first, repeated, "\(repeated) of \(vertices.count) points")
    }
  }
}
