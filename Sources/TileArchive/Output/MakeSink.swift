/// The sink for the output `path`, whose ending says the format.
///
/// - Throws: ``ArchiveError``, as ``OutputClaim/init(_:replace:)`` and the sinks do.
public func makeSink(
  path: String, replace: Bool = false, schema: MBTilesSchema = .flat
) throws(ArchiveError) -> any TileSetSink {
  try makeSink(OutputClaim(path, replace: replace), schema: schema)
}

/// The sink for the output that `claim` names.
///
/// - Parameter stale: With it the output is made anew with the tiles that stand there, but for
///   these; what comes out as it was stays as it was, down to the time of change. Without it the
///   output is made of the tiles alone that are added.
/// - Throws: ``ArchiveError/notOurs(path:)`` when tiles shall be kept and none are there;
///   ``ArchiveError/io(operation:path:errno:)``.
public func makeSink(
  _ claim: OutputClaim, schema: MBTilesSchema = .flat, replacing stale: StaleTiles? = nil
) throws(ArchiveError) -> any TileSetSink {
  guard claim.format != .directory else { return try folderSink(claim, stale) }
  return try archiveSink(claim, ArchiveOutput(claim, updating: stale != nil), schema, stale)
}

/// A folder is made whole and exchanged where many of its tiles change; where few do, only these
/// are touched.
private func folderSink(
  _ claim: OutputClaim, _ stale: StaleTiles?
) throws(ArchiveError) -> any TileSetSink {
  guard let stale else { return try DirectorySink(claim) }
  guard let earlier = EarlierOutput(in: claim.place) else {
    throw .notOurs(path: claim.place.path)
  }
  if let list = stale.list, list.count <= earlier.manifest.tileCount / 8 {
    return try FolderUpdate(claim, from: earlier, stale: list)
  }
  return try DirectorySink(claim, from: earlier, except: stale.contains)
}

/// An archive is made whole; what is kept goes among the new tiles, and where these are few, in
/// long stretches.
private func archiveSink(
  _ claim: OutputClaim, _ output: ArchiveOutput, _ schema: MBTilesSchema, _ stale: StaleTiles?
) throws(ArchiveError) -> any TileSetSink {
  var kept: KeptTiles?
  if let stale {
    let set = try reading { () throws(TileSetError) in try openTileSet(claim.place.path) }
    if claim.format == .pmtiles, let list = stale.list, let manifest = output.earlierManifest,
      let archive = set as? PMTilesTileSet,
      archive.header.tileContents <= ContentStore.standardLimit - list.count
    {
      return try PMTilesUpdate(output, from: archive, manifest, stale: list)
    }
    kept = try reading { () throws(TileSetError) in try KeptTiles(set, except: stale.contains) }
  }
  if claim.format == .pmtiles {
    return ArchiveSink(output, try PMTilesWriter(in: output.staging.descriptor), keeping: kept)
  }
  return ArchiveSink(output, try MBTilesWriter(output.growingPath, schema: schema), keeping: kept)
}

private func reading<Result>(
  _ body: () throws(TileSetError) -> Result
) throws(ArchiveError) -> Result {
  do throws(TileSetError) {
    return try body()
  } catch {
    throw ArchiveError(error)
  }
}
