internal import MapMath

/// Puts the tiles of an archive that are kept, and new ones, into one that grows.
///
/// What comes out has the bytes of an archive whose tiles were all added one by one: contents in the
/// order in which the tiles first need them, equal ones once. Only kept contents that are as long as
/// a new one are looked at, whether they are the same.
struct PMTilesSplice: ~Copyable {
  /// Bytes that are read at once, more than what is written through a buffer.
  private static let blockSize = 4 * GrowingFile.bufferSize

  private let earlier: PMTilesTileSet
  /// Numbers of the tiles that are not kept, ascending.
  private let stale: [UInt64]
  /// The next one of them, and of the new tiles.
  private var nextStale = 0, nextFresh = 0
  private var moved = MovedContents()
  /// Contents that follow one another in the earlier archive, to be copied, and how many they are.
  private var pending = 0..<0
  private var pendingCount = 0
  /// A piece of the earlier archive's contents.
  private var block: [UInt8] = []
  private var blockStart = 0

  init(_ earlier: PMTilesTileSet, stale: [UInt64]) {
    (self.earlier, self.stale) = (earlier, stale)
  }

  /// Writes all tiles.
  ///
  /// - Parameter manifest: Loses the tiles that are not kept.
  mutating func run(
    into writer: inout PMTilesWriter, _ fresh: inout FreshTiles, _ manifest: inout Manifest
  ) throws(ArchiveError) {
    fresh.sort()
    var entries = PMTilesEntries(earlier)
    while let entry = try entries.next() { try keep(entry, &writer, &fresh, &manifest) }
    try writeFresh(before: .max, &writer, &fresh)
    try copyPending(&writer)
  }

  /// Writes an entry's tiles, those that are not kept excepted.
  private mutating func keep(
    _ entry: PMTilesDirectory.Entry, _ writer: inout PMTilesWriter, _ fresh: inout FreshTiles,
    _ manifest: inout Manifest
  ) throws(ArchiveError) {
    var id = entry.id
    let end = entry.id + entry.runLength
    while nextStale < stale.count, stale[nextStale] < id { nextStale += 1 }
    while id < end {
      let first = nextStale < stale.count ? min(stale[nextStale], end) : end
      if first > id {
        try writeFresh(before: id, &writer, &fresh)
        let place = try place(of: entry, &writer, &fresh)
        try writer.add(id, count: Int(first - id), offset: place, length: Int(entry.length))
        id = first
      } else {
        let range = try range(of: entry, copyingTo: &writer)
        if let tile = TileID(hilbertID: id) {
          manifest.remove(tile, block.span.extracting(range).bytes)
        }
        id += 1
        nextStale += 1
      }
    }
  }

  /// Writes the new tiles before `id`.
  private mutating func writeFresh(
    before id: UInt64, _ writer: inout PMTilesWriter, _ fresh: inout FreshTiles
  ) throws(ArchiveError) {
    while nextFresh < fresh.tiles.count, fresh.tiles[nextFresh].id < id {
      let (id, number) = fresh.tiles[nextFresh]
      nextFresh += 1
      let place: Int
      if let known = fresh.contents[number].place {
        place = known
      } else {
        try copyPending(&writer)
        let bytes = try fresh.bytes(of: number)
        place = try writer.append(bytes.span, contents: 1)
        fresh.place(number, at: place)
      }
      let length = fresh.contents[number].waiting.count
      try writer.add(id, count: 1, offset: place, length: length)
    }
  }

  /// Where the content of a kept entry is in the archive that grows, or will be when all that is
  /// pending has been copied.
  private mutating func place(
    of entry: PMTilesDirectory.Entry, _ writer: inout PMTilesWriter, _ fresh: inout FreshTiles
  ) throws(ArchiveError) -> Int {
    let (offset, length) = (Int(entry.offset), Int(entry.length))
    if let known = moved.place(of: offset) { return known }
    var equal: Int?
    if fresh.hasLength(length) {
      let range = try range(of: entry, copyingTo: &writer)
      equal = try fresh.find(block.span.extracting(range))
    }
    if let equal, let known = fresh.contents[equal].place {
      moved.add(offset..<offset + length, at: known)
      return known
    }
    if pending.isEmpty || pending.upperBound != offset {
      try copyPending(&writer)
      pending = offset..<offset
    }
    let place = writer.contentBytes + pending.count
    pending = pending.lowerBound..<offset + length
    pendingCount += 1
    moved.add(offset..<offset + length, at: place)
    if let equal { fresh.place(equal, at: place) }
    return place
  }

