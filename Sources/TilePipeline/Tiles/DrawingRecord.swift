import OverlayModel
import Synchronization
import TileGeometry

/// What became of the overlays while tiles were made: at which zooms each left anything, and what
/// was wrong with polygons. Filled by all workers.
final class DrawingRecord: Sendable {
  /// Polygons that had to be repaired, or enclose nothing, though nothing was rounded.
  struct Fault: Sendable {
    /// The build's number of the overlay.
    var feature: Int32
    var causes: RepairCauses
  }

  private struct State {
    /// One bit for each zoom, by feature.
    var drawn: [UInt32]
    var faults: [Int32: RepairCauses] = [:]
    var tiles: [TileNote] = []
  }

  private let state: Mutex<State>

  /// What became of one overlay, to be carried from one build to the next.
  struct Carried: Sendable {
    /// The build's number of the overlay.
    var feature: Int32
    /// Zooms at which it left anything, a bit each.
    var drawn: UInt32
    /// Bits of `RepairCauses`.
    var causes: UInt8
  }

  /// Nothing drawn yet of `features` overlays, but for what is carried over from an earlier build,
  /// of them and of `tiles`.
  init(features: Int, carried: [Carried] = [], tiles: [TileNote] = []) {
    var state = State(drawn: [UInt32](repeating: 0, count: features))
    state.tiles = tiles
    for entry in carried {
      state.drawn[Int(entry.feature)] = entry.drawn
      if entry.causes != 0 { state.faults[entry.feature] = RepairCauses(rawValue: entry.causes) }
    }
    self.state = Mutex(state)
  }

  /// What became of each overlay, in the build's order.
  var outcomes: [Carried] {
    state.withLock { state in
      state.drawn.indices.map { feature in
        Carried(
          feature: Int32(feature), drawn: state.drawn[feature],
          causes: state.faults[Int32(feature)]?.rawValue ?? 0)
      }
    }
  }

  /// What is remembered of tiles, by zoom and along the Hilbert curve.
  var tiles: [TileNote] { state.withLock { $0.tiles }.sorted { $0.place < $1.place } }

  /// Remembers something of tiles.
  func note(_ tiles: [TileNote]) {
    guard !tiles.isEmpty else { return }
    state.withLock { $0.tiles += tiles }
  }

  /// Notes that tiles of `zoom` hold overlays, and faults.
  func note(drawn features: [Int32], zoom: Int, faults: [Fault]) {
    state.withLock { state in
      for feature in features { state.drawn[Int(feature)] |= 1 << UInt32(zoom) }
      for fault in faults { state.faults[fault.feature, default: []].formUnion(fault.causes) }
    }
  }

  /// Whether all overlays with these numbers are drawn at all `zooms`, a bit each.
  func isDrawn(_ features: Range<Int>, atZooms zooms: UInt32) -> Bool {
    state.withLock { state in features.allSatisfy { state.drawn[$0] & zooms == zooms } }
  }

  /// Adds the overlays that left nothing at some of the zooms in which they should be drawn.
  ///
  /// - Parameters:
  ///   - rows: All rows of the overlays with the numbers `features`.
  ///   - drawnFrom: See ``FeatureTable``.
  ///   - place: Where the overlay with a number stands.
  func addHidden(
    of rows: [FeatureTable.Row], _ features: Range<Int>, drawnFrom: [UInt8] = [],
    zooms: ClosedRange<Int>, to result: inout HiddenOverlays,
    place: (Int32) -> FeatureTable.Place?
  ) {
    var due = [UInt32](repeating: 0, count: features.count)
    for row in rows {
      let from = drawnFrom.isEmpty ? 0 : drawnFrom[Int(row.feature)]
      for zoom in row.minZoom...row.maxZoom where zoom >= from {
        due[Int(row.feature) - features.lowerBound] |= 1 << UInt32(zoom)
      }
    }
    let drawn = state.withLock { $0.drawn }
    for feature in features {
      let (due, drawn) = (due[feature - features.lowerBound], drawn[feature])
      let missing = due & ~drawn
      guard missing != 0 else { continue }
      for zoom in zooms where missing & 1 << UInt32(zoom) != 0 {
        result.counts[zoom, default: 0] += 1
      }
      result.count += 1
      guard result.list.count < HiddenOverlays.mostListed, let place = place(Int32(feature)) else {
        continue
      }
      let from = UInt32.bitWidth - missing.leadingZeroBitCount
      let early = due & drawn
      result.list.append(
        HiddenOverlays.Entry(
          location: place.location, id: place.id,
          visibleFrom: due >> UInt32(from) == 0 ? nil : from,
          alsoVisibleAt: (0..<from).filter { early & 1 << UInt32($0) != 0 }))
    }
  }

  /// Findings about polygons that were not valid as they came, in input order.
  ///
  /// - Parameter place: Where the overlay with a number stands.
  func findings(place: (Int32) -> FeatureTable.Place?) -> [Finding] {
    let faults = state.withLock { $0.faults }.sorted { $0.key < $1.key }
    return faults.flatMap { feature, causes -> [Finding] in
      guard let place = place(feature) else { return [] }
      return Self.kinds.filter { !causes.isDisjoint(with: $0.causes) }.map { kind in
        Finding(
          .altered, kind.code, at: place.location, id: place.id, member: "geometry",
          found: kind.found, allowed: kind.allowed)
      }
    }
  }

  /// What findings say of the causes.
  private static let kinds:
    [(causes: RepairCauses, code: Finding.Code, found: String, allowed: String)] = [
      (
        .selfCrossing, .ringSelfCrossing, "a ring that crosses itself",
        "it is read even-odd: what an odd number of turns encloses is filled"
      ),
      (
        [.ringCrossing, .misplacedHole], .holeOutside,
        "a hole that does not lie inside its polygon and apart from other holes",
        "what all holes cover is cut out; what lies outside is ignored"
      ),
      (
        .tangled, .polygonTangled,
        "a polygon so tangled that at some zoom its edges, on the tiles' grid, meet too often to be "
          + "drawn exactly",
        "such zooms draw a likeness of it, on a grid of 32 cells along its longer side, and nothing "
          + "or a square where nothing of that is left"
      ),
      (
        .emptied, .emptyPolygon,
        "a polygon that encloses nothing: it has no width, or runs twice round the same, or its "
          + "holes cover it",
        "it is not drawn"
      ),
    ]
}

extension FeatureTable.Place {
  fileprivate var location: SourceLocation {
    SourceLocation(input: Int(input), line: Int(line), feature: Int(feature))
  }
}
