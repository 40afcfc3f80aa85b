internal import CJSONTape
internal import MapMath
internal import OverlayModel

/// Builds a batch, feature by feature.
struct FeatureAssembler {
  let options: ReaderOptions
  var batch = FeatureBatch()
  /// Where the record at hand stands, and its text.
  var location = SourceLocation(input: 0, line: 1, feature: -1)
  var record = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  /// The feature at hand: its id as text, and what was altered in it.
  var idText: String?
  var notes: [Fault] = []
  var seenKeys = SeenKeys()
  var scratch: [UInt8] = []
  /// Kinds whose overlay has been looked up for the feature at hand.
  private var notedKinds: Set<FeatureBatch.Feature.Kind> = []

  init(options: ReaderOptions) { self.options = options }

  /// Adds what one GeoJSON object says.
  mutating func add(
    _ root: TapeNode, of tape: borrowing Tape, looks: inout LookTable
  ) throws(ReaderError) {
    idText = nil
    notes.removeAll(keepingCapacity: true)
    guard root.kind == .object else {
      skip(
        Fault(
          .geometryType, "feature", found: root.shown, allowed: "allowed is a GeoJSON object"))
      return
    }
    let members = FeatureMembers(root)
    for name in members.duplicates {
      notes.append(
        Fault(.duplicateMember, name, found: "it twice", allowed: "the last one counts"))
    }
    switch members.type?.word {
    case .feature:
      try feature(members, geometry: members.geometry, of: tape, looks: &looks)
    case .point, .multiPoint, .lineString, .multiLineString, .polygon, .multiPolygon,
      .geometryCollection:
      try feature(members, geometry: root, of: tape, looks: &looks)
    case .featureCollection where members.features?.kind == .array:
      for element in members.features?.children ?? root.children {
        try add(element, of: tape, looks: &looks)
      }
    default:
      skip(
        Fault(
          .geometryType, "type", found: members.type?.shown ?? "nothing",
          allowed: "allowed is \"Feature\", \"FeatureCollection\" or a geometry's type"))
    }
  }

  private mutating func feature(
    _ members: FeatureMembers, geometry: TapeNode?, of tape: borrowing Tape,
    looks: inout LookTable
  ) throws(ReaderError) {
    let mark = Mark(batch)
    var failure: ReaderError?
    do throws(Fault) {
      let isBare = members.type?.word != .feature
      let (id, otherID) = isBare ? (nil, -1) : identify(members.id)
      try refuseCRS(members.crs)
      let firstTag = batch.tags.count
      let isStyled = isBare ? false : try readProperties(members.properties)
      let tags = Int32(firstTag)..<Int32(batch.tags.count)
      let look: LookSource
      if !isBare, let overlay = members.overlay, overlay.kind != .null {
        look = .overlay(overlay)
      } else if isStyled, let properties = members.properties {
        look = .simplestyle(properties)
      } else {
        look = .none
      }
      var emission = Emission(
        look: look, tags: tags, id: id, otherID: otherID,
        isCollection: geometry.map { FeatureMembers($0).type?.word == .geometryCollection } ?? false
      )
      do throws(ReaderError) {
        try looks.begin(look)
      } catch {
        failure = error
        throw Fault(.syntax, "overlay", found: "a fault", allowed: "the build stops")
      }
      notedKinds.removeAll(keepingCapacity: true)
      try draw(geometry, &emission, of: tape, looks: &looks)
      for note in notes { batch.findings.append(note.finding(.altered, at: location, id: idText)) }
    } catch {
      mark.restore(&batch)
      skip(error)
    }
    if let failure { throw failure }
  }

  private mutating func skip(_ fault: Fault) {
    batch.findings.append(fault.finding(.skipped, at: location, id: idText))
  }

  // MARK: Kinds

  /// What all pieces of a feature have in common.
  struct Emission {
    var look: LookSource
    var tags: Range<Int32>
    var id: UInt64?
    var otherID: Int32
    var isCollection: Bool
  }

