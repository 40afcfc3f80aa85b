import SystemGEOS
import TestSupport
import TileGeometry

extension GridRings {
  /// Rings from points.
  init(_ rings: [LatticeRing]) {
    self.init()
    for ring in rings {
      x.append(contentsOf: ring.map(\.x))
      y.append(contentsOf: ring.map(\.y))
      ringEnds.append(x.count)
    }
  }

  /// The points of each ring.
  var lattice: [LatticeRing] {
    var first = 0
    return ringEnds.map { end in
      defer { first = end }
      return (first..<end).map { SIMD2(x[$0], y[$0]) }
    }
  }
}

/// Whether an odd number of `rings` encloses the point (x + 1/2, y + 1/2).
func isInside(_ rings: [LatticeRing], _ point: SIMD2<Int64>) -> Bool {
  rings.count { LatticeTwin.encloses($0, halfway: point) } & 1 == 1
}

/// Whether the point lies in ring 0 and in none of the others.
func isInFirstOnly(_ rings: [LatticeRing], _ point: SIMD2<Int64>) -> Bool {
  rings.first.map { LatticeTwin.encloses($0, halfway: point) } == true
    && !rings.dropFirst().contains { LatticeTwin.encloses($0, halfway: point) }
}

/// What GEOS finds wrong with rings (exteriors positive, holes behind them), or `nil`.
func faultByGEOS(_ rings: [LatticeRing]) -> String? {
  guard let context = GEOS_init_r() else { return "no GEOS context" }
  defer { GEOS_finish_r(context) }
  let origin = rings.first?.first ?? .zero
  func linearRing(_ ring: LatticeRing) -> OpaquePointer? {
    let closed = ring + ring.prefix(1)
    let flat = closed.flatMap { [Double($0.x - origin.x), Double($0.y - origin.y)] }
    guard
      let sequence = GEOSCoordSeq_copyFromBuffer_r(context, flat, UInt32(closed.count), 0, 0)
    else { return nil }
    return GEOSGeom_createLinearRing_r(context, sequence)
  }
  var polygons: [OpaquePointer?] = []
  var group: [LatticeRing] = []
  func closeGroup() {
    guard let shell = group.first else { return }
    var holes = group.dropFirst().map(linearRing)
    polygons.append(
      GEOSGeom_createPolygon_r(context, linearRing(shell), &holes, UInt32(holes.count)))
    group = []
  }
  for ring in rings {
    if LatticeTwin.doubledArea(ring) > 0 { closeGroup() }
    group.append(ring)
  }
  closeGroup()
  guard
    let all = GEOSGeom_createCollection_r(
      context, Int32(GEOS_MULTIPOLYGON.rawValue), &polygons, UInt32(polygons.count))
  else { return "no multipolygon" }
  defer { GEOSGeom_destroy_r(context, all) }
  if GEOSisValid_r(context, all) == 1 { return nil }
  guard let reason = GEOSisValidReason_r(context, all) else { return "invalid" }
  defer { GEOSFree_r(context, reason) }
  return String(cString: reason)
}
