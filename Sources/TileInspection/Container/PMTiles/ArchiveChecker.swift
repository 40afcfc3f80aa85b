internal import Compression
internal import JSONText
internal import MapMath
internal import TileArchive

/// Holds a PMTiles archive to the rules of its container, from its bytes on; it shares no code with
/// the writer, and goes on after a fault as far as it can.
///
/// - SeeAlso: PMTiles specification version 3.
struct ArchiveChecker {
  /// Levels of directories that are followed.
  private static let deepest = 4
  /// A directory expands to no more than this.
  private static let largestDirectory = 1 << 30

  let source: any RangeSource
  /// Bytes of the file; `nil`: not known.
  let size: UInt64?

  /// What is in the directories.
  private struct Contents {
    /// In the order of the directories.
    var entries: [ArchiveDirectory.Entry] = []
    /// First id, id after the last, and stretch of each leaf of the first level.
    var leaves: [(first: UInt64, end: UInt64, offset: UInt64, length: UInt64)] = []
    /// Bytes of leaves of all levels.
    var leafBytes: UInt64 = 0
    var levels = 0
    var isWhole = true
  }

  func check(_ tally: inout FindingTally) throws(TileSetError) {
    var bytes: [UInt8] = []
    try source.read(0..<ArchiveHeader.size, into: &bytes)
    guard let header = ArchiveHeader(bytes) else {
      return tally.add(.archiveHeader, "the first 127 bytes are no header of version 3")
    }
    checkHeader(header, &tally)
    checkSections(header, &tally)
    try checkMetadata(header, &tally)
    var contents = Contents()
    try walk(
      header.root, level: 0, pointer: nil, header, into: &contents, &tally)
    checkLeaves(contents, header, &tally)
    guard contents.isWhole else { return }
    TileDataChecker(entries: contents.entries, header: header).check(&tally)
    // Over the web each tile would be asked for once more.
    guard size != nil else { return }
    try RepeatedTiles(source: source, data: header.data, entries: contents.entries).check(&tally)
  }

  private func checkHeader(_ header: ArchiveHeader, _ tally: inout FindingTally) {
    for (name, code) in [
      ("internal", header.internalCompression), ("tile", header.tileCompression),
    ] where !(1...4).contains(code) {
      tally.add(.archiveHeader, "the \(name) compression is \(code), known are 1 to 4")
    }
    if header.tileType > 6 { tally.add(.archiveHeader, "the tile type is \(header.tileType)") }
    if header.clustered > 1 {
      tally.add(.archiveHeader, "the clustered flag is \(header.clustered)")
    }
    if header.minZoom > header.maxZoom {
      tally.add(.archiveHeader, "minimum zoom \(header.minZoom), maximum zoom \(header.maxZoom)")
    }
    let box = header.bounds
    guard -180 <= box[0], box[0] <= box[2], box[2] <= 180, -90 <= box[1], box[1] <= box[3],
      box[3] <= 90
    else { return tally.add(.archiveBounds, "\(box)") }
    let center = header.center
    if center[0] < box[0] || center[0] > box[2] || center[1] < box[1] || center[1] > box[3] {
      tally.add(.archiveCenter, "\(center) is outside \(box)")
    }
    if !(header.minZoom...max(header.minZoom, header.maxZoom)).contains(header.centerZoom) {
      tally.add(
        .archiveCenter,
        "its zoom \(header.centerZoom) is outside \(header.minZoom) to \(header.maxZoom)")
    }
  }

  private func checkSections(_ header: ArchiveHeader, _ tally: inout FindingTally) {
    let own = ArchiveHeader.Section(name: "header", start: 0, length: UInt64(ArchiveHeader.size))
    let sections = ([own] + header.sections).filter { $0.length > 0 }.sorted { $0.start < $1.start }
    for section in sections where section.end > size ?? .max {
      tally.add(
        .archiveSections,
        "\(section.name): \(section.length) bytes at \(section.start), beyond the file's"
          + " \(size ?? 0)")
    }
    for (a, b) in zip(sections, sections.dropFirst()) {
      if b.start < a.end {
        tally.add(.archiveSections, "\(a.name) and \(b.name) overlap")
      } else if b.start > a.end, a.name != header.root.name || b.start > ArchiveHeader.rootEnd {
        // Writers that know the root directory last keep room for it.
        tally.add(.archiveGap, "\(b.start - a.end) bytes between \(a.name) and \(b.name)")
      }
    }
    if let size, let last = sections.last, last.end < size {
      tally.add(.archiveGap, "\(size - last.end) bytes at the end")
    }
    if header.root.end > ArchiveHeader.rootEnd {
      tally.add(.archiveRoot, "it ends at byte \(header.root.end)")
    }
  }

