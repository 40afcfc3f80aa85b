internal import TileArchive

/// Looks at the names in a folder of tiles.
struct FolderChecker {
  let set: DirectoryTileSet

  func check(_ tally: inout FindingTally) throws(TileSetError) {
    var extensions: [String: Int] = [:]
    try set.forEachName { name in
      switch name {
      case .tile(let z, let x, let row, let suffix):
        extensions[suffix, default: 0] += 1
        if z > 30 || x >= 1 << z || row >= 1 << z {
          tally.add(.tileOutside, "\(z)/\(x)/\(row).\(suffix)")
        }
      case .again(let path): tally.add(.fileRepeated, path)
      case .stray(let path):
        if !Self.isCompanion(path) { tally.add(.fileStray, path) }
      case .emptyFolder(let path): tally.add(.folderEmpty, path + "/")
      }
    }
    for (suffix, count) in extensions.sorted(by: { $0.key < $1.key }) where suffix != "mvt" {
      tally.add(.fileExtension, count: count, "\(count) files end in .\(suffix)")
    }
    if extensions.count > 1 {
      tally.add(
        .extensionsMixed, extensions.keys.sorted().map { "." + $0 }.joined(separator: ", "))
    }
    if set.description.document("tiles.json") == nil,
      !set.description.documents.contains(where: { $0.name == "tiles.json" })
    {
      tally.add(.documentMissing, "no tiles.json")
    }
  }

  /// Whether a file that is no tile belongs to a tile set.
  private static func isCompanion(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    if parts.count > 1 { return ["sprites", "glyphs", "fonts"].contains(parts[0]) }
    let known = [
      "metadata.json", "tiles.json", "tilejson.json", "manifest.json", "report.json", "index.html",
      ".htaccess", "_headers", "CNAME",
    ]
    let beginnings = [
      "style", "sprite", "ground-", "report", "nginx", "README", "LICENSE", "ATTRIBUTION",
    ]
    return known.contains(path) || path.hasSuffix(".html")
      || beginnings.contains { path.hasPrefix($0) }
  }
}
