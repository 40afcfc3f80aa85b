public import JSONText

/// A MapLibre style that is drawn below the overlays: streets, satellite pictures and the like.
///
/// It is read when the overlays are built, since a style cannot name another by its address. All
/// addresses in it must be absolute: it will stand somewhere else.
public struct BaseStyle: Sendable, Equatable {
  /// What is wrong with a base style: the member, what was found, what is allowed.
  public struct Fault: Error, Equatable, Sendable {
    /// Path of the member, such as `layers[3].source`; empty for the whole document.
    public var member: String
    /// What was found, in words.
    public var found: String
    /// What is allowed, in words.
    public var allowed: String
  }

  /// Sources in their order.
  let sources: [JSONValue.Member]
  /// Layers, bottom to top; each has an `id` and a `type`.
  let layers: [JSONValue]
  /// All members of the document.
  private let members: [JSONValue.Member]

  /// Takes a style document that has all that a client needs to draw it.
  public init(_ document: JSONValue) throws(Fault) {
    guard case .object(let members) = document else {
      throw Fault(member: "", found: document.kindInWords, allowed: "a MapLibre style is an object")
    }
    guard document["version"] == 8 else {
      throw Fault(
        member: "version", found: document["version"].inWords,
        allowed: "allowed is 8, the version of MapLibre styles")
    }
    guard case .object(let sources)? = document["sources"] else {
      throw Fault(
        member: "sources", found: document["sources"].inWords, allowed: "allowed is an object")
    }
    guard case .array(let layers)? = document["layers"] else {
      throw Fault(
        member: "layers", found: document["layers"].inWords, allowed: "allowed is an array")
    }
    (self.members, self.sources, self.layers) = (members, sources, layers)
    for source in sources { try check(source) }
    try checkLayers()
    try checkSprite()
    if let glyphs = self["glyphs"] { try Self.checkAddress(glyphs, "glyphs") }
  }

  /// A member of the document.
  subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }

  /// What the style says of itself to programs.
  var metadata: [JSONValue.Member] {
    if case .object(let members)? = self["metadata"] { members } else { [] }
  }

  /// Members that the overlays have nothing to do with, such as `glyphs`, `light` or `terrain`.
  var otherMembers: [JSONValue.Member] {
    let ours: Set = [
      "version", "name", "metadata", "center", "centerAltitude", "zoom", "bearing", "pitch", "roll",
      "sprite", "sources", "layers",
    ]
    return members.filter { !ours.contains($0.name) }
  }

  private func check(_ source: JSONValue.Member) throws(Fault) {
    let path = "sources.\(source.name)"
    guard case .string(let type)? = source.value["type"] else {
      throw Fault(
        member: path + ".type", found: source.value["type"].inWords,
        allowed: "allowed is the name of a kind of source")
    }
    if let url = source.value["url"] { try Self.checkAddress(url, path + ".url") }
    if case .array(let tiles)? = source.value["tiles"] {
      for (i, tile) in tiles.enumerated() { try Self.checkAddress(tile, "\(path).tiles[\(i)]") }
    }
    if type == "geojson", case .string? = source.value["data"] {
      try Self.checkAddress(source.value["data"] ?? .null, path + ".data")
    }
  }

  private func checkLayers() throws(Fault) {
    var ids: Set<String> = []
    let names = Set(sources.map(\.name))
    for (i, layer) in layers.enumerated() {
      let path = "layers[\(i)]"
      guard case .string(let id)? = layer["id"] else {
        throw Fault(member: path + ".id", found: layer["id"].inWords, allowed: "allowed is a text")
      }
      guard ids.insert(id).inserted else {
        throw Fault(member: path + ".id", found: "\"\(id)\" again", allowed: "ids must differ")
      }
      guard case .string(let type)? = layer["type"] else {
        throw Fault(
          member: path + ".type", found: layer["type"].inWords,
          allowed: "allowed is the name of a kind of layer")
      }
      if type != "background" {
        guard case .string(let source)? = layer["source"], names.contains(source) else {
          throw Fault(
            member: path + ".source", found: layer["source"].inWords,
            allowed: "allowed are the names in sources: "
              + (names.isEmpty ? "there are none" : names.sorted().joined(separator: ", ")))
        }
      }
      guard layer["layout"]?["text-field"] == nil || self["glyphs"] != nil else {
        throw Fault(
          member: path + ".layout.text-field", found: "a text in a style without glyphs",
          allowed: "texts need the address of glyphs")
      }
    }
  }

  private func checkSprite() throws(Fault) {
    switch self["sprite"] {
    case .array(let sprites)?:
      for (i, sprite) in sprites.enumerated() {
        guard case .string? = sprite["id"], let url = sprite["url"] else {
          throw Fault(
            member: "sprite[\(i)]", found: sprite.kindInWords,
            allowed: "allowed is an object with id and url")
        }
        try Self.checkAddress(url, "sprite[\(i)].url")
      }
    case let sprite?: try Self.checkAddress(sprite, "sprite")
    case nil: break
    }
  }

  /// Throws unless `value` is an address with a scheme (RFC 3986, 3.1).
  private static func checkAddress(_ value: JSONValue, _ path: String) throws(Fault) {
    if case .string(let text) = value {
      let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
      let isScheme = scheme.allSatisfy {
        switch $0 | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
      }
      if isScheme, !scheme.isEmpty, scheme.count < text.utf8.count { return }
    }
    throw Fault(
      member: path, found: Optional(value).inWords,
      allowed: "allowed is an absolute address, such as https://tiles.example.org/…")
  }
}

extension JSONValue {
  /// The value, or what it is, in the words of a message.
  fileprivate var kindInWords: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .int(let int): "\(int)"
    case .double(let double): "\(double)"
    case .string(let text): "\"\(text.prefix(80))\""
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue? {
  fileprivate var inWords: String { self?.kindInWords ?? "nothing" }
}
