import JSONText
import MapStyle
import OverlayModel
import TileArchive

/// The base styles of a build, and which style file each goes into.
struct BaseMaps {
  /// A style file to write, and what lies below the overlays in it.
  struct Form {
    var file: StyleFile
    var base: BaseStyle?
    /// File name of the base style, for the report.
    var source: String?
  }

  private struct Entry {
    var option: BuildOptions.BaseStyle
    var style: BaseStyle
  }

  private let entries: [Entry]

  /// Reads the files of `options`, or what their addresses have.
  init(_ options: [BuildOptions.BaseStyle]) throws(BuildError) {
    var entries: [Entry] = []
    for option in options {
      entries.append(Entry(option: option, style: try Self.read(option.path)))
    }
    self.entries = entries
  }

  /// The style files for `map`: style.json first, in its dark form beside it where the scheme
  /// follows the system, then those of other map types.
  func forms(for map: MapOptions) -> [Form] {
    let selected = name(for: map)
    var names = [selected]
    for entry in entries where !names.contains(entry.option.mapType) {
      names.append(entry.option.mapType)
    }
    var taken: Set<String> = []
    return names.flatMap { name in
      var stem = name == selected ? "style" : "style-" + Self.fileName(name)
      while !taken.insert(stem).inserted { stem += "-2" }
      return forms(name, stem: stem, map.colorScheme)
    }
  }

  private func forms(
    _ name: String, stem: String, _ scheme: MapOptions.ColorScheme
  ) -> [Form] {
    let light = entry(name, isDark: false), dark = entry(name, isDark: true)
    func form(_ entry: Entry?, suffix: String = "", isDark: Bool? = nil) -> Form {
      Form(
        file: StyleFile(name: stem + suffix + ".json", mapType: name, isDark: isDark),
        base: entry?.style, source: entry.map { Self.lastName($0.option.path) })
    }
    switch scheme {
    case .light: return [form(light)]
    case .dark: return [form(dark ?? light)]
    case .unspecified:
      guard let dark else { return [form(light)] }
      return [form(light, isDark: false), form(dark, suffix: "-dark", isDark: true)]
    }
  }

  /// A cloud style's stand-in goes before that of the map type, as the SDK does it with type normal.
  private func name(for map: MapOptions) -> String {
    if let id = map.mapID, map.mapType == .normal, entry(id, isDark: false) != nil { return id }
    return map.mapType.rawValue
  }

  private func entry(_ name: String, isDark: Bool) -> Entry? {
    entries.first { $0.option.mapType == name && $0.option.isDark == isDark }
  }

  /// What of a map id may stand in a file's name.
  private static func fileName(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" })
  }

  private static func lastName(_ path: String) -> String {
    // An address without what follows its path, where keys of servers stand.
    let path = WebFile.isAddress(path) ? path.prefix { $0 != "?" && $0 != "#" } : path[...]
    return path.split(separator: "/").last.map(String.init) ?? String(path)
  }

  /// Longest base style, bytes.
  private static let longest = 64 << 20

  private static func contents(_ path: String) throws(BuildError) -> [UInt8] {
    if WebFile.isAddress(path) {
      do throws(TileSetError) {
        return try WebFile.read(path, limit: longest)
      } catch {
        guard case .web(let address, let problem) = error else {
          throw .internalFault("reading a base style: \(error)")
        }
        throw .web(address: address, problem: problem)
      }
    }
    do throws(ArchiveError) {
      return try WholeFile.read(path, limit: longest)
    } catch {
      if case .io(_, _, let errno) = error { throw .input(path: path, errno: errno) }
      throw .output(error)
    }
  }

  private static func read(_ path: String) throws(BuildError) -> BaseStyle {
    let bytes = try contents(path)
    func malformed(_ problem: String, line: Int = 0, column: Int = 0) -> BuildError {
      .malformed(path: path, line: line, column: column, problem: "base style: " + problem)
    }
    let document: JSONValue
    do throws(JSONSyntaxError) {
      document = try JSONValue(parsing: bytes)
    } catch {
      let before = bytes.prefix(error.offset)
      let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      throw malformed(
        "is no JSON", line: before.count { $0 == UInt8(ascii: "\n") } + 1,
        column: error.offset - lineStart + 1)
    }
    do throws(BaseStyle.Fault) {
      return try BaseStyle(document)
    } catch {
      let place = error.member.isEmpty ? "" : error.member + ": "
      throw malformed("\(place)found \(error.found); \(error.allowed)")
    }
  }
}
