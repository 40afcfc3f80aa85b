internal import MapMath

/// A walk through a folder of tiles, one listing at a time.
struct DirectoryCursor: TileCursor {
  private let set: DirectoryTileSet
  private let selection: TileSelection
  /// What is still to come, the next one last.
  private var zooms: [Int]
  private var columns: [Int] = []
  private var runs: [TileRun] = []
  private var zoom = 0
  private var ranges: [TileRange] = []

  init(_ set: DirectoryTileSet, _ selection: TileSelection) throws(TileSetError) {
    self.set = set
    self.selection = selection
    zooms = try FolderListing(set.path).zooms.filter(selection.zooms.contains).reversed()
  }

  mutating func next(_ limit: Int, into result: inout [TileRun]) throws(TileSetError) {
    result.removeAll(keepingCapacity: true)
    while result.count < limit {
      if let run = runs.popLast() {
        result.append(run)
      } else if let column = columns.popLast() {
        try list(column)
      } else if let zoom = zooms.popLast() {
        self.zoom = zoom
        ranges = selection.ranges(z: zoom)
        columns = try FolderListing("\(set.path)/\(zoom)").numbers
          .filter { column in ranges.contains { $0.x.contains(column) } }.reversed()
      } else {
        return
      }
    }
  }

  private mutating func list(_ column: Int) throws(TileSetError) {
    let listing = try FolderListing("\(set.path)/\(zoom)/\(column)")
    var found: [(run: TileRun, suffix: Int)] = []
    for entry in listing.entries where entry.isFolder != true {
      guard let (row, suffix) = Self.row(of: entry.name),
        row < 1 << zoom,
        let tile = TileID(z: zoom, x: column, y: set.isTMS ? (1 << zoom) - 1 - row : row),
        ranges.contains(where: { $0.contains(tile) })
      else { continue }
      let key = DirectoryTileSet.key(
        inode: entry.inode, device: listing.device, suffix: suffix)
      found.append((TileRun(tile: tile, content: key), suffix))
    }
    found.sort { ($0.run.tile.y, $0.suffix) > ($1.run.tile.y, $1.suffix) }
    for (run, _) in found {
      // The better name of a tile comes last and takes its place.
      if runs.last?.tile == run.tile { runs.removeLast() }
      runs.append(run)
    }
  }

  /// Row and number of the extension of a tile's file name.
  static func row(of name: String) -> (row: Int, suffix: Int)? {
    let halves = name.split(separator: ".", maxSplits: 1)
    guard halves.count == 2, let row = FolderListing.number(halves[0]),
      let suffix = DirectoryTileSet.extensions.firstIndex(of: String(halves[1]))
    else { return nil }
    return (row, suffix)
  }
}
