internal import CJSONTape
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
  /// Kinds whose overlay has been looked up for the feature at hand, a bit each.
  var notedKinds: UInt8 = 0

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
    case .featureCollection:
      // A record of a text sequence may be a whole collection; its features share the index.
      guard let features = members.features, features.kind == .array else {
        skip(
          Fault(
            .geometryType, "features", found: members.features?.shown ?? "nothing",
            allowed: "allowed is an array"))
        return
      }
      for element in features.children { try add(element, of: tape, looks: &looks) }
    default:
      skip(
        Fault(
          .geometryType, "type", found: members.type?.shown ?? "nothing",
          allowed: "allowed is \"Feature\", \"FeatureCollection\" or a geometry's type"))
    }
  }

  /// Adds a polyline of its default look along a path as text.
  mutating func add(path text: UnsafeBufferPointer<UInt8>) {
    idText = nil
    let mark = Mark(batch)
    let firstPart = Int32(batch.partEnds.count)
    let encoded = EncodedPath(
      path: String(decoding: text, as: UTF8.self), precision: options.pathPrecision)
    do throws(Fault) {
      for note in try appendEncoded(encoded, isPolygon: false, member: "path") {
        batch.findings.append(note.finding(.altered, at: location))
      }
      let noTags = Int32(batch.tags.count)
      batch.features.append(
        FeatureBatch.Feature(
          kind: .polyline, overlay: -1, parts: firstPart..<Int32(batch.partEnds.count),
          tags: noTags..<noTags, id: nil, otherID: -1, location: location))
    } catch {
      mark.restore(&batch)
      skip(error)
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
      if isBare, members.overlay != nil {
        notes.append(
          Fault(
            .memberUnknown, "overlay", found: "it in a geometry",
            allowed: "it is ignored; allowed in a Feature"))
      }
      let look: LookSource
      var isPlain = true
      if !isBare, let overlay = members.overlay, overlay.kind != .null {
        look = .overlay(overlay)
        isPlain = false
      } else if isStyled, let properties = members.properties {
        look = .simplestyle(properties)
      } else {
        look = .none
      }
      let emission = Emission(tags: tags, id: id, otherID: otherID, isPlain: isPlain)
      do throws(ReaderError) {
        try looks.begin(look)
      } catch {
        failure = error
        throw Fault(.syntax, "overlay", found: "a fault", allowed: "the build stops")
      }
      notedKinds = 0
      try draw(geometry, emission, of: tape, looks: &looks)
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