  private mutating func draw(
    _ geometry: TapeNode?, _ emission: inout Emission, of tape: borrowing Tape,
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
    let path = geometry.index == 0 ? "" : "geometry"
    let count = batch.features.count
    try draw(geometry, path: path, hints, emission, of: tape, looks: &looks)
    guard batch.features.count > count else {
      throw Fault(
        .geometryEmpty, "geometry", found: "no positions",
        allowed: "a feature without positions is not drawn")
    }
  }

  private mutating func draw(
    _ geometry: TapeNode, path: String, _ hints: OverlayHints, _ emission: Emission,
    of tape: borrowing Tape, looks: inout LookTable
  ) throws(Fault) {
    let members = FeatureMembers(geometry)
    for name in members.duplicates where geometry.index > 0 {
      notes.append(
        Fault(.duplicateMember, "\(path).\(name)", found: "it twice", allowed: "the last counts"))
    }
    if members.type?.word == .geometryCollection {
      guard let parts = members.geometries, parts.kind == .array else {
        throw Fault(
          .geometryMissing, "\(path).geometries", found: members.geometries?.shown ?? "nothing",
          allowed: "allowed is an array of geometries")
      }
      for (index, part) in parts.children.enumerated() where part.kind != .null {
        try draw(
          part, path: "\(path).geometries[\(index)]", hints, emission, of: tape, looks: &looks)
      }
      return
    }
    guard let shape = GeometryShape(members.type?.word) else {
      throw Fault(
        .geometryType, "\(path).type", found: members.type?.shown ?? "nothing",
        allowed: "allowed is a geometry type of RFC 7946")
    }
    let kind = try kind(of: shape, hints)
    let firstPart = Int32(batch.partEnds.count)
    guard
      try appendParts(
        shape, members.coordinates, of: tape,
        path: path.isEmpty ? "coordinates" : "\(path).coordinates")
    else { return }
    try append(kind, firstPart: firstPart, emission, looks: &looks)
  }

  /// Adds a feature of the parts from `firstPart` on.
  mutating func append(
    _ kind: FeatureBatch.Feature.Kind, firstPart: Int32, _ emission: Emission,
    looks: inout LookTable
  ) throws(Fault) {
    let look = try looks.look(for: kind, isCollection: emission.isCollection, in: &batch.overlays)
    if notedKinds.insert(kind).inserted { notes += look.notes }
    batch.features.append(
      FeatureBatch.Feature(
        kind: kind, overlay: look.index, parts: firstPart..<Int32(batch.partEnds.count),
        tags: emission.tags, id: emission.id, otherID: emission.otherID, location: location))
  }

  private func kind(
    of shape: GeometryShape, _ hints: OverlayHints
  ) throws(Fault) -> FeatureBatch.Feature.Kind {
    let kinds: [FeatureBatch.Feature.Kind]
    switch shape.family {
    case .points: kinds = [.marker, .circle]
    case .lines: kinds = [.polyline]
    case .polygons: kinds = [.polygon]
    }
    guard let declared = hints.kind else {
      return shape.family == .points && hints.hasRadius ? .circle : kinds[0]
    }
    guard kinds.contains(declared) else {
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
      guard try appendParts(.point, members.coordinates, of: tape, path: "geometry.coordinates"),
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

/// How far a batch was filled before a feature, to take the feature back.
struct Mark {
  private let positions: Int, paths: Int, parts: Int, features: Int, tags: Int

  init(_ batch: FeatureBatch) {
    (positions, paths) = (batch.longitudes.count, batch.pathEnds.count)
    (parts, features, tags) = (batch.partEnds.count, batch.features.count, batch.tags.count)
  }

  func restore(_ batch: inout FeatureBatch) {
    restoreGeometry(&batch)
    batch.features.removeLast(batch.features.count - features)
    batch.tags.removeLast(batch.tags.count - tags)
  }

  func restoreGeometry(_ batch: inout FeatureBatch) {
    batch.longitudes.removeLast(batch.longitudes.count - positions)
    batch.latitudes.removeLast(batch.latitudes.count - positions)
    batch.pathEnds.removeLast(batch.pathEnds.count - paths)
    batch.partEnds.removeLast(batch.partEnds.count - parts)
  }
}
