/// Cuts polygons by a rectangle: chains inside it are joined along its sides in order.
///
///     +------------+
///     |   +--------|--+      A comb that reaches over a side falls into separate prongs: the
///     |   |  +-----|--+      chain that leaves goes along the side, in the direction in which
///     |   |  +-----|--+      exteriors run, to the next entry; never over a stretch of the side
///     |   +--------|--+      where the polygon is not.
///     +------------+
///
/// Input rings are those of a valid polygon or multipolygon, exteriors with positive area in
/// y-down coordinates and holes with negative area, so that the inside is always on the same hand.
/// Outside of the rectangle rings may be shortened (``reduceRing``): only edges that cross it must
/// be there as they were. Output rings keep these orientations. Which side an edge crosses, and
/// the order of crossings along a side, is decided exactly; only places are rounded.
///
/// Scratch memory is reused. O(*n* + *k* log *k*) for *k* crossings.
public struct RingClipper: Sendable {
  /// What became of a polygon.
  public enum Result: Sendable, Equatable {
    /// Nothing of it lies in the rectangle.
    case outside
    /// All of it lies in the rectangle: its rings were appended as they are.
    case inside
    /// Rings with cut or bent edges were appended.
    case cut
    /// The rectangle lies in it: the rectangle itself was appended.
    case covered
  }

  /// Vertices of one stretch of a ring that lies in the rectangle.
  private struct Chain {
    var start: Int
    var end: Int
    /// Its exit in the sorted crossings.
    var exit = 0
    var used = false
  }

  private var chainX: [Int64] = []
  private var chainY: [Int64] = []
  private var chains: [Chain] = []
  private var crossings: [SideCrossing] = []
  var sides = SideKeeper()

  /// A clipper without scratch memory yet.
  public init() {}

  /// Cuts the rings of one polygon.
  ///
  /// - Parameters:
  ///   - x: Grid x of all rings' vertices.
  ///   - y: Grid y, as long as `x`.
  ///   - ringEnds: End of each ring in `x`.
  ///   - first: Where the first ring starts in `x`.
  ///   - rect: The rectangle; what remains is the polygon's part in its interior.
  ///   - lines: Where neighbours cut; long edges get vertices there.
  ///   - keepsSides: Whether edges go through vertices that would come to lie on their other side,
  ///     as they are rounded. It takes several times longer; without it rings may cross where they
  ///     were cut or bent.
  ///   - out: Rings are appended as parts.
  public mutating func clip(
    x: Span<Int64>, y: Span<Int64>, ringEnds: Span<Int32>, first: Int, to rect: GridRect,
    bending lines: CutLines? = nil, keepingSides keepsSides: Bool = false,
    into out: inout ClippedParts
  ) -> Result {
    if !sides.isEmpty { sides.removeAll() }
    if keepsSides { findDetours(x, y, ringEnds, first, rect, lines) }
    chainX.removeAll(keepingCapacity: true)
    chainY.removeAll(keepingCapacity: true)
    chains.removeAll(keepingCapacity: true)
    crossings.removeAll(keepingCapacity: true)
    let before = out.ends.count
    var winding = 0
    var isBent = false
    var start = first
    for ring in ringEnds.indices {
      let end = Int(ringEnds[ring])
      if let outer = (start..<end).first(where: { rect.onOrBeyond(x[$0], y[$0]) != 0 }) {
        let crossingsBefore = crossings.count
        trace(x, y, start, end, from: outer, rect, lines)
        if crossings.count == crossingsBefore {
          winding += windingAroundCentre(x, y, start, end, rect)
        }
      } else {
        appendRing(x, y, start, end, rect, lines, &isBent, into: &out)
      }
      start = end
    }
    let wholeRings = out.ends.count - before
    if !crossings.isEmpty {
      // Where rings inside only touch the sides, these are still all in or all out.
      if !join(rect, into: &out), isAround(out, from: before, winding) { out.appendRectangle(rect) }
      return out.ends.count > before ? .cut : .outside
    }
    guard winding != 0 else { return wholeRings == 0 ? .outside : (isBent ? .cut : .inside) }
    out.appendRectangle(rect)
    return wholeRings == 0 ? .covered : .cut
  }

