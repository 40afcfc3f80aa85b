internal import MapMath
internal import TileArchive

/// Holds the entries of a PMTiles archive to what its header says, and to the tiles' section.
struct TileDataChecker {
  /// Those of all directories, in their order.
  let entries: [ArchiveDirectory.Entry]
  let header: ArchiveHeader

  func check(_ tally: inout FindingTally) {
    checkOrder(&tally)
    checkPlaces(&tally)
    checkClustering(&tally)
  }

  private func checkOrder(_ tally: inout FindingTally) {
    for (a, b) in zip(entries, entries.dropFirst()) {
      if b.id < a.nextID {
        tally.add(.archiveOrder, "over all directories: id \(b.id) after id \(a.id)")
      } else if b.id == a.nextID, b.offset == a.offset, b.length == a.length {
        tally.add(.archiveRuns, "ids \(a.id) and \(b.id)")
      }
    }
    if let last = entries.last, last.nextID > TileID.firstHilbertID(z: 31) {
      tally.add(.archiveOrder, "id \(last.nextID - 1) is beyond zoom 30")
    }
  }

  private func checkPlaces(_ tally: inout FindingTally) {
    for entry in entries where entry.offset + entry.length > header.data.length {
      tally.add(
        .archiveTiles, tile: TileID(hilbertID: entry.id),
        "\(entry.length) bytes at \(entry.offset), the section has \(header.data.length)")
    }
    let stretches = entries.map { (offset: $0.offset, length: $0.length) }.sorted { $0 < $1 }
    var (contents, reach, unused) = (0, UInt64(0), UInt64(0))
    for (i, stretch) in stretches.enumerated() {
      if i > 0, stretch == stretches[i - 1] { continue }
      contents += 1
      if stretch.offset < reach {
        tally.add(.archiveOverlap, "\(stretch.length) bytes at \(stretch.offset)")
      } else {
        unused += stretch.offset - reach
      }
      reach = max(reach, stretch.offset + stretch.length)
    }
    if reach < header.data.length { unused += header.data.length - reach }
    if unused > 0 {
      tally.add(.archiveDataGap, "\(unused) of \(header.data.length) bytes are no tile's")
    }
    let addressed = entries.reduce(UInt64(0)) { $0 &+ $1.run }
    for (name, said, found) in [
      ("addressed tiles", header.addressed, addressed),
      ("entries", header.entries, UInt64(entries.count)),
      ("contents", header.contents, UInt64(contents)),
    ] where said != found {
      tally.add(
        said == 0 ? .archiveCountUnknown : .archiveCounts, "\(name): said \(said), found \(found)")
    }
  }

  /// Clustered: each content begins where all before it end, or is one of them.
  private func checkClustering(_ tally: inout FindingTally) {
    var reach: UInt64 = 0
    var fault: String?
    if let first = entries.first, first.offset != 0 {
      fault = "the first content is at byte \(first.offset)"
    }
    for entry in entries where fault == nil {
      if entry.offset > reach {
        fault = "id \(entry.id) is at byte \(entry.offset), what came before ends at \(reach)"
      }
      reach = max(reach, entry.offset + entry.length)
    }
    if header.clustered == 1, let fault {
      tally.add(.archiveClustered, fault)
    } else if header.clustered == 0, fault == nil {
      tally.add(.archiveClusteredFlag, "it is clustered and says that it is not")
    }
  }
}

/// Finds contents of a PMTiles archive that are stored more than once.
struct RepeatedTiles {
  let source: any RangeSource
  let data: ArchiveHeader.Section
  let entries: [ArchiveDirectory.Entry]

  func check(_ tally: inout FindingTally) throws(TileSetError) {
    var known: [UInt64: [ArchiveDirectory.Entry]] = [:]
    var (bytes, other) = ([UInt8](), [UInt8]())
    var seen: Set<UInt64> = []
    for entry in entries where seen.insert(entry.offset).inserted {
      guard try read(entry, into: &bytes) else { continue }
      let hash = Self.hash(bytes)
      let candidates = known[hash, default: []].filter { $0.length == entry.length }
      var isRepeated = false
      for candidate in candidates where try read(candidate, into: &other) && other == bytes {
        tally.add(
          .archiveRepeated, tile: TileID(hilbertID: entry.id),
          "the \(entry.length) bytes of id \(candidate.id) once more")
        isRepeated = true
        break
      }
      if !isRepeated { known[hash, default: []].append(entry) }
    }
  }

  private func read(
    _ entry: ArchiveDirectory.Entry, into bytes: inout [UInt8]
  ) throws(TileSetError) -> Bool {
    guard entry.length > 0, entry.offset + entry.length <= data.length, data.end < 1 << 62 else {
      return false
    }
    let start = Int(data.start + entry.offset)
    try source.read(start..<start + Int(entry.length), into: &bytes)
    return bytes.count == Int(entry.length)
  }

  /// FNV-1a over words of eight bytes.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var (word, count) = (UInt64(0), 0)
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 {
        hash = (hash ^ word) &* 0x100_0000_01b3
        hash ^= hash >> 32
        word = 0
      }
    }
    return (hash ^ word ^ UInt64(count)) &* 0x100_0000_01b3
  }
}
