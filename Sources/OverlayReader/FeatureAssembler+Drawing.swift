internal import CJSONTape
internal import MapMath
internal import OverlayModel

extension FeatureAssembler {
  /// What all pieces of a feature have in common.
  struct Emission {
    var tags: Range<Int32>
    var id: UInt64?
    var otherID: Int32
    /// It has no `overlay` member.
    var isPlain: Bool
    /// It comes from a GeometryCollection.
    var isCollection = false
  }

  mutating func draw(
    _ geometry: TapeNode?, _ emission: Emission, of tape: borrowing Tape,
    looks: inout LookTable
  ) throws(Fault) {
    let hints = try looks.hints()
    guard let geometry, geometry.kind != .null else {
      try drawWithoutGeometry(hints, emission, looks: &looks)
      return
    }
    guard geometry.kind == .object else {
      throw Fault(
        .memberType, "geometry", found: geometry.shown,
        allowed: "allowed is a geometry object or null")
    }
    if hints.encoded != nil {
      throw Fault(
        .memberRange, "overlay.encodedPath", found: "a path beside a geometry",
        allowed: "allowed is one of the two")
    }
    if hints.kind == .groundOverlay {
      try drawGroundOverlay(geometry, hints, emission, of: tape, looks: &looks)
      return
    }
    let path = GeometryPath(isBare: geometry.index == 0)
    let count = batch.features.count
    try draw(geometry, path: path, hints, emission, of: tape, looks: &looks)
    guard batch.features.count > count else {
      throw Fault(
        .geometryEmpty, "geometry", found: "no positions",
        allowed: "a feature without positions is not drawn")
    }
  }

  private mutating func draw(
    _ geometry: TapeNode, path: GeometryPath, _ hints: OverlayHints, _ emission: Emission,
    of tape: borrowing Tape, looks: inout LookTable
  ) throws(Fault) {
    let members = FeatureMembers(geometry)
    for name in members.duplicates where geometry.index > 0 {
      notes.append(
        Fault(.duplicateMember, path.member(name), found: "it twice", allowed: "the last counts"))
    }
    if members.type?.word == .geometryCollection {
      guard let parts = members.geometries, parts.kind == .array else {
        throw Fault(
          .geometryMissing, path.member("geometries"),
          found: members.geometries?.shown ?? "nothing",
          allowed: "allowed is an array of geometries")
      }
      var emission = emission
      emission.isCollection = true
      for (index, part) in parts.children.enumerated() where part.kind != .null {
        do throws(Fault) {
          try draw(
            part, path: path.appending(index), hints, emission, of: tape, looks: &looks)
        } catch  where error.code == .tooFewPoints || error.code == .zeroLength {
          // Noted already; the other parts are drawn.
        }
      }
      return
    }
    guard let shape = GeometryShape(members.type?.word) else {
      throw Fault(
        .geometryType, path.member("type"), found: members.type?.shown ?? "nothing",
        allowed: "allowed is a geometry type of RFC 7946")
    }
    let kind = try kind(of: shape, hints)
    let firstPart = Int32(batch.partEnds.count)
    guard try appendParts(shape, members.coordinates, of: tape, path: path) else { return }
    try append(kind, firstPart: firstPart, emission, looks: &looks)
  }

  /// Adds a feature of the parts from `firstPart` on.
  mutating func append(
    _ kind: FeatureBatch.Feature.Kind, firstPart: Int32, _ emission: Emission,
    looks: inout LookTable
  ) throws(Fault) {
    let look = try looks.look(for: kind, isCollection: emission.isCollection, in: &batch.overlays)
    let bit: UInt8 = 1 << kind.rawValue
    if notedKinds & bit == 0, !look.notes.isEmpty { notes += look.notes }
    notedKinds |= bit
    var feature = FeatureBatch.Feature(
      kind: kind, overlay: look.index, parts: firstPart..<Int32(batch.partEnds.count),
      tags: emission.tags, id: emission.id, otherID: emission.otherID, location: location)
    feature.isPlain = emission.isPlain
    batch.features.append(feature)
  }

  private func kind(
    of shape: GeometryShape, _ hints: OverlayHints
  ) throws(Fault) -> FeatureBatch.Feature.Kind {
    guard let declared = hints.kind else {
      switch shape.family {
      case .points: return hints.hasRadius ? .circle : .marker
      case .lines: return .polyline
      case .polygons: return .polygon
      }
    }
    guard shape.allows(declared) else {
      let kinds = FeatureBatch.Feature.Kind.all.filter(shape.allows)
      throw Fault(
        .geometryType, "overlay.type", found: "\"\(declared.name)\" for a \(shape.name)",
        allowed: "allowed is " + kinds.map { "\"\($0.name)\"" }.joined(separator: " or "))
    }
    return declared
  }

  private mutating func drawWithoutGeometry(
    _ hints: OverlayHints, _ emission: Emission, looks: inout LookTable
  ) throws(Fault) {
    let firstPart = Int32(batch.partEnds.count)
    if let encoded = hints.encoded {
      let isPolygon: Bool
      switch hints.kind {
      case .polyline: isPolygon = false
      case .polygon: isPolygon = true
      default:
        throw Fault(
          .geometryMissing, "overlay.type", found: hints.kind.map { "\"\($0.name)\"" } ?? "nothing",
          allowed: "an encoded path needs \"polyline\" or \"polygon\"")
      }
      notes += try appendEncoded(encoded, isPolygon: isPolygon)
      try append(isPolygon ? .polygon : .polyline, firstPart: firstPart, emission, looks: &looks)
    } else if hints.kind == .groundOverlay {
      try append(.groundOverlay, firstPart: firstPart, emission, looks: &looks)
    } else {
      throw Fault(
        .geometryMissing, "geometry", found: "nothing",
        allowed: "a feature without geometry is not drawn")
    }
  }

  private mutating func drawGroundOverlay(
    _ geometry: TapeNode, _ hints: OverlayHints, _ emission: Emission, of tape: borrowing Tape,
    looks: inout LookTable
  ) throws(Fault) {
    let members = FeatureMembers(geometry)
    if !hints.isPlaced, members.type?.word == .point {
      let mark = Mark(batch)
      guard try appendParts(.point, members.coordinates, of: tape, path: GeometryPath()),
        let longitude = batch.longitudes.last, let latitude = batch.latitudes.last
      else {
        throw Fault(
          .geometryEmpty, "geometry", found: "no positions", allowed: "allowed is one position")
      }
      mark.restoreGeometry(&batch)
      looks.place(at: LatLng(latitude: latitude, longitude: longitude))
    } else if hints.isPlaced {
      notes.append(
        Fault(
          .memberUnknown, "geometry", found: "a geometry beside bounds or position",
          allowed: "it is ignored"))
    }
    try append(
      .groundOverlay, firstPart: Int32(batch.partEnds.count), emission, looks: &looks)
  }
}
