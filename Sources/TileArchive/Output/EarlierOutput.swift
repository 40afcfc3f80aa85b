internal import MapMath

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The output that stands in the place of one that grows, and from which files go over.
///
/// They go over as second names (hard links): the same bytes, the same time of change, and no
/// copying. Where the file system has no links they are copied.
final class EarlierOutput: Sendable {
  let directory: Descriptor
  /// Of all its tiles, as its manifest.json tells.
  let manifest: Manifest
  /// The names of the files beside the tiles, as it tells too.
  let files: Set<String>

  /// The output in `place`, or `nil` where there is none with a manifest of ours.
  init?(in place: borrowing OutputPlace) {
    guard let directory = try? place.parent.directory(place.name),
      let text = directory.readFile(Manifest.fileName, limit: .max),
      let document = ManifestText(text).document, let manifest = Manifest(document)
    else { return nil }
    self.directory = directory
    self.manifest = manifest
    files = Manifest.files(of: document) ?? []
  }

  /// Gives its file `path` the name `name` in `folder` when it has these bytes; `false` when it
  /// has others, or is not there.
  func link(
    _ path: String, as name: String, in folder: borrowing Descriptor,
    ifEqual bytes: UnsafeRawBufferPointer
  ) -> Bool {
    guard let found = directory.readFile(path, limit: bytes.count), found.count == bytes.count,
      found.withUnsafeBytes({ $0.elementsEqual(bytes) })
    else { return false }
    return linkat(directory.number, path, folder.number, name, 0) == 0
  }

  /// Whether its plain files are the same ones as those in `folder`, and no more.
  func hasSameFiles(as folder: borrowing Descriptor) throws(ArchiveError) -> Bool {
    try plainFiles(of: folder) == plainFiles(of: directory)
  }

  private func plainFiles(
    of folder: borrowing Descriptor
  ) throws(ArchiveError) -> [String: FileIdentity] {
    var names: [String] = []
    try folder.forEachName { (name, isDirectory) throws(ArchiveError) in
      if !isDirectory { names.append(String(cString: name)) }
      return true
    }
    var files: [String: FileIdentity] = [:]
    for name in names { files[name] = folder.identity(name) }
    return files
  }

  /// Gives all tiles but those that `isDirty` names over to `target`.
  ///
  /// - Returns: What the manifest says of the tiles that went over.
  func keepTiles(
    in target: borrowing Descriptor, except isDirty: (TileID) -> Bool
  ) throws(ArchiveError) -> Manifest {
    var kept = manifest
    for zoom in try folders(directory) where zoom <= TileID.deepestZoom {
      try target.makeDirectory("\(zoom)")
      let newZoom = try target.directory("\(zoom)")
      let oldZoom = try directory.directory("\(zoom)")
      for column in try folders(oldZoom) {
        try newZoom.makeDirectory("\(column)")
        try keepColumn(
          try oldZoom.directory("\(column)"), in: try newZoom.directory("\(column)"),
          zoom: zoom, column: column, except: isDirty, &kept)
        // Succeeds only where nothing went over.
        unlinkat(newZoom.number, "\(column)", AT_REMOVEDIR)
      }
      unlinkat(target.number, "\(zoom)", AT_REMOVEDIR)
    }
    return kept
  }

  private func keepColumn(
    _ old: borrowing Descriptor, in new: borrowing Descriptor, zoom: Int, column: Int,
    except isDirty: (TileID) -> Bool, _ kept: inout Manifest
  ) throws(ArchiveError) {
    var names: [String] = []
    try old.forEachName { (name, _) throws(ArchiveError) in
      names.append(String(cString: name))
      return true
    }
    for name in names {
      guard name.hasSuffix(".mvt"), let row = FolderListing.number(name.dropLast(4)),
        let tile = TileID(z: zoom, x: column, y: row)
      else { continue }
      if !isDirty(tile) {
        if linkat(old.number, name, new.number, name, 0) == 0 { continue }
        guard let bytes = old.readFile(name, limit: .max) else { throw old.failure("read", name) }
        try bytes.span.bytes.withUnsafeBytes { (bytes) throws(ArchiveError) in
          try new.makeFile(name, bytes)
        }
      } else {
        guard let bytes = old.readFile(name, limit: .max) else { throw old.failure("read", name) }
        kept.remove(tile, bytes.span.bytes)
      }
    }
  }

  /// Folders whose names are numbers.
  private func folders(_ parent: borrowing Descriptor) throws(ArchiveError) -> [Int] {
    var numbers: [Int] = []
    try parent.forEachName { (name, isDirectory) throws(ArchiveError) in
      if isDirectory, let number = FolderListing.number(String(cString: name)) {
        numbers.append(number)
      }
      return true
    }
    return numbers.sorted()
  }
}
