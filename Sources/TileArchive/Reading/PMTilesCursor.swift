internal import MapMath

/// A walk through an archive in the order of its directories.
struct PMTilesCursor: TileCursor {
  private let set: PMTilesTileSet
  private let selection: TileSelection
  /// Ids of the zooms that are wanted.
  private let ids: Range<UInt64>
  /// Directories on the way down, each with the number of its next entry.
  private var way: [(directory: PMTilesDirectory, next: Int)]
  /// What is left of the entry that was begun.
  private var rest: PMTilesDirectory.Entry?

  init(_ set: PMTilesTileSet, _ selection: TileSelection) {
    (self.set, self.selection) = (set, selection)
    ids =
      TileID.firstHilbertID(
        z: selection.zooms.lowerBound)..<TileID.firstHilbertID(z: selection.zooms.upperBound + 1)
    way = [(set.root, 0)]
  }

  mutating func next(_ limit: Int, into runs: inout [TileRun]) throws(TileSetError) {
    runs.removeAll(keepingCapacity: true)
    while runs.count < limit {
      if rest == nil, try !advance() { return }
      take(limit - runs.count, into: &runs)
    }
  }

  /// Makes the next entry of tiles that are wanted ``rest``; `false` at the end.
  private mutating func advance() throws(TileSetError) -> Bool {
    while let (directory, index) = way.last {
      guard index < directory.entries.count else {
        way.removeLast()
        continue
      }
      way[way.count - 1].next += 1
      let entry = directory.entries[index]
      guard entry.id < ids.upperBound else { return false }
      if entry.runLength > 0 {
        guard entry.id + entry.runLength > ids.lowerBound else { continue }
        rest = entry
        return true
      }
      // A leaf ends where the next entry begins.
      if index + 1 < directory.entries.count, directory.entries[index + 1].id <= ids.lowerBound {
        continue
      }
      guard way.count < PMTilesTileSet.deepest else {
        throw .damaged(path: set.path, part: .directory)
      }
      way.append((try set.leaf(entry), 0))
    }
    return false
  }

  /// Appends at most `limit` runs of the entry in ``rest``, none across zooms.
  private mutating func take(_ limit: Int, into runs: inout [TileRun]) {
    guard var entry = rest else { return }
    let end = min(entry.id + entry.runLength, ids.upperBound)
    var id = max(entry.id, ids.lowerBound)
    let key = ContentKey(place: entry.offset, length: entry.length)
    var added = 0
    while id < end, added < limit, let tile = TileID(hilbertID: id) {
      let zoomEnd = min(end, TileID.firstHilbertID(z: tile.z + 1))
      if selection.box == nil {
        runs.append(TileRun(tile: tile, count: Int(zoomEnd - id), content: key))
        added += 1
        id = zoomEnd
      } else {
        if selection.contains(tile) {
          runs.append(TileRun(tile: tile, content: key))
          added += 1
        }
        id += 1
      }
    }
    entry.runLength = added < limit ? 0 : end - min(id, end)
    entry.id = id
    rest = entry.runLength == 0 ? nil : entry
  }
}
