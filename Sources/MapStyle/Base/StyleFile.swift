import JSONText

/// One of several style files of a tile set: the same overlays on another base map.
public struct StyleFile: Sendable, Equatable {
  /// Name of the file, beside the tiles.
  public var name: String
  /// A map type, or a map id.
  public var mapType: String
  /// Whether it is the dark form; `nil` where there is one form for light and dark.
  public var isDark: Bool?

  /// Creates a file.
  public init(name: String, mapType: String, isDark: Bool? = nil) {
    (self.name, self.mapType, self.isDark) = (name, mapType, isDark)
  }

  /// What a style says of all `files`; nothing where it is alone.
  static func metadata(_ files: [StyleFile]) -> [JSONValue.Member] {
    guard files.count > 1 else { return [] }
    let list = files.map { file -> JSONValue in
      var members: [JSONValue.Member] = [
        .init("file", .string(file.name)), .init("mapType", .string(file.mapType)),
      ]
      if let isDark = file.isDark {
        members.append(.init("colorScheme", isDark ? "dark" : "light"))
      }
      return .object(members)
    }
    return [.init("overlaytiles:styles", .array(list))]
  }
}
