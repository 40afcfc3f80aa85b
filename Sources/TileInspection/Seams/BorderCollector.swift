/// Collects what the layers of a tile do at its four borders; one tile after the other.
public struct BorderCollector: Sendable {
  /// Whether features with different ids are told apart. Where a program numbers features anew in
  /// every tile, they must not be.
  private let byID: Bool
  private var borders = TileBorders()
  private var crossings: [Crossing] = []

  /// A place where a ring meets a scan line.
  private struct Crossing {
    var group: UInt64
    var feature: Int
    var spot: BorderSide.Spot
    var winding: Int
  }

  /// A collector for a first tile.
  public init(byID: Bool) { self.byID = byID }

  /// The borders of the tile whose layers were added; starts the next tile.
  public mutating func finish() -> TileBorders {
    defer { borders = TileBorders() }
    for side in borders.sides.indices { borders.sides[side]?.sort() }
    return borders
  }

  /// Adds a layer of the tile.
  public mutating func add(_ layer: ScannedLayer) {
    guard !layer.x.isEmpty else { return }
    let reach = Reach(layer)
    for side in TileBorders.Side.allCases {
      // Nothing comes within a unit of the border.
      guard reach.comesNear(side, layer.extent) else { continue }
      add(layer, side, reach)
    }
  }

  private mutating func add(_ layer: ScannedLayer, _ side: TileBorders.Side, _ reach: Reach) {
    let view = BorderView(side: side, extent: layer.extent, reach: reach)
    var border = borders.sides[side.rawValue] ?? BorderSide()
    border.extent = layer.extent
    if reach.goesBeyond(side, layer.extent) { border.isUnbuffered = false }
    let name = Self.hash(layer.name)
    for feature in layer.kinds.indices {
      let kind = layer.kinds[feature]
      guard kind == .line || kind == .polygon else { continue }
      let group =
        byID && layer.hasID[feature]
        ? (name ^ layer.ids[feature]) &* 0x9e37_79b9_7f4a_7c15 : name
      if kind == .line {
        for part in layer.parts(of: feature) {
          addLine(layer, layer.vertices(of: part), view, group, into: &border)
        }
      }
    }
    for beyond in [false, true] {
      addCover(layer, view, name, beyond: beyond, into: &border)
    }
    borders.sides[side.rawValue] = border
  }

  private func addLine(
    _ layer: ScannedLayer, _ vertices: Range<Int>, _ view: BorderView, _ group: UInt64,
    into border: inout BorderSide
  ) {
    var i = vertices.lowerBound
    let end = vertices.upperBound
    var last = view.across(layer, i).signum()
    var onSince: Int? = last == 0 ? i : nil
    i += 1
    func add(_ kind: BorderSide.Kind, _ a: BorderSide.Spot, _ b: BorderSide.Spot) {
      border.entries.append(.init(kind: kind, group: group, start: a, end: b))
    }
    func spot(_ vertex: Int) -> BorderSide.Spot {
      .init(position: Double(view.along(layer, vertex)), slack: 0)
    }
    func stretch(_ a: Int, _ b: Int) -> (BorderSide.Spot, BorderSide.Spot) {
      var (low, high) = (a, a)
      for v in a...b {
        if view.along(layer, v) < view.along(layer, low) { low = v }
        if view.along(layer, v) > view.along(layer, high) { high = v }
      }
      return (spot(low), spot(high))
    }
    var before = last
    while i < end {
      let side = view.across(layer, i).signum()
      if side == 0 {
        if onSince == nil { (onSince, before) = (i, last) }
      } else {
        if let start = onSince {
          let (a, b) = stretch(start, i - 1)
          if before * side < 0 {
            add(.crossing, a, b)
          } else if before == 0 {
            add(.lineEnd, a, b)
          }
          onSince = nil
        } else if last * side < 0 {
          let crossing = view.crossing(layer, i - 1, i, line: 0)
          add(.crossing, crossing, crossing)
        }
      }
      last = side
      i += 1
    }
    if let start = onSince {
      let (a, b) = stretch(start, end - 1)
      add(.lineEnd, a, b)
    }
  }

