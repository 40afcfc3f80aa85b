internal import MapMath
internal import OverlayModel

/// A path given as text.
struct EncodedPath {
  var path: String
  var holes: [String] = []
  var precision = 5
}

/// The members of `overlay` that decide what is drawn, before it is known how.
struct OverlayHints {
  /// `overlay.type`.
  var kind: FeatureBatch.Feature.Kind?
  var hasRadius = false
  var encoded: EncodedPath?
  /// A ground overlay says itself where it lies.
  var isPlaced = false

  init() {}

  init(_ value: JSONTree) throws(Fault) {
    var reader = try MemberReader(value, path: "overlay")
    if let name = try reader.string("type", allowed: Self.kinds) {
      guard let kind = FeatureBatch.Feature.Kind(name: name) else {
        throw reader.fault(.memberRange, "type", .string(name), Self.kinds)
      }
      self.kind = kind
    }
    hasRadius = reader.take("radius").map { !$0.isNull } ?? false
    let bounds = reader.take("bounds").map { !$0.isNull } ?? false
    let position = reader.take("position").map { !$0.isNull } ?? false
    isPlaced = bounds || position
    encoded = try Self.encodedPath(&reader)
  }

  private static let kinds =
    "one of " + FeatureBatch.Feature.Kind.all.map { "\"\($0.name)\"" }.joined(separator: ", ")

  private static func encodedPath(_ reader: inout MemberReader) throws(Fault) -> EncodedPath? {
    let path = try reader.string("encodedPath", allowed: "an encoded path as text")
    let precision = try precision(&reader)
    let holes = try holes(&reader)
    guard let path else {
      guard let hole = holes.first else { return nil }
      throw reader.fault(
        .memberRange, "encodedHoles", .string(hole), "holes in a path, which is encodedPath")
    }
    return EncodedPath(path: path, holes: holes, precision: precision)
  }

  private static func precision(_ reader: inout MemberReader) throws(Fault) -> Int {
    switch reader.take("encodedPrecision") {
    case nil, .null: return 5
    case .number(5, _): return 5
    case .number(6, _): return 6
    case .some(let value):
      throw reader.fault(.memberRange, "encodedPrecision", value, "precision 5 or 6, a number")
    }
  }

  private static func holes(_ reader: inout MemberReader) throws(Fault) -> [String] {
    switch reader.take("encodedHoles") {
    case nil, .null: return []
    case .array(let elements):
      var holes: [String] = []
      for (index, element) in elements.enumerated() {
        guard case .string(let text) = element else {
          throw reader.fault(
            .memberType, "encodedHoles[\(index)]", element, "an encoded path as text")
        }
        holes.append(text)
      }
      return holes
    case .some(let value):
      throw reader.fault(.memberType, "encodedHoles", value, "an array of encoded paths")
    }
  }
}

extension JSONTree {
  var isNull: Bool { if case .null = self { true } else { false } }
}

extension FeatureAssembler {
  /// Appends the paths of `encoded` as one part; returns what is worth a note.
  mutating func appendEncoded(
    _ encoded: EncodedPath, isPolygon: Bool, member: String = "overlay.encodedPath"
  ) throws(Fault) -> [Fault] {
    if !isPolygon, !encoded.holes.isEmpty {
      throw Fault(
        .memberRange, "overlay.encodedHoles", found: "holes in a polyline",
        allowed: "allowed for a polygon")
    }
    var notes: [Fault] = []
    var name = member
    for (index, text) in ([encoded.path] + encoded.holes).enumerated() {
      if index > 0 { name = "overlay.encodedHoles[\(index - 1)]" }
      let start = batch.longitudes.count
      try decode(text, encoded.precision, name: name, notes: &notes)
      let range = start..<batch.longitudes.count
      if let fault = shapeFault(of: range, isPolygon: isPolygon, path: name) {
        if index == 0 { throw fault }
        batch.longitudes.removeLast(range.count)
        batch.latitudes.removeLast(range.count)
        notes.append(fault)
        continue
      }
      if isPolygon, !isClosed(range) {
        notes.append(
          Fault(
            .encodedPath, name, found: "a ring whose last position is not its first",
            allowed:
              "it is closed; where backslashes were doubled or lost on the way, its end is wrong"))
      }
      batch.pathEnds.append(Int32(batch.longitudes.count))
    }
    batch.partEnds.append(Int32(batch.pathEnds.count))
    return notes
  }

  private func isClosed(_ range: Range<Int>) -> Bool {
    let (first, last) = (range.lowerBound, range.upperBound - 1)
    return batch.longitudes[first] == batch.longitudes[last]
      && batch.latitudes[first] == batch.latitudes[last]
  }

  private func shapeFault(of range: Range<Int>, isPolygon: Bool, path: String) -> Fault? {
    let longitudes = batch.longitudes.span.extracting(range)
    let latitudes = batch.latitudes.span.extracting(range)
    return isPolygon
      ? Fault.ofRing(longitudes, latitudes, member: path)
      : Fault.ofLine(longitudes, latitudes, member: path)
  }

  private mutating func decode(
    _ text: String, _ precision: Int, name: String, notes: inout [Fault]
  ) throws(Fault) {
    var bytes = Array(text.utf8)
    if EncodedPolyline.hasDoubledBackslash(bytes.span) {
      if options.unescapePolyline {
        bytes = EncodedPolyline.unescape(bytes.span)
      } else {
        notes.append(
          Fault(
            .encodedPath, name, found: "two backslashes in a row",
            allowed: "taken as they stand; if the text was escaped twice, unescape it"))
      }
    }
    do throws(EncodedPolylineError) {
      try EncodedPolyline.decode(
        bytes.span, precision: precision, latitudes: &batch.latitudes,
        longitudes: &batch.longitudes)
    } catch {
      throw fault(error, precision: precision, name: name)
    }
  }

  private func fault(_ error: EncodedPolylineError, precision: Int, name: String) -> Fault {
    let allowed = "allowed is an encoded path of precision \(precision)"
    let found: String
    switch error {
    case .byteNotAllowed(let byte, let offset):
      found = "character code \(byte) at byte \(offset), beyond 63...126"
    case .truncated(let offset): found = "an end inside the value at byte \(offset)"
    case .longitudeMissing(let offset):
      found = "an odd number of values, the last at byte \(offset)"
    case .valueTooLong(let offset): found = "a value of more than 6 characters at byte \(offset)"
    case .outOfRange(let offset, let latitude, let longitude, let likely):
      found = "latitude \(latitude), longitude \(longitude) at byte \(offset)"
      if let likely {
        return Fault(
          .encodedPath, name, found: found,
          allowed: "out of range with precision \(precision); is encodedPrecision \(likely)?")
      }
    }
    return Fault(.encodedPath, name, found: found, allowed: allowed)
  }
}
