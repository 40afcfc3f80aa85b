import TileArchive

/// Under which addresses clients find an output.
///
/// | output    | tiles                         | style.json, sprites and the like |
/// |-----------|-------------------------------|----------------------------------|
/// | a folder  | `BASE/{z}/{x}/{y}.mvt`        | `BASE/`                          |
/// | PMTiles   | `pmtiles://BASE`              | `BASE.files/`                    |
/// | MBTiles   | `BASE/{z}/{x}/{y}.mvt`, from a tile server | `BASE/`             |
///
/// BASE is `--base-url`, the output's own address. Without one a placeholder stands in for it, for
/// PMTiles with the archive's name.
struct OutputAddress {
  /// The template of tiles, or the address of the archive.
  let tiles: String
  /// Where the files beside the tiles are.
  let files: BaseURL

  init(_ options: BuildOptions) {
    let given = options.baseURL.flatMap(BaseURL.init)
    guard OutputFormat(path: options.output) == .pmtiles else {
      files = given ?? .placeholder
      tiles = files.tiles
      return
    }
    let name = options.output.split(separator: "/").last.map(String.init) ?? ""
    let base = given ?? BaseURL.placeholder.folder(name)
    (tiles, files) = (base.archive, base.filesFolder)
  }
}