  private mutating func addCover(
    _ layer: ScannedLayer, _ view: BorderView, _ name: UInt64, beyond: Bool,
    into border: inout BorderSide
  ) {
    crossings.removeAll(keepingCapacity: true)
    // In half units, so that the scan line is a whole number.
    let line = beyond ? 1 : -1
    for feature in layer.kinds.indices where layer.kinds[feature] == .polygon {
      let group =
        byID && layer.hasID[feature]
        ? (name ^ layer.ids[feature]) &* 0x9e37_79b9_7f4a_7c15 : name
      for part in layer.parts(of: feature) {
        let vertices = layer.vertices(of: part)
        var last = vertices.upperBound - 1
        var wasBelow = 2 * view.across(layer, last) < line
        for i in vertices {
          let isBelow = 2 * view.across(layer, i) < line
          if isBelow != wasBelow {
            let spot = view.crossing(layer, last, i, line: line)
            crossings.append(
              .init(group: group, feature: feature, spot: spot, winding: isBelow ? -1 : 1))
          }
          (last, wasBelow) = (i, isBelow)
        }
      }
    }
    guard !crossings.isEmpty else { return }
    crossings.sort {
      ($0.feature, $0.spot.position, $0.winding) < ($1.feature, $1.spot.position, $1.winding)
    }
    var winding = 0
    var start = crossings[0].spot
    for (i, crossing) in crossings.enumerated() {
      if i > 0, crossings[i - 1].feature != crossing.feature { winding = 0 }
      if winding == 0 { start = crossing.spot }
      winding += crossing.winding
      if winding == 0, crossing.spot.position > start.position {
        border.entries.append(
          .init(
            kind: beyond ? .coverBeyond : .coverInside, group: crossing.group, start: start,
            end: crossing.spot))
      }
    }
  }

  private static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

/// How far a layer's lines and polygons reach, tile units.
struct Reach {
  var minX = Int.max, minY = Int.max, maxX = Int.min, maxY = Int.min

  init(_ layer: ScannedLayer) {
    for feature in layer.kinds.indices
    where layer.kinds[feature] == .line || layer.kinds[feature] == .polygon {
      for i in layer.vertices(ofFeature: feature) {
        (minX, maxX) = (min(minX, layer.x[i]), max(maxX, layer.x[i]))
        (minY, maxY) = (min(minY, layer.y[i]), max(maxY, layer.y[i]))
      }
    }
  }

  func comesNear(_ side: TileBorders.Side, _ extent: Int) -> Bool {
    switch side {
    case .west: minX <= 1
    case .east: maxX >= extent - 1
    case .north: minY <= 1
    case .south: maxY >= extent - 1
    }
  }

  func goesBeyond(_ side: TileBorders.Side, _ extent: Int) -> Bool {
    switch side {
    case .west: minX < 0
    case .east: maxX > extent
    case .north: minY < 0
    case .south: maxY > extent
    }
  }
}

/// A layer seen from one border: `across` grows from inside the tile outward and is 0 on the
/// border, `along` runs with it.
struct BorderView {
  let side: TileBorders.Side
  let extent: Int
  let reach: Reach

  @inline(__always)
  func across(_ layer: ScannedLayer, _ i: Int) -> Int {
    switch side {
    case .west: -layer.x[i]
    case .east: layer.x[i] - extent
    case .north: -layer.y[i]
    case .south: layer.y[i] - extent
    }
  }

  @inline(__always)
  func along(_ layer: ScannedLayer, _ i: Int) -> Int {
    side == .west || side == .east ? layer.y[i] : layer.x[i]
  }

  /// Where the edge from vertex `i` to `j` meets the line `line` half units beyond the border.
  ///
  /// Both tiles of a border get the same number for the same edge, whichever way it runs.
  func crossing(_ layer: ScannedLayer, _ i: Int, _ j: Int, line: Int) -> BorderSide.Spot {
    // From the west or north to the east or south.
    let flips = side == .west || side == .north
    let sign = flips ? -1 : 1
    var (a, b) = (i, j)
    if sign * across(layer, a) > sign * across(layer, b) { swap(&a, &b) }
    let (n0, n1) = (sign * across(layer, a), sign * across(layer, b))
    let (t0, t1) = (along(layer, a), along(layer, b))
    let slope = Double(t1 - t0) / Double(n1 - n0)
    let position = Double(t0) + Double(sign * line - 2 * n0) / 2 * slope
    let isCut = isCutOff(layer, a) || isCutOff(layer, b)
    return .init(
      position: position, slack: isCut ? 0.51 * (1 + abs(slope)) : 0,
      steepness: (1 + slope * slope).squareRoot())
  }

  /// Whether a vertex may lie on the edge of the tile's buffer, where cutting rounds it: it is
  /// outside the tile and as far out as anything.
  private func isCutOff(_ layer: ScannedLayer, _ i: Int) -> Bool {
    let (x, y) = (layer.x[i], layer.y[i])
    return (x <= 0 && x <= reach.minX) || (x >= extent && x >= reach.maxX)
      || (y <= 0 && y <= reach.minY) || (y >= extent && y >= reach.maxY)
  }
}
