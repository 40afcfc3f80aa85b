internal import CJSONTape
internal import OverlayModel

/// Reads the members of a document that stand beside its features.
struct DocumentReader: ~Copyable {
  private let input: Int
  private var tape = Tape()
  private var firstRecordLine: Int?
  private var badCRS: (name: String, line: Int)?
  /// What the document's `type` says, as written; `nil`: it has none.
  private(set) var typeFound: String?

  init(input: Int) { self.input = input }

  /// Whether the document says so.
  var isFeatureCollection: Bool { typeFound == "\"FeatureCollection\"" }

  /// Remembers where the first feature stands.
  mutating func noteFirstRecord(line: Int) { firstRecordLine = line }

  /// Reads one member of the document, whose text has been checked.
  ///
  /// - Parameter isHeadRecord: It is a member of a record that only holds such.
  mutating func read(
    _ member: RecordScanner.Member, of text: [UInt8], line: Int, isHeadRecord: Bool,
    into document: inout OverlayDocument
  ) throws(ReaderError) {
    let name = String(decoding: text[member.name], as: UTF8.self)
    let location = SourceLocation(input: input, line: line, feature: -1)
    switch name {
    case "type":
      let value = text[member.value]
      typeFound = String(decoding: value.prefix(40), as: UTF8.self)
    case "map":
      let value = try tree(text, member.value)
      if document.map != nil { document.noteDuplicate(name, location) }
      document.map = MapOptions(value, at: location, findings: &document.findings)
    case "styles":
      document.readStyles(try tree(text, member.value), at: location)
    case "crs":
      if let name = try tree(text, member.value).foreignCRS { badCRS = (name, line) }
    default:
      guard isHeadRecord else { return }
      let near = nearest(to: name, of: ["map", "styles"])
      document.findings.append(
        Finding(
          .altered, .memberUnknown, at: location, member: name,
          found: "a member of no meaning here",
          allowed: near.map { "it is ignored; did you mean \"\($0)\"?" }
            ?? "it is ignored; allowed are map and styles"))
    }
  }

  private mutating func tree(
    _ text: [UInt8], _ range: Range<Int>
  ) throws(ReaderError) -> JSONTree {
    try text.withUnsafeBufferPointer { whole throws(ReaderError) in
      let value = UnsafeBufferPointer(rebasing: whole[range])
      guard try tape.parse(value, mode: .plain) == nil, let root = tape.root else { return .null }
      return JSONTree(root)
    }
  }

  /// Throws when the document's CRS is another than WGS 84 and there is a feature to misplace.
  mutating func refuseCRS(
    firstRecord: Range<Int>?, of text: [UInt8]
  ) throws(ReaderError) {
    guard let badCRS, let line = firstRecordLine else { return }
    var feature = SourceFeature(index: 0, line: line)
    if let firstRecord {
      feature.id = try text.withUnsafeBufferPointer { whole throws(ReaderError) -> String? in
        let record = UnsafeBufferPointer(rebasing: whole[firstRecord])
        guard try tape.parse(record, mode: .geoJSON) == nil, let root = tape.root,
          let id = FeatureMembers(root).id, id.kind != .null
        else { return nil }
        return String(decoding: id.text, as: UTF8.self)
      }
    }
    throw .unsupportedCRS(name: badCRS.name, line: badCRS.line, feature: feature)
  }

  /// Throws when the document's CRS is another than WGS 84, though there is no feature.
  func refuseCRSAtEnd() throws(ReaderError) {
    guard let badCRS else { return }
    throw .unsupportedCRS(name: badCRS.name, line: badCRS.line, feature: nil)
  }
}

extension JSONTree {
  /// The name of a `crs` member (GeoJSON of 2008) that is not longitude and latitude on WGS 84.
  var foreignCRS: String? {
    switch self {
    case .null: return nil
    case .string(let name): return Self.isWGS84(name) ? nil : name
    case .object(let members):
      guard let type = members.last(where: { $0.name == "type" })?.value,
        case .string("name") = type,
        case .object(let properties)? = members.last(where: { $0.name == "properties" })?.value,
        case .string(let name)? = properties.last(where: { $0.name == "name" })?.value
      else { return "without a name" }
      return Self.isWGS84(name) ? nil : name
    default: return shown
    }
  }

  /// EPSG 4326 and 4979 are taken as GeoJSON's writers mean them, longitude first.
  private static func isWGS84(_ name: String) -> Bool {
    let code = name.split { $0 == ":" || $0 == "/" || $0 == "#" }.last?.uppercased()
    return ["CRS84", "CRS84H", "4326", "4979", "WGS84"].contains(code)
  }
}

extension FeatureAssembler {
  /// Throws when a feature's own `crs` is another than WGS 84.
  func refuseCRS(_ node: TapeNode?) throws(Fault) {
    guard let node, node.kind != .null else { return }
    let text = String(decoding: node.text, as: UTF8.self)
    let names = ["CRS84", "4326", "4979", "WGS84"]
    // A crs object names its system in quotes; the rest of it does not matter.
    if names.contains(where: { text.contains($0 + "\"") || text.uppercased() == $0 }) { return }
    throw Fault(
      .crs, "crs", found: TapeNode.clipped(node.text),
      allowed: "allowed are longitude and latitude on WGS 84 (RFC 7946)")
  }
}

extension OverlayDocument {
  fileprivate mutating func noteDuplicate(_ member: String, _ location: SourceLocation) {
    findings.append(
      Finding(
        .altered, .duplicateMember, at: location, member: member, found: "it twice",
        allowed: "the last one counts"))
  }

  /// Reads the `styles` member; a style that cannot be read is left out.
  fileprivate mutating func readStyles(_ value: JSONTree, at location: SourceLocation) {
    if value.isNull { return }
    guard case .object(let members) = value else {
      findings.append(
        Finding(
          .altered, .memberType, at: location, member: "styles", found: value.shown,
          allowed: "allowed is an object of styles; it is ignored"))
      return
    }
    for member in members {
      let path = "styles.\(member.name)"
      do throws(Fault) {
        var reader = try MemberReader(member.value, path: path, allowed: "a style")
        let style = try StrokeStyle(&reader)
        reader.finish()
        findings += reader.notes.map { $0.finding(.altered, at: location) }
        if styles.updateValue(style, forKey: member.name) != nil { noteDuplicate(path, location) }
      } catch {
        var fault = error
        fault.allowed += "; the style is left out"
        findings.append(fault.finding(.altered, at: location))
      }
    }
  }
}
