import Foundation
import TestSupport
import Testing
import TileGeometry

/// Random awkward polygons through repair, clip and repair again, as tiles see them.
///
/// A few hundred in each run; `OVERLAYTILES_SOAK_SECONDS` makes it go on that long with new seeds.
@Suite("Repair and clip, at random")
struct GeometrySoakTests {
  /// Seeds that once failed.
  static let finds: [UInt64] = [1_796_072_461_673]

  static func polygon(_ random: inout SeededGenerator) -> [LatticeRing] {
    let scale = pow(10, Double.random(in: 0...4, using: &random))
    let size = Int64(scale) + 3
    func scribble(_ random: inout SeededGenerator) -> LatticeRing {
      (0..<Int.random(in: 1...24, using: &random)).map { _ in
        SIMD2(
          Int64.random(in: -size...size, using: &random),
          Int64.random(in: -size...size, using: &random))
      }
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return [scribble(&random)]
    case 1: return (0..<Int.random(in: 2...6, using: &random)).map { _ in scribble(&random) }
    case 2:
      return [
        TestShape.star(
          Int.random(in: 3...60, using: &random), radius: scale,
          noise: Double.random(in: 0...1, using: &random), random: &random)
      ]
    case 3:
      return [
        TestShape.spiral(
          turns: Int.random(in: 1...8, using: &random),
          stepsPerTurn: Int.random(in: 3...16, using: &random), pitch: scale / 4,
          width: scale / 4 * Double.random(in: 0...1.1, using: &random))
      ]
    case 4:
      return [
        TestShape.comb(
          teeth: Int.random(in: 2...40, using: &random), length: scale,
          pitch: scale * Double.random(in: 0.01...0.3, using: &random),
          angle: Double.random(in: 0...6, using: &random))
      ]
    default:
      return [TestShape.star(16, radius: scale, noise: 0.3, random: &random)]
        + (0..<Int.random(in: 1...8, using: &random)).map { _ in
          TestShape.star(
            Int.random(in: 3...9, using: &random), radius: scale / 3, noise: 0.8,
            centre: SIMD2(
              Int64.random(in: -size...size, using: &random),
              Int64.random(in: -size...size, using: &random)), random: &random)
        }
    }
  }

  /// Goes the way of one polygon; what went wrong, or `nil`.
  static func fault(seed: UInt64) -> String? {
    var random = SeededGenerator(seed: seed)
    let rings = polygon(&random)
    var repairer = RingRepairer()
    var repaired = GridRings(rings)
    _ = repairer.repair(&repaired)
    if let fault = LatticeTwin.fault(in: repaired.lattice) { return "repair: \(fault)" }
    guard let minX = repaired.x.min(), let maxX = repaired.x.max(), let minY = repaired.y.min(),
      let maxY = repaired.y.max()
    else { return nil }
    // Four tiles around a point of it, with and without a buffer.
    let side = max(4, max(maxX - minX, maxY - minY) >> Int64.random(in: 0...4, using: &random))
    let buffer = Bool.random(using: &random) ? 0 : side / 16
    // Where a side of a tile passes a vertex, rings may touch it without crossing.
    let vertex = Int.random(in: repaired.x.indices, using: &random)
    let shift = buffer * Int64.random(in: -1...1, using: &random)
    let middle =
      Bool.random(using: &random)
      ? SIMD2(repaired.x[vertex] + shift, repaired.y[vertex] + shift)
      : SIMD2(
        Int64.random(in: minX...maxX, using: &random),
        Int64.random(in: minY...maxY, using: &random))
    for (dx, dy) in [(-side, -side), (0, -side), (-side, 0), (0, 0)] {
      let rect = GridRect(
        minX: middle.x + dx - buffer, minY: middle.y + dy - buffer,
        maxX: middle.x + dx + side + buffer, maxY: middle.y + dy + side + buffer)
      if let fault = cut(repaired, rect, &random) { return fault }
    }
    return nil
  }

  static func cut(
    _ repaired: GridRings, _ rect: GridRect, _ random: inout SeededGenerator
  ) -> String? {
    var cutter = PolygonCutter()
    var parts = ClippedParts()
    let ends = repaired.ringEnds.map { Int32($0) }
    cutter.cut(
      x: repaired.x.span, y: repaired.y.span, ringEnds: ends.span, first: 0, to: rect, into: &parts)
    var pieces = GridRings()
    (pieces.x, pieces.y, pieces.ringEnds) = (parts.x, parts.y, parts.ends)
    let lattice = pieces.lattice
    if let fault = LatticeTwin.fault(in: lattice) { return "clip to \(rect): \(fault)" }
    for (x, y) in zip(pieces.x, pieces.y)
    where x < rect.minX || x > rect.maxX || y < rect.minY || y > rect.maxY {
      return "clip to \(rect): (\(x), \(y)) lies outside"
    }
    let whole = repaired.lattice
    for _ in 0..<20 {
      let place = SIMD2(
        Int64.random(in: rect.minX...rect.maxX - 1, using: &random),
        Int64.random(in: rect.minY...rect.maxY - 1, using: &random))
      guard LatticeTwin.distance(from: place, to: whole) > 2 else { continue }
      if isInside(whole, place) != isInside(lattice, place) {
        return "clip to \(rect): \(place) + 1/2 changed sides"
      }
    }
    return nil
  }

  @Test("seeds that once failed", arguments: finds)
  func find(seed: UInt64) { #expect(Self.fault(seed: seed) == nil) }

  @Test("awkward polygons become valid pieces that cover the same places")
  func soak() {
    let seconds = ProcessInfo.processInfo.environment["OVERLAYTILES_SOAK_SECONDS"].flatMap(
      Double.init)
    let end = Date(timeIntervalSinceNow: seconds ?? 0)
    let first = seconds == nil ? 1 : UInt64(Date().timeIntervalSince1970 * 1000)
    var (done, faults) = (UInt64(0), 0)
    // A run that is ended early has said how far it came.
    var nextReport = Date(timeIntervalSinceNow: 60)
    func report() {
      print("soak: \(done) polygons, seeds \(first) to \(first + done - 1), \(faults) at fault")
    }
    while done < 300 || Date() < end {
      let fault = Self.fault(seed: first + done)
      #expect(fault == nil, "seed \(first + done)")
      if fault != nil { faults += 1 }
      done += 1
      if seconds != nil, Date() > nextReport {
        report()
        nextReport = Date(timeIntervalSinceNow: 60)
      }
    }
    if seconds != nil { report() }
  }
}