  /// Appends a ring that lies strictly inside.
  private func appendRing(
    _ x: Span<Int64>, _ y: Span<Int64>, _ start: Int, _ end: Int, _ rect: GridRect,
    _ lines: CutLines?, _ isBent: inout Bool, into out: inout ClippedParts
  ) {
    for i in start..<end {
      let before = i == start ? end - 1 : i - 1
      if !sides.detours.isEmpty {
        for vertex in between(before, x[before], y[before], x[i], y[i], rect, lines) {
          out.append(vertex.x, vertex.y)
          isBent = true
        }
      } else if let lines {
        lines.bend(x[before], y[before], x[i], y[i], in: rect) {
          out.append($0, $1)
          isBent = true
        }
      }
      out.append(x[i], y[i])
    }
    out.close(minimum: 3)
  }

  /// Finds the chains of one ring that lie strictly inside, starting from its vertex `outer`,
  /// which does not.
  private mutating func trace(
    _ x: Span<Int64>, _ y: Span<Int64>, _ start: Int, _ end: Int, from outer: Int, _ rect: GridRect,
    _ lines: CutLines?
  ) {
    var (ax, ay) = (x[outer], y[outer])
    var codeA = rect.onOrBeyond(ax, ay)
    var before = outer
    for k in 1...(end - start) {
      let i = outer + k < end ? outer + k : outer + k - (end - start)
      let (bx, by) = (x[i], y[i])
      let codeB = rect.onOrBeyond(bx, by)
      if codeA | codeB == 0 {
        appendBetween(before, ax, ay, bx, by, rect, lines)
        appendToChain(bx, by)
      } else if codeA & codeB == 0 {
        let entry = codeA == 0 ? nil : lastSide(ax, ay, bx, by, codeA, rect)
        let exit = codeB == 0 ? nil : lastSide(bx, by, ax, ay, codeB, rect)
        if passes(entry, exit) {
          if let entry {
            enter(
              SideCrossing(
                entry.side, of: rect, ax: ax, ay: ay, bx: bx, by: by,
                chain: chains.count, isEntry: true))
          }
          appendBetween(before, ax, ay, bx, by, rect, lines)
          if let exit {
            leave(
              SideCrossing(
                exit.side, of: rect, ax: ax, ay: ay, bx: bx, by: by,
                chain: chains.count - 1, isEntry: false))
          } else {
            appendToChain(bx, by)
          }
        }
      }
      (ax, ay, codeA, before) = (bx, by, codeB, i)
    }
  }

  /// Appends what an edge gets between its ends.
  @inline(__always)
  private mutating func appendBetween(
    _ edge: Int, _ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64, _ rect: GridRect,
    _ lines: CutLines?
  ) {
    if sides.detours.isEmpty {
      lines?.bend(ax, ay, bx, by, in: rect) { appendToChain($0, $1) }
    } else {
      for vertex in between(edge, ax, ay, bx, by, rect, lines) { appendToChain(vertex.x, vertex.y) }
    }
  }

  @inline(__always)
  private mutating func appendToChain(_ x: Int64, _ y: Int64) {
    chainX.append(x)
    chainY.append(y)
  }

  private mutating func enter(_ crossing: SideCrossing) {
    chains.append(Chain(start: chainX.count, end: chainX.count))
    crossings.append(crossing)
    chainX.append(crossing.x)
    chainY.append(crossing.y)
  }

  private mutating func leave(_ crossing: SideCrossing) {
    crossings.append(crossing)
    chainX.append(crossing.x)
    chainY.append(crossing.y)
    chains[chains.count - 1].end = chainX.count
  }

