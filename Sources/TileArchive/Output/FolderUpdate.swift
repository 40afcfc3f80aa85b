internal import MapMath
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Brings a folder of tiles up to date of which few tiles change: no other file is touched, nor
/// even looked at.
///
/// New files grow beside the output, under a hidden name; what comes out as it was is left out.
/// When all of it is on the disk, it goes into the output as ``FolderChanges``.
final class FolderUpdate: TileSetSink {
  private struct State: Sendable {
    var isOpen = true
    var manifest: Manifest
    var made: Set<TileID> = []
    /// Names of the files beside the tiles.
    var files: Set<String> = []
    /// How many files are new, and the names of those that go.
    var changed = 0
    var removed: [String] = []
  }

  private let claim: OutputClaim
  private let earlier: EarlierOutput
  private let stale: [TileID]
  private let staging: StagingDirectory
  private let changes: Descriptor
  private let state: Mutex<State>

  /// Prepares the output anew with all tiles that stand there, but for `stale`: they and what else
  /// has changed are added again. The claim is given back by the sink, whatever comes.
  init(
    _ claim: OutputClaim, from earlier: EarlierOutput, stale: [TileID]
  ) throws(ArchiveError) {
    (self.claim, self.earlier, self.stale) = (claim, earlier, stale)
    let staging = try claim.place.makeStaging()
    do throws(ArchiveError) {
      try staging.descriptor.makeDirectory(FolderChanges.filesName)
      changes = try staging.descriptor.directory(FolderChanges.filesName)
    } catch {
      try? claim.place.parent.remove(staging.name, isDirectory: true)
      throw error
    }
    self.staging = staging
    state = Mutex(State(manifest: earlier.manifest))
  }

  deinit { discard() }

  /// Writes the tiles of a batch; empty ones are left out. Called from any thread, several at once.
  func add(_ batch: consuming TileBatch) throws(ArchiveError) {
    let batch = batch
    for (tile, range) in zip(batch.tiles, batch.ranges) where !range.isEmpty {
      try batch.bytes.span.bytes.extracting(range).withUnsafeBytes { (bytes) throws(ArchiveError) in
        try add(tile, bytes)
      }
    }
  }

  private func add(_ tile: TileID, _ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
    let column = "\(tile.z)/\(tile.x)", path = Self.path(of: tile)
    let old = earlier.directory.readFile(path, limit: .max)
    let isNew = old.map { !$0.elementsEqual(bytes) } ?? true
    if isNew {
      try changes.makeDirectory("\(tile.z)")
      try changes.makeDirectory(column)
      try changes.makeFile(path, bytes)
    }
    state.withLock { state in
      state.made.insert(tile)
      guard isNew else { return }
      state.changed += 1
      if let old { state.manifest.remove(tile, old.span.bytes) }
      state.manifest.add(tile, RawSpan(_unsafeBytes: bytes))
    }
  }

  /// Writes a file that stands beside the tiles, unless it is there already. Each name once.
  func addFile(name: String, bytes: [UInt8]) throws(ArchiveError) {
    let isNew = earlier.directory.readFile(name, limit: bytes.count) != bytes
    if isNew {
      try bytes.span.bytes.withUnsafeBytes { (bytes) throws(ArchiveError) in
        try changes.makeFile(name, bytes)
      }
    }
    state.withLock { state in
      state.files.insert(name)
      state.changed += isNew ? 1 : 0
    }
  }

  /// Writes the documents about the tiles, and puts in place what has changed. Called once, after
  /// the last `add` has returned.
  func finish(_ metadata: TileSetMetadata) throws(ArchiveError) {
    for tile in stale { dropUnlessMade(tile) }
    let (files, manifest) = state.withLock { ($0.files, $0.manifest) }
    for (name, bytes) in FolderDocuments.make(metadata, manifest, beside: files) {
      try addFile(name: name, bytes: bytes)
    }
    let (changed, removed) = state.withLock { state in
      state.removed += earlier.files.subtracting(state.files).sorted()
      return (state.changed, state.removed)
    }
    guard changed > 0 || !removed.isEmpty else { return discard() }
    try FolderChanges.list(removing: removed).span.bytes.withUnsafeBytes {
      (bytes) throws(ArchiveError) in
      try staging.descriptor.makeFile(FolderChanges.removedName, bytes)
    }
    try staging.descriptor.flush(fileCount: changed + 1)
    try put()
  }

  /// The step that counts, and what follows from it.
  private func put() throws(ArchiveError) {
    try claim.place.check(replace: true)
    // Another folder may have come into the place.
    guard claim.place.parent.identity(claim.place.name) == earlier.directory.identity else {
      throw .io(operation: "bring up to date", path: claim.path, errno: ENOENT)
    }
    try claim.place.parent.rename(
      staging.name, to: claim.place.name + "/" + FolderChanges.name)
    state.withLock { $0.isOpen = false }
    try earlier.directory.synchronize()
    try claim.place.parent.synchronize()
    try FolderChanges.complete(in: earlier.directory)
    claim.release()
  }

  /// Notes that a tile goes, if it is there.
  private func dropUnlessMade(_ tile: TileID) {
    guard !state.withLock({ $0.made.contains(tile) }),
      let old = earlier.directory.readFile(Self.path(of: tile), limit: .max)
    else { return }
    state.withLock { state in
      state.manifest.remove(tile, old.span.bytes)
      state.removed.append(Self.path(of: tile))
    }
  }

  private static func path(of tile: TileID) -> String { "\(tile.z)/\(tile.x)/\(tile.y).mvt" }

  /// Removes all that was written, unless the output is finished. May be called more than once.
  func discard() {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    guard wasOpen else { return }
    // What cannot be removed now, the next run for this output removes.
    try? claim.place.parent.remove(staging.name, isDirectory: true)
    claim.release()
  }
}