  /// Copies what is pending.
  private mutating func copyPending(_ writer: inout PMTilesWriter) throws(ArchiveError) {
    if blockStart <= pending.lowerBound, pending.upperBound <= blockStart + block.count {
      let range = pending.lowerBound - blockStart..<pending.upperBound - blockStart
      _ = try writer.append(block.span.extracting(range), contents: pendingCount)
    } else {
      var start = pending.lowerBound
      while start < pending.upperBound {
        let end = min(start + Self.blockSize, pending.upperBound)
        try read(start..<end)
        _ = try writer.append(block.span, contents: end == pending.upperBound ? pendingCount : 0)
        start = end
      }
    }
    pending = pending.upperBound..<pending.upperBound
    pendingCount = 0
  }

  /// Where an entry's content is in ``block``, which is read where it does not hold it; what is to
  /// be copied of the one before is copied first.
  private mutating func range(
    of entry: PMTilesDirectory.Entry, copyingTo writer: inout PMTilesWriter
  ) throws(ArchiveError) -> Range<Int> {
    let (start, end) = (Int(entry.offset), Int(entry.offset + entry.length))
    if start < blockStart || end > blockStart + block.count {
      try copyPending(&writer)
      try read(start..<max(end, min(start + Self.blockSize, earlier.header.data.count)))
    }
    return start - blockStart..<end - blockStart
  }

  private mutating func read(_ range: Range<Int>) throws(ArchiveError) {
    do throws(TileSetError) {
      try earlier.readContents(range, into: &block)
      blockStart = range.lowerBound
    } catch {
      throw ArchiveError(error)
    }
  }
}

/// Where contents of one archive are in another.
private struct MovedContents {
  /// Contents that followed one another and do so still.
  private struct Stretch {
    var old: Range<Int>
    var new: Int
  }

  /// By their old places.
  private var stretches: [Stretch] = []
  /// The one that was added to last.
  private var last = 0

  /// Where the content went that was at `offset`; `nil` when it did not go yet.
  func place(of offset: Int) -> Int? {
    let index = firstIndex(behind: offset) - 1
    guard index >= 0, stretches[index].old.contains(offset) else { return nil }
    return stretches[index].new + offset - stretches[index].old.lowerBound
  }

  /// Adds a content that was not added before.
  mutating func add(_ old: Range<Int>, at new: Int) {
    if last < stretches.count, stretches[last].old.upperBound == old.lowerBound,
      stretches[last].new + stretches[last].old.count == new
    {
      stretches[last].old = stretches[last].old.lowerBound..<old.upperBound
    } else {
      last = firstIndex(behind: old.lowerBound)
      stretches.insert(Stretch(old: old, new: new), at: last)
    }
  }

  /// The first stretch that begins behind `offset`.
  private func firstIndex(behind offset: Int) -> Int {
    // As a rule, behind all.
    if let end = stretches.last, end.old.lowerBound <= offset { return stretches.count }
    var (low, high) = (0, stretches.count)
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].old.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// All entries of an archive that are tiles, in the order of their numbers.
private struct PMTilesEntries {
  private let set: PMTilesTileSet
  /// Directories on the way down, each with the number of its next entry.
  private var way: [(directory: PMTilesDirectory, next: Int)]

  init(_ set: PMTilesTileSet) {
    self.set = set
    way = [(set.root, 0)]
  }

  mutating func next() throws(ArchiveError) -> PMTilesDirectory.Entry? {
    while let level = way.indices.last {
      let index = way[level].next
      guard index < way[level].directory.entries.count else {
        way.removeLast()
        continue
      }
      way[level].next += 1
      let entry = way[level].directory.entries[index]
      if entry.runLength > 0 { return entry }
      do throws(TileSetError) {
        guard way.count < PMTilesTileSet.deepest else {
          throw .damaged(path: set.path, part: .directory)
        }
        way.append((try set.leaf(entry), 0))
      } catch {
        throw ArchiveError(error)
      }
    }
    return nil
  }
}
