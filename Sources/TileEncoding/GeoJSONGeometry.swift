/// Writes the geometry of one decoded feature as GeoJSON text.
enum GeoJSONGeometry {
  /// Appends a geometry object, or null when there is nothing to draw.
  static func write(
    _ feature: DecodedTile.Feature, of layer: DecodedTile.Layer, on grid: TileGrid,
    into output: inout [UInt8]
  ) {
    switch feature.type {
    case .unknown: output.append(contentsOf: "null".utf8)
    case .point: writePoints(feature, of: layer, on: grid, into: &output)
    case .line:
      write("LineString", Array(feature.parts), into: &output) { part, output in
        positions(layer.vertices(ofPart: part), of: layer, on: grid, into: &output)
      }
    case .polygon:
      write("Polygon", polygons(of: feature, in: layer), into: &output) { rings, output in
        list(rings, into: &output) { ring, output in
          writeRing(self.ring(ring.part, of: layer), ring.isHole, of: layer, on: grid, &output)
        }
      }
    }
  }

  private static func writePoints(
    _ feature: DecodedTile.Feature, of layer: DecodedTile.Layer, on grid: TileGrid,
    into output: inout [UInt8]
  ) {
    let points = feature.parts.flatMap { layer.vertices(ofPart: $0) }
    write("Point", points, into: &output) { vertex, output in
      grid.write(layer.x[vertex], layer.y[vertex], into: &output)
    }
  }

  /// Appends one element as a geometry of type `name`, several as its Multi form.
  private static func write<Element>(
    _ name: String, _ elements: [Element], into output: inout [UInt8],
    _ element: (Element, inout [UInt8]) -> Void
  ) {
    guard let first = elements.first else { return output.append(contentsOf: "null".utf8) }
    let multi = elements.count > 1 ? "Multi" : ""
    output.append(contentsOf: "{\"type\":\"\(multi)\(name)\",\"coordinates\":".utf8)
    if elements.count > 1 {
      list(elements, into: &output, element)
    } else {
      element(first, &output)
    }
    output.append(UInt8(ascii: "}"))
  }

  private static func list<Element>(
    _ elements: [Element], into output: inout [UInt8],
    _ element: (Element, inout [UInt8]) -> Void
  ) {
    output.append(UInt8(ascii: "["))
    for (index, value) in elements.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      element(value, &output)
    }
    output.append(UInt8(ascii: "]"))
  }

  private static func positions(
    _ vertices: some Collection<Int>, of layer: DecodedTile.Layer, on grid: TileGrid,
    into output: inout [UInt8]
  ) {
    list(Array(vertices), into: &output) { vertex, output in
      grid.write(layer.x[vertex], layer.y[vertex], into: &output)
    }
  }

  // MARK: Polygons

  private struct Ring {
    var part: Int
    var isHole: Bool
  }

  /// The rings of each polygon, exterior first. Which winding is exterior is taken from the first
  /// ring, as clients do: old producers wind the other way round. A ring without area is a hole.
  /// Rings of fewer than three vertices cannot be written and are left out.
  private static func polygons(
    of feature: DecodedTile.Feature, in layer: DecodedTile.Layer
  ) -> [[Ring]] {
    var polygons: [[Ring]] = []
    var exteriorIsPositive: Bool?
    for part in feature.parts {
      let vertices = ring(part, of: layer)
      guard vertices.count >= 3 else { continue }
      let area = doubledArea(vertices, of: layer)
      if area != 0, exteriorIsPositive == nil { exteriorIsPositive = area > 0 }
      let isExterior = area != 0 && (area > 0) == exteriorIsPositive
      if isExterior || polygons.isEmpty {
        polygons.append([Ring(part: part, isHole: false)])
      } else {
        polygons[polygons.count - 1].append(Ring(part: part, isHole: true))
      }
    }
    return polygons
  }

  /// A ring's vertices, without a last one that repeats the first.
  private static func ring(_ part: Int, of layer: DecodedTile.Layer) -> Range<Int> {
    let all = layer.vertices(ofPart: part)
    let first = all.lowerBound, last = all.upperBound - 1
    guard all.count > 1, layer.x[first] == layer.x[last], layer.y[first] == layer.y[last] else {
      return all
    }
    return first..<last
  }

  /// Twice the area, positive where the ring looks clockwise on the map. The sign is right
  /// for all rings in and near a tile.
  private static func doubledArea(_ ring: Range<Int>, of layer: DecodedTile.Layer) -> Double {
    var sum = 0.0
    var previous = ring.upperBound - 1
    for i in ring {
      sum += Double(layer.x[previous]) * Double(layer.y[i])
      sum -= Double(layer.x[i]) * Double(layer.y[previous])
      previous = i
    }
    return sum
  }

  /// Appends a ring, closed; an exterior counterclockwise and a hole clockwise, north up.
  private static func writeRing(
    _ ring: Range<Int>, _ isHole: Bool, of layer: DecodedTile.Layer, on grid: TileGrid,
    _ output: inout [UInt8]
  ) {
    let isClockwise = doubledArea(ring, of: layer) > 0
    let first = ring.lowerBound
    var order = [first]
    if isClockwise == isHole {
      order += first + 1..<ring.upperBound
    } else {
      order += (first + 1..<ring.upperBound).reversed()
    }
    order.append(first)
    positions(order, of: layer, on: grid, into: &output)
  }
}
