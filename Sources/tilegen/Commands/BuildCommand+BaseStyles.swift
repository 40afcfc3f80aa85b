import OverlayModel
import TilePipeline

extension BuildCommand {
  /// The values of --base-style, in the order of the command line.
  static func baseStyles(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> [BuildOptions.BaseStyle] {
    var styles: [BuildOptions.BaseStyle] = []
    for entry in arguments.entries where entry.name == baseStyle.parameter.name {
      let style = try parsed(entry.text)
      guard !styles.contains(where: { $0.mapType == style.mapType && $0.isDark == style.isDark })
      else {
        throw .contradiction(
          found: "--base-style \(entry.text) is a second style for its type",
          allowed: "allowed is one a type, and one for TYPE:dark")
      }
      styles.append(style)
    }
    for dark in styles where dark.isDark {
      guard styles.contains(where: { $0.mapType == dark.mapType && !$0.isDark }) else {
        throw .contradiction(
          found: "--base-style \(dark.mapType):dark stands alone",
          allowed: "a dark form needs --base-style \(dark.mapType)=FILE beside it")
      }
    }
    return styles
  }

  private static func parsed(_ text: String) throws(UsageError) -> BuildOptions.BaseStyle {
    let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
    var (name, path) = (halves[0], halves[1])
    let isDark = name.hasSuffix(":dark")
    if isDark { name.removeLast(":dark".count) }
    let type = MapOptions.MapType(rawValue: name)
    guard type != MapOptions.MapType.none, !name.isEmpty else {
      throw .contradiction(
        found: "--base-style \(text) is for maps without a base",
        allowed: "allowed are normal, satellite, terrain, hybrid and map ids")
    }
    guard !isDark || (type != .satellite && type != .hybrid) else {
      throw .contradiction(
        found: "--base-style \(text) is the dark form of pictures",
        allowed: "dark forms have normal, terrain and map ids")
    }
    if path.hasPrefix("file://") { path = decodedPath(path.dropFirst("file://".count)) }
    return BuildOptions.BaseStyle(mapType: name, isDark: isDark, path: path)
  }

  /// The path of a file:// address: escapes are resolved, a host (localhost) is dropped.
  private static func decodedPath(_ address: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(address.utf8)[...]
    if let slash = rest.firstIndex(of: UInt8(ascii: "/")) { rest = rest[slash...] }
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
