/// How a tile set is kept; its path says it.
public enum OutputFormat: Sendable, Equatable, CaseIterable {
  /// A folder of files.
  case directory
  /// One PMTiles file.
  case pmtiles
  /// One MBTiles file.
  case mbtiles

  /// What is added to the path of an archive for the folder of the files beside it.
  public static let filesSuffix = ".files"

  /// The format of the output `path`: that of its ending, else a folder.
  public init(path: String) {
    self =
      if path.hasSuffix(".pmtiles") {
        .pmtiles
      } else if path.hasSuffix(".mbtiles") {
        .mbtiles
      } else {
        .directory
      }
  }

  /// The folder of style.json, report.json and the like for the output `path`: of a folder the
  /// folder itself, of an archive a folder beside it.
  public static func filesFolder(of path: String) -> String {
    OutputFormat(path: path) == .directory ? path : path + filesSuffix
  }
}
