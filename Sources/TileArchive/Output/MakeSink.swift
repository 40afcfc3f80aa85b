public import MapMath

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
/// - Parameter isDirty: With it the output is made anew with the tiles that stand there, but for
///   those that it names; what comes out as it was stays as it was, down to the time of change.
///   Without it the output is made of the tiles alone that are added.
/// - Throws: ``ArchiveError/notOurs(path:)`` when tiles shall be kept and none are there;
///   ``ArchiveError/io(operation:path:errno:)``.
public func makeSink(
  _ claim: OutputClaim, schema: MBTilesSchema = .flat,
  keepingTilesExcept isDirty: (@Sendable (TileID) -> Bool)? = nil
) throws(ArchiveError) -> any TileSetSink {
  guard claim.format != .directory else {
    guard let isDirty else { return try DirectorySink(claim) }
    return try DirectorySink(claim, keepingTilesExcept: isDirty)
  }
  var kept: KeptTiles?
  if let isDirty {
    do throws(TileSetError) {
      kept = try KeptTiles(openTileSet(claim.place.path), except: isDirty)
    } catch {
      throw ArchiveError(error)
    }
  }
  let output = try ArchiveOutput(claim, updating: kept != nil)
  do throws(ArchiveError) {
    if claim.format == .pmtiles {
      return ArchiveSink(output, try PMTilesWriter(in: output.staging.descriptor), keeping: kept)
    }
    return ArchiveSink(output, try MBTilesWriter(output.growingPath, schema: schema), keeping: kept)
  } catch {
    output.discard()
    throw error
  }
}
