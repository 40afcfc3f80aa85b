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

  /// The overlays that left nothing at some of the zooms in which they should be drawn.
  func hidden(
    of table: FeatureTable, zooms: ClosedRange<Int>
  ) -> HiddenOverlays {
    var due = [UInt32](repeating: 0, count: table.places.count)
    for row in table.rows {
      let from = table.drawnFrom.isEmpty ? 0 : table.drawnFrom[Int(row.feature)]
      for zoom in row.minZoom...row.maxZoom where zoom >= from {
        due[Int(row.feature)] |= 1 << UInt32(zoom)
      }
    }
    let drawn = state.withLock { $0.drawn }
    var result = HiddenOverlays()
    for feature in due.indices {
      let missing = due[feature] & ~drawn[feature]
      guard missing != 0 else { continue }
      for zoom in zooms where missing & 1 << UInt32(zoom) != 0 {
        result.counts[zoom, default: 0] += 1
      }
      result.count += 1
      guard result.list.count < HiddenOverlays.mostListed else { continue }
      let from = UInt32.bitWidth - missing.leadingZeroBitCount
      let early = due[feature] & drawn[feature]
      result.list.append(
        HiddenOverlays.Entry(
          location: table.location(of: feature), id: table.places[feature].id,
          visibleFrom: due[feature] >> UInt32(from) == 0 ? nil : from,
          alsoVisibleAt: (0..<from).filter { early & 1 << UInt32($0) != 0 }))
    }
    return result
  }

  /// Findings about polygons that were not valid as they came, in input order.
  func findings(of table: FeatureTable) -> [Finding] {
    let faults = state.withLock { $0.faults }.sorted { $0.key < $1.key }
    return faults.flatMap { feature, causes -> [Finding] in
      let location = table.location(of: Int(feature))
      let id = table.places[Int(feature)].id
      var findings: [Finding] = []
      if causes.contains(.selfCrossing) {
        findings.append(
          Finding(
            .altered, .ringSelfCrossing, at: location, id: id, member: "geometry",
            found: "a ring that crosses itself",
            allowed: "it is read even-odd: what an odd number of turns encloses is filled"))
      }
      if !causes.isDisjoint(with: [.ringCrossing, .misplacedHole]) {
        findings.append(
          Finding(
            .altered, .holeOutside, at: location, id: id, member: "geometry",
            found: "a hole that does not lie inside its polygon and apart from other holes",
            allowed: "what all holes cover is cut out; what lies outside is ignored"))
      }
      if causes.contains(.emptied) {
        findings.append(
          Finding(
            .altered, .emptyPolygon, at: location, id: id, member: "geometry",
            found:
              "a polygon that encloses nothing: it has no width, or runs twice round the same, "
              + "or its holes cover it",
            allowed: "it is not drawn"))
      }
      return findings
    }
  }
}

extension FeatureTable {
  fileprivate func location(of feature: Int) -> SourceLocation {
    let place = places[feature]
    return SourceLocation(
      input: Int(place.input), line: Int(place.line), feature: Int(place.feature))
  }
}
