internal import CJSONTape
internal import MapMath
internal import OverlayModel

extension FeatureAssembler {
  /// Appends the parts of `coordinates` to the batch; false when there is not one position.
  ///
  /// Parts too short to draw are left out and noted; when none remains, that is thrown.
  mutating func appendParts(
    _ shape: GeometryShape, _ node: TapeNode?, of tape: borrowing Tape, path: GeometryPath
  ) throws(Fault) -> Bool {
    guard let node else {
      throw Fault(
        .geometryMissing, path.member("coordinates"), found: "nothing",
        allowed: "allowed is an array")
    }
    guard let coordinates = tape.coordinates(of: node) else {
      throw Fault(
        .memberType, path.member("coordinates"), found: node.shown, allowed: "allowed is an array")
    }
    if coordinates.flaw != .none {
      throw fault(of: coordinates, path: path.member("coordinates"))
    }
    if coordinates.beyondPoles > 0 {
      notes.append(
        Fault(
          .coordinateOutOfRange, path.member("coordinates"),
          found: "\(coordinates.beyondPoles) latitudes less than 0.001 degrees beyond a pole",
          allowed: "the pole is taken for them"))
    }
    guard coordinates.depth > 0 else { return false }
    guard coordinates.depth == shape.depth else {
      throw Fault(
        .geometryType, path.member("coordinates"),
        found: "positions \(coordinates.depth - 1) arrays deep",
        allowed: "a \(shape.name) has them \(shape.depth - 1) deep")
    }
    let count = coordinates.longitudes.count
    let before = batch.partEnds.count
    func name() -> String { path.member("coordinates") }
    var short: Fault?
    switch shape {
    case .point, .multiPoint:
      appendPath(coordinates, 0..<count)
      batch.partEnds.append(Int32(batch.pathEnds.count))
    case .lineString: appendLine(coordinates, 0..<count, path: name(), short: &short)
    case .multiLineString:
      var start = 0
      for (index, end) in coordinates.marks.1.enumerated() {
        appendLine(coordinates, start..<Int(end), path: "\(name())[\(index)]", short: &short)
        start = Int(end)
      }
    case .polygon:
      appendPolygon(
        coordinates, rings: 0..<coordinates.marks.1.count, ends: coordinates.marks.1, path: name(),
        short: &short)
    case .multiPolygon:
      var start = 0
      for (index, end) in coordinates.marks.1.enumerated() {
        appendPolygon(
          coordinates, rings: start..<Int(end), ends: coordinates.marks.2,
          path: "\(name())[\(index)]", short: &short)
        start = Int(end)
      }
    }
    if batch.partEnds.count == before, let short { throw short }
    return batch.partEnds.count > before
  }

  private mutating func appendPath(_ coordinates: TapeCoordinates, _ range: Range<Int>) {
    batch.longitudes.append(
      contentsOf: UnsafeBufferPointer(rebasing: coordinates.longitudes[range]))
    batch.latitudes.append(contentsOf: UnsafeBufferPointer(rebasing: coordinates.latitudes[range]))
    batch.pathEnds.append(Int32(batch.longitudes.count))
  }

  private mutating func appendLine(
    _ coordinates: TapeCoordinates, _ range: Range<Int>, path: @autoclosure () -> String,
    short: inout Fault?
  ) {
    guard !range.isEmpty else { return }
    if let fault = coordinates.lineFault(range, path: path()) {
      leaveOut(fault, &short)
      return
    }
    appendPath(coordinates, range)
    batch.partEnds.append(Int32(batch.pathEnds.count))
  }

  private mutating func appendPolygon(
    _ coordinates: TapeCoordinates, rings: Range<Int>, ends: UnsafeBufferPointer<UInt32>,
    path: @autoclosure () -> String, short: inout Fault?
  ) {
    for ring in rings {
      let start = ring == 0 ? 0 : Int(ends[ring - 1])
      let range = start..<Int(ends[ring])
      let isExterior = ring == rings.lowerBound
      if range.isEmpty {
        // Holes in nothing are nothing.
        if isExterior { return }
        continue
      }
      if let fault = coordinates.ringFault(
        range, path: "\(path())[\(ring - rings.lowerBound)]")
      {
        leaveOut(fault, &short)
        if isExterior { return }
        continue
      }
      appendPath(coordinates, range)
    }
    if !rings.isEmpty { batch.partEnds.append(Int32(batch.pathEnds.count)) }
  }

  /// Remembers why a part is not drawn; the first reason is the feature's when no part is.
  private mutating func leaveOut(_ fault: Fault, _ short: inout Fault?) {
    if short == nil { short = fault }
    notes.append(fault)
  }

  private func fault(of coordinates: TapeCoordinates, path: String) -> Fault {
    let range = coordinates.flawRange.clamped(to: 0..<record.count)
    let found = TapeNode.clipped(UnsafeBufferPointer(rebasing: record[range]))
    switch coordinates.flaw {
    case .none, .notAnArray:
      return Fault(.memberType, path, found: found, allowed: "allowed is an array")
    case .notANumber:
      return Fault(
        .memberType, path, found: found, allowed: "allowed are numbers: [longitude, latitude]")
    case .shortPosition:
      return Fault(
        .geometryType, path, found: "a position with fewer than 2 numbers (\(found))",
        allowed: "allowed is [longitude, latitude]")
    case .uneven:
      return Fault(
        .geometryType, path, found: "\(found) at another depth than the positions before",
        allowed: "all positions lie equally deep")
    case .outOfRange: return rangeFault(found, path: path)
    }
  }

  /// A position beyond the earth, with what is most likely behind it.
  private func rangeFault(_ found: String, path: String) -> Fault {
    let numbers = found.split(separator: ",").map { part in
      Double(part.trimmed) ?? .infinity
    }
    let longitude = abs(numbers.first ?? 0)
    let latitude = abs(numbers.count > 1 ? numbers[1] : 0)
    var hint = ""
    if longitude.isFinite, latitude.isFinite {
      if longitude > 1000 || latitude > 1000 {
        hint = "; these look like metres of a projected CRS, reproject the data to WGS 84"
      } else if latitude > 90, latitude <= 180, longitude <= 90 {
        hint = "; are latitude and longitude exchanged?"
      }
    }
    return Fault(
      .coordinateOutOfRange, path, found: "[\(found)] out of range",
      allowed: "allowed are longitudes -540...540 and latitudes -90...90 in degrees\(hint)")
  }
}

extension TapeCoordinates {
  fileprivate func lineFault(_ range: Range<Int>, path: @autoclosure () -> String) -> Fault? {
    Fault.ofLine(
      Span(_unsafeElements: UnsafeBufferPointer(rebasing: longitudes[range])),
      Span(_unsafeElements: UnsafeBufferPointer(rebasing: latitudes[range])), member: path())
  }

  fileprivate func ringFault(_ range: Range<Int>, path: @autoclosure () -> String) -> Fault? {
    Fault.ofRing(
      Span(_unsafeElements: UnsafeBufferPointer(rebasing: longitudes[range])),
      Span(_unsafeElements: UnsafeBufferPointer(rebasing: latitudes[range])), member: path())
  }
}

extension Substring {
  /// Without white space at its ends.
  fileprivate var trimmed: Substring {
    var text = self.drop { $0.isWhitespace }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}