  /// A side's place on an edge: `way / run` of the edge from its outer end, 0...1.
  struct Hit {
    var side: SideCrossing.Side
    var way: Int64
    var run: Int64
  }

  /// The last of the sides in `code` that an edge meets coming from its outer end a.
  func lastSide(
    _ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64, _ code: UInt8, _ rect: GridRect
  ) -> Hit? {
    var hit: Hit?
    if code & 3 != 0 {
      let side = code & 1 != 0 ? rect.minX : rect.maxX
      hit = Hit(side: code & 1 != 0 ? .left : .right, way: abs(side - ax), run: abs(bx - ax))
    }
    if code & 12 != 0 {
      let side = code & 4 != 0 ? rect.minY : rect.maxY
      let other = Hit(
        side: code & 4 != 0 ? .top : .bottom, way: abs(side - ay), run: abs(by - ay))
      guard let first = hit else { return other }
      if compareProducts(other.way, first.run, first.way, other.run) > 0 { hit = other }
    }
    return hit
  }

  /// Whether an edge has a stretch strictly inside between its entry and its exit, the latter
  /// counted from the other end.
  func passes(_ entry: Hit?, _ exit: Hit?) -> Bool {
    guard let entry, let exit else { return true }
    // entry.way / entry.run < 1 - exit.way / exit.run
    return compareProducts(entry.way, exit.run, exit.run - exit.way, entry.run) < 0
  }

  /// Joins each exit with the next entry along the sides and writes the rings.
  ///
  /// - Returns: Whether any of them runs along a side.
  private mutating func join(_ rect: GridRect, into out: inout ClippedParts) -> Bool {
    var followsSide = false
    crossings.sort(by: SideCrossing.precedes)
    for c in crossings.indices where !crossings[c].isEntry {
      chains[Int(crossings[c].chain)].exit = c
    }
    for c in crossings.indices where crossings[c].isEntry {
      let first = Int(crossings[c].chain)
      var chain = first
      while !chains[chain].used {
        chains[chain].used = true
        for i in chains[chain].start..<chains[chain].end { out.append(chainX[i], chainY[i]) }
        let exit = chains[chain].exit
        var next = exit
        repeat {
          next = next + 1 == crossings.count ? 0 : next + 1
          chain = Int(crossings[next].chain)
        } while next != exit && (!crossings[next].isEntry || (chains[chain].used && chain != first))
        guard next != exit else { break }
        appendCorners(from: crossings[exit], to: crossings[next], wraps: next < exit, rect, &out)
        if !crossings[exit].isAtPlace(of: crossings[next]) { followsSide = true }
      }
      closeRing(&out)
    }
    return followsSide
  }

  /// Ends a ring, whose last vertex must not repeat its first.
  private func closeRing(_ out: inout ClippedParts) {
    let start = out.openStart
    while out.x.count > start + 1, out.x[out.x.count - 1] == out.x[start],
      out.y[out.y.count - 1] == out.y[start]
    {
      out.x.removeLast()
      out.y.removeLast()
    }
    out.close(minimum: 3)
  }

  /// Adds the rectangle's corners that lie between two places on its sides.
  private func appendCorners(
    from exit: SideCrossing, to entry: SideCrossing, wraps: Bool, _ rect: GridRect,
    _ out: inout ClippedParts
  ) {
    let width = rect.maxX - rect.minX
    let height = rect.maxY - rect.minY
    let perimeter = 2 * (width + height)
    let target = wraps ? entry.position + perimeter : entry.position
    for lap in 0..<(wraps ? 2 : 1) {
      let base = Int64(lap) * perimeter
      func corner(_ position: Int64, _ x: Int64, _ y: Int64) {
        if base + position > exit.position && base + position < target { out.append(x, y) }
      }
      corner(0, rect.minX, rect.minY)
      corner(width, rect.maxX, rect.minY)
      corner(width + height, rect.maxX, rect.maxY)
      corner(2 * width + height, rect.minX, rect.maxY)
    }
  }
}