  private func checkMetadata(
    _ header: ArchiveHeader, _ tally: inout FindingTally
  ) throws(TileSetError) {
    guard let text = try expanded(header.metadata, header) else {
      return tally.add(.documentBroken, "metadata cannot be read")
    }
    // Whether it is an object, and its layers, is looked at with the documents of all containers.
    guard case .object(let members)? = try? JSONValue(parsing: text) else { return }
    for member in members {
      switch (member.name, member.value) {
      case ("version", .string(let version)):
        if !TileJSONChecker.isSemanticVersion(version) {
          tally.add(.archiveMembers, "version \"\(version)\" is no semantic version")
        }
      case ("type", .string(let type)):
        if type != "overlay" && type != "baselayer" {
          tally.add(.archiveMembers, "type \"\(type)\"")
        }
      case ("name", .string), ("description", .string), ("attribution", .string): break
      case ("name", _), ("description", _), ("attribution", _), ("version", _), ("type", _):
        tally.add(.archiveMembers, "\(member.name) is no text")
      default: break
      }
    }
  }

  /// Bytes of a section of directories or metadata without their compression; `nil` when they are
  /// not there or broken.
  private func expanded(
    _ section: ArchiveHeader.Section, _ header: ArchiveHeader
  ) throws(TileSetError) -> [UInt8]? {
    guard section.end < 1 << 62, section.end <= size ?? .max else { return nil }
    var stored: [UInt8] = []
    try source.read(Int(section.start)..<Int(section.end), into: &stored)
    guard stored.count == Int(section.length) else { return nil }
    switch header.internalCompression {
    case 1: return stored
    case 2:
      var bytes: [UInt8] = []
      do throws(GzipError) {
        var decompressor = try GzipDecompressor()
        try decompressor.expand(stored.span, limit: Self.largestDirectory, into: &bytes)
      } catch { return nil }
      return bytes
    default: return nil
    }
  }

  /// Looks at a directory and those below it. Depth is bounded.
  private func walk(
    _ section: ArchiveHeader.Section, level: Int, pointer: ArchiveDirectory.Entry?,
    _ header: ArchiveHeader, into contents: inout Contents, _ tally: inout FindingTally
  ) throws(TileSetError) {
    contents.levels = max(contents.levels, level)
    let name = pointer.map { "leaf for id \($0.id)" } ?? "root"
    guard let bytes = try expanded(section, header) else {
      contents.isWhole = false
      return tally.add(.archiveDirectory, "\(name) cannot be read")
    }
    let directory: ArchiveDirectory
    do throws(ArchiveDirectory.Fault) {
      directory = try ArchiveDirectory(bytes)
    } catch {
      contents.isWhole = false
      return tally.add(.archiveDirectory, "\(name) \(error.text)")
    }
    checkOrder(directory, name, &tally)
    if let pointer, let first = directory.entries.first, first.id != pointer.id {
      tally.add(.archiveLeaf, "\(name) begins with id \(first.id)")
    }
    if level == 1, let first = directory.entries.first, let last = directory.entries.last {
      contents.leaves.append((first.id, last.nextID, section.start, section.length))
    }
    for entry in directory.entries {
      guard entry.run == 0 else {
        contents.entries.append(entry)
        continue
      }
      guard level < Self.deepest, entry.offset <= header.leaves.length,
        entry.length <= header.leaves.length - entry.offset
      else {
        contents.isWhole = false
        tally.add(.archiveDirectory, "leaf for id \(entry.id) lies outside the leaf directories")
        continue
      }
      contents.leafBytes += entry.length
      // A file that names one leaf again and again would never end.
      guard contents.leafBytes / 4 <= header.leaves.length else {
        contents.isWhole = false
        return tally.add(.archiveDirectory, "leaves are named again and again")
      }
      let leaf = ArchiveHeader.Section(
        name: "leaf", start: header.leaves.start &+ entry.offset, length: entry.length)
      try walk(leaf, level: level + 1, pointer: entry, header, into: &contents, &tally)
    }
  }

  private func checkOrder(
    _ directory: ArchiveDirectory, _ name: String, _ tally: inout FindingTally
  ) {
    for (a, b) in zip(directory.entries, directory.entries.dropFirst()) where b.id < a.nextID {
      tally.add(.archiveOrder, "\(name): id \(b.id) after id \(a.id) with a run of \(a.run)")
    }
    for entry in directory.entries where entry.length == 0 {
      tally.add(.archiveLength, "\(name): id \(entry.id)")
    }
  }

  private func checkLeaves(
    _ contents: Contents, _ header: ArchiveHeader, _ tally: inout FindingTally
  ) {
    if contents.levels > 1 { tally.add(.archiveDepth, "\(contents.levels) levels") }
    for (a, b) in zip(contents.leaves, contents.leaves.dropFirst()) {
      if a.end > b.first {
        tally.add(
          .archiveLeaf,
          "the leaf from id \(a.first) reaches id \(a.end - 1), the next begins with"
            + " \(b.first)")
      }
      if b.offset != a.offset + a.length {
        tally.add(
          b.offset < a.offset ? .archiveLeafOrder : .archiveLeafGap,
          "the leaf from id \(b.first) is at byte \(b.offset), the one before ends at"
            + " \(a.offset + a.length)")
      }
    }
    guard contents.isWhole, contents.leafBytes != header.leaves.length else { return }
    tally.add(
      .archiveLeafGap, "\(contents.leafBytes) of \(header.leaves.length) bytes are used")
  }
}
