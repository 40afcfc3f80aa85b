/// Cuts valid polygons by the areas of tiles into valid pieces.
///
/// Rounding where edges are cut and bent can make rings touch or cross there, or turn them inside
/// out. Repairing that would move edges in one of two neighbours and not in the other, so such a
/// piece is cut once more with edges kept on their sides of vertices, and repaired then.
///
/// Owns scratch memory; one for each worker.
public struct PolygonCutter: Sendable {
  private var clipper = RingClipper()
  private var repairer = RingRepairer()
  private var rings = GridRings()

  /// A cutter without scratch memory yet.
  public init() {}

  /// Replaces the contents of `out` by what of a polygon lies in `area`.
  ///
  /// - Parameters:
  ///   - x: Grid x of all rings' vertices.
  ///   - y: Grid y, as long as `x`.
  ///   - ringEnds: End of each ring in `x`.
  ///   - first: Where the first ring starts in `x`.
  ///   - area: A tile with its buffer.
  ///   - lines: Where neighbours cut; long edges get vertices there.
  ///   - out: Receives the rings as parts: exteriors, each followed by its holes.
  public mutating func cut(
    x: Span<Int64>, y: Span<Int64>, ringEnds: Span<Int32>, first: Int, to area: GridRect,
    bending lines: CutLines? = nil, into out: inout ClippedParts
  ) {
    for keepsSides in [false, true] {
      out.removeAll()
      let result = clipper.clip(
        x: x, y: y, ringEnds: ringEnds, first: first, to: area, bending: lines,
        keepingSides: keepsSides, into: &out)
      if result != .cut || repair(&out) { return }
    }
  }

  /// Makes the rings in `out` valid, and returns whether all were, and the right way round.
  private mutating func repair(_ out: inout ClippedParts) -> Bool {
    rings.removeAll()
    swap(&rings.x, &out.x)
    swap(&rings.y, &out.y)
    swap(&rings.ringEnds, &out.ends)
    let outcome = repairer.repairEvenOdd(&rings)
    swap(&rings.x, &out.x)
    swap(&rings.y, &out.y)
    swap(&rings.ringEnds, &out.ends)
    return outcome == .valid && !repairer.hasTurned
  }
}
