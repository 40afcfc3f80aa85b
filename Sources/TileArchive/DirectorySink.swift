internal import MapMath
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes a tile set as a directory: `{z}/{x}/{y}.mvt` and the files beside them.
///
/// The directory grows under a hidden name beside its place and takes its place in one step at the
/// end of ``finish(_:)``. A run that fails, is discarded or is killed leaves no output, and an old
/// output as it was; what a killed run leaves under the hidden name, the next run for the same
/// output removes.
///
/// Tiles of one batch that share their bytes share one file (hard links), which costs a third of
/// the time and no space. A tile costs three system calls (create, write, close), a link one.
///
/// Nothing waits for the disk but the end: all is on the disk before the output takes its place, so
/// that not even a power failure leaves one that only looks finished.
public final class DirectorySink: TileSetSink {
  private enum Stage: Sendable { case open, finished, discarded }

  private struct State: Sendable {
    var stage = Stage.open
    var manifest = Manifest()
    var files: Set<String> = []
  }

  private let claim: OutputClaim
  private let staging: StagingDirectory
  /// The output from which tiles and files go over.
  private let earlier: EarlierOutput?
  private let state = Mutex(State())

  /// Prepares the output `path`, whose parent must exist.
  ///
  /// - Throws: ``ArchiveError``, as ``OutputClaim/init(_:replace:)`` does.
  public convenience init(path: String, replace: Bool = false) throws(ArchiveError) {
    try self.init(OutputClaim(path, replace: replace))
  }

  /// Prepares the output that `claim` names.
  public init(_ claim: OutputClaim) throws(ArchiveError) {
    self.claim = claim
    staging = try claim.place.makeStaging()
    earlier = nil
  }

  /// Prepares the output anew with all tiles that stand there, but for those that `isDirty` names:
  /// they and what else has changed are added again.
  ///
  /// Files that come out as they were stay the same files, down to the time of change; where all
  /// do, nothing is put in place. Where few tiles change, ``FolderUpdate`` does it for less.
  init(
    _ claim: OutputClaim, from earlier: EarlierOutput, except isDirty: (TileID) -> Bool
  ) throws(ArchiveError) {
    (self.claim, self.earlier) = (claim, earlier)
    staging = try claim.place.makeStaging()
    do throws(ArchiveError) {
      let kept = try earlier.keepTiles(in: staging.descriptor, except: isDirty)
      state.withLock { $0.manifest = kept }
    } catch {
      discard()
      throw error
    }
  }

  deinit { discard() }

  /// Writes the tiles of a batch; empty ones are left out. Called from any thread, several at once.
  public func add(_ batch: consuming TileBatch) throws(ArchiveError) {
    let batch = batch
    let order = batch.tiles.indices.filter { !batch.ranges[$0].isEmpty }.sorted {
      (batch.tiles[$0].x, batch.tiles[$0].y) < (batch.tiles[$1].x, batch.tiles[$1].y)
    }
    guard let first = order.first else { return }
    let zoom = batch.tiles[first].z
    try staging.descriptor.makeDirectory("\(zoom)")
    let directory = try staging.descriptor.directory("\(zoom)")
    let manifest = try batch.bytes.span.bytes.withUnsafeBytes { (bytes) throws(ArchiveError) in
      try write(batch, order, bytes, into: directory)
    }
    state.withLock { $0.manifest.add(manifest) }
  }

  /// Writes a file that stands beside the tiles, such as `style.json`. Each name once.
  ///
  /// - Precondition: `name` is a plain file name.
  public func addFile(name: String, bytes: [UInt8]) throws(ArchiveError) {
    precondition(!name.isEmpty && !name.contains("/") && name != "." && name != "..")
    try bytes.span.bytes.withUnsafeBytes { (bytes) throws(ArchiveError) in
      if let earlier, earlier.link(name, as: name, in: staging.descriptor, ifEqual: bytes) {
        return
      }
      try staging.descriptor.makeFile(name, bytes)
    }
    _ = state.withLock { $0.files.insert(name) }
  }

  /// Writes tiles.json, metadata.json, manifest.json and .htaccess, those excepted that were added
  /// already, and puts the output in place. Called once, after the last `add` has returned.
  public func finish(_ metadata: TileSetMetadata) throws(ArchiveError) {
    let (files, manifest) = state.withLock { ($0.files, $0.manifest) }
    for (name, bytes) in FolderDocuments.make(metadata, manifest, beside: files) {
      try addFile(name: name, bytes: bytes)
    }
    if let earlier, manifest == earlier.manifest,
      try earlier.hasSameFiles(as: staging.descriptor)
    {
      return discard()
    }
    try staging.descriptor.flush(fileCount: files.count + manifest.tileCount)
    try claim.place.put(staging.name, replace: claim.replace)
    state.withLock { $0.stage = .finished }
    claim.release()
  }

  /// Removes all that was written, unless the output is finished. May be called more than once.
  public func discard() {
    let wasOpen = state.withLock { state in
      defer { if state.stage == .open { state.stage = .discarded } }
      return state.stage == .open
    }
    guard wasOpen else { return }
    // What cannot be removed now, the next run for this output removes.
    try? claim.place.parent.remove(staging.name, isDirectory: true)
    claim.release()
  }

  /// Writes the tiles named by `order`, column by column, so that each column's directory is opened once a batch.
  private func write(
    _ batch: borrowing TileBatch, _ order: [Int], _ bytes: UnsafeRawBufferPointer,
    into zoom: borrowing Descriptor
  ) throws(ArchiveError) -> Manifest {
    let tiles = batch.tiles, ranges = batch.ranges
    var manifest = Manifest()
    var firstTiles = [Int: Int](minimumCapacity: tiles.count)
    var next = 0
    while next < order.count {
      let x = tiles[order[next]].x
      try zoom.makeDirectory("\(x)")
      let column = try zoom.directory("\(x)")
      while next < order.count, tiles[order[next]].x == x {
        let index = order[next]
        let (tile, range) = (tiles[index], ranges[index])
        next += 1
        let content = UnsafeRawBufferPointer(rebasing: bytes[range])
        manifest.add(tile, batch.bytes.span.bytes.extracting(range))
        let name = "\(tile.y).mvt"
        if let first = firstTiles[range.lowerBound], ranges[first] == range,
          Self.link("\(tiles[first].x)/\(tiles[first].y).mvt", of: zoom, name, column)
        {
          continue
        }
        if let earlier,
          earlier.link(
            "\(tile.z)/\(tile.x)/\(name)", as: name, in: column, ifEqual: content)
        {
          continue
        }
        try column.makeFile(name, content)
        firstTiles[range.lowerBound] = index
      }
    }
    return manifest
  }

  /// Gives the file `source` of `zoom` a second name; `false` where the file system does not want
  /// to (too many links, no links at all), and the caller writes a file.
  private static func link(
    _ source: String, of zoom: borrowing Descriptor, _ name: String, _ column: borrowing Descriptor
  ) -> Bool {
    source.withCString { source in
      name.withCString { linkat(zoom.number, source, column.number, $0, 0) == 0 }
    }
  }
}
