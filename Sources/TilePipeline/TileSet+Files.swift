import JSONText
import MapMath
import Synchronization
import TileArchive

extension TileSet {
  /// What goes with the tiles, by file name:
  ///
  /// | file | what it is |
  /// |---|---|
  /// | style.json | the MapLibre style that draws the tiles |
  /// | tiles.json | TileJSON 3.0.0 |
  /// | metadata.json | the rows of an MBTiles file |
  /// | sprite.json, sprite.png, sprite@2x.json, sprite@2x.png | images, where the style asks for them |
  /// | ground-0.png and so on | images on the ground |
  /// | report.json | what was skipped or altered, and why |
  /// | index.html | a page that shows the map |
  ///
  /// Addresses in them are those below `options.baseURL`.
  ///
  /// - Parameter summary: What making all tiles showed, for the report; without it the report says
  ///   what reading showed.
  public func files(_ summary: BuildSummary? = nil) throws(BuildError) -> [String: [UInt8]] {
    let collector = FileCollector()
    do throws(ArchiveError) {
      let description = description
      try description.write(
        to: collector, images: images, summary: summary ?? self.summary(TileStage.Tally()))
      try collector.finish(description.metadata)
    } catch {
      throw .output(error)
    }
    return collector.files
  }
}

/// Keeps the files that go with tiles in memory.
private final class FileCollector: TileSetSink {
  private let state = Mutex<[String: [UInt8]]>([:])

  var files: [String: [UInt8]] { state.withLock { $0 } }

  func add(_ batch: consuming TileBatch) {}

  func addFile(name: String, bytes: [UInt8]) { state.withLock { $0[name] = bytes } }

  func finish(_ metadata: TileSetMetadata) throws(ArchiveError) {
    addFile(name: "tiles.json", bytes: TileJSON.make(metadata).serialized(.pretty))
    addFile(name: "metadata.json", bytes: MBTilesMetadata.make(metadata).serialized(.pretty))
  }

  func discard() {}
}
