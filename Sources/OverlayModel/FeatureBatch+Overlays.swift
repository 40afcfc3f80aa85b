import MapMath

extension FeatureBatch {
  /// Takes up overlays that are given as values, by the rules for documents.
  ///
  /// An overlay that cannot be drawn is skipped and named in ``findings``, with its place in
  /// `overlays`.
  ///
  /// - Parameters:
  ///   - overlays: In drawing order.
  ///   - input: Index of the input in the build's list of inputs.
  public init(_ overlays: ArraySlice<any MapOverlay>, input: Int) {
    self.init()
    recordCount = overlays.count
    for (index, overlay) in zip(overlays.indices, overlays) {
      add(overlay, at: SourceLocation(input: input, line: 0, feature: index))
    }
  }

  private mutating func add(_ value: some MapOverlay, at location: SourceLocation) {
    let paths = pathEnds.count
    let positions = longitudes.count
    let id = value.id.map(\.text)
    do throws(Fault) {
      var overlay = value.overlay
      var notes = try overlay.settle()
      let firstPart = Int32(partEnds.count)
      notes += try append(value.shape)
      let firstTag = Int32(tags.count)
      for (name, value) in value.properties.members { append(name, value, &notes) }
      var feature = Feature(
        kind: overlay.look.kind, overlay: number(of: overlay),
        parts: firstPart..<Int32(partEnds.count), tags: firstTag..<Int32(tags.count), id: nil,
        otherID: -1, location: location)
      switch value.id {
      case .number(let id)?: feature.id = id
      case .text(let id)?: feature.otherID = Int32(intern(.string(id)))
      case nil: break
      }
      features.append(feature)
      findings += notes.map { $0.finding(.altered, at: location, id: id) }
    } catch {
      longitudes.removeLast(longitudes.count - positions)
      latitudes.removeLast(latitudes.count - positions)
      pathEnds.removeLast(pathEnds.count - paths)
      findings.append(error.finding(.skipped, at: location, id: id))
    }
  }

  /// The index of `overlay`, which is shared with the overlay before where they look the same.
  private mutating func number(of overlay: Overlay) -> Int32 {
    if overlays.last != overlay { overlays.append(overlay) }
    return Int32(overlays.count - 1)
  }

  // MARK: Geometry

  /// Adds the shape as one part; returns what was left out of it.
  private mutating func append(_ shape: OverlayShape) throws(Fault) -> [Fault] {
    var notes: [Fault] = []
    switch shape {
    case .line(let path):
      let range = try append(path, member: "overlay.path")
      if let fault = Fault.ofLine(
        longitudes.span.extracting(range), latitudes.span.extracting(range),
        member: "overlay.path")
      {
        throw fault
      }
      pathEnds.append(Int32(longitudes.count))
    case .polygon(let path, let holes):
      if let fault = try appendRing(path, member: "overlay.path") { throw fault }
      for (index, hole) in holes.enumerated() where hole.count > 0 {
        if let fault = try appendRing(hole, member: "overlay.holes[\(index)]") {
          notes.append(fault)
        }
      }
    case .point(let position):
      _ = try append(Path([position]), member: "overlay.position")
      pathEnds.append(Int32(longitudes.count))
    case .none: return []
    }
    partEnds.append(Int32(pathEnds.count))
    return notes
  }

  /// Adds a ring, unless it has no area.
  private mutating func appendRing(_ path: Path, member: String) throws(Fault) -> Fault? {
    let range = try append(path, member: member)
    let fault = Fault.ofRing(
      longitudes.span.extracting(range), latitudes.span.extracting(range), member: member)
    if fault == nil {
      pathEnds.append(Int32(longitudes.count))
    } else {
      longitudes.removeLast(range.count)
      latitudes.removeLast(range.count)
    }
    return fault
  }

  /// Adds the positions of `path`.
  private mutating func append(_ path: Path, member: String) throws(Fault) -> Range<Int> {
    let start = longitudes.count
    for (index, place) in path.coordinates.enumerated() {
      guard abs(place.latitude) <= 90, abs(place.longitude) <= 540 else {
        throw Fault(
          .coordinateOutOfRange, member == "overlay.position" ? member : "\(member)[\(index)]",
          found: "latitude \(place.latitude), longitude \(place.longitude)",
          allowed: "allowed are longitudes -540...540 and latitudes -90...90 in degrees")
      }
      longitudes.append(place.longitude)
      latitudes.append(place.latitude)
    }
    return start..<longitudes.count
  }

  // MARK: Attributes

  private mutating func append(_ name: String, _ value: AttributeValue, _ notes: inout [Fault]) {
    if case .double(let number) = value, !number.isFinite {
      notes.append(
        Fault(
          .propertyRange, "properties.\(name)", found: "\(number)",
          allowed: "a number that is not finite is left out"))
      return
    }
    let key = Array(name.utf8)
    tags.append(Tag(key: keys.intern(key.span), value: intern(value)))
  }

  private mutating func intern(_ value: AttributeValue) -> UInt32 {
    var bytes: [UInt8] = []
    value.pooled(into: &bytes)
    return values.intern(bytes.span)
  }
}

extension Overlay.Look {
  /// The kind of overlay that looks so.
  fileprivate var kind: FeatureBatch.Feature.Kind {
    switch self {
    case .polyline: .polyline
    case .polygon: .polygon
    case .circle: .circle
    case .marker: .marker
    case .groundOverlay: .groundOverlay
    }
  }
}

extension OverlayID {
  /// The id as findings show it.
  fileprivate var text: String {
    switch self {
    case .number(let number): String(number)
    case .text(let text): text
    }
  }
}
