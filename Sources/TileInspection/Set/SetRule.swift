/// What a tile set as a whole is held to.
///
/// - SeeAlso: TileJSON 3.0.0; MBTiles 1.3; MapLibre style specification.
public enum SetRule: String, Sendable, CaseIterable {
  // Any container.
  case tileOutside = "tile-outside"
  case compressionMixed = "compression-mixed"
  case compressionUndeclared = "compression-undeclared"
  case zoomUndeclared = "zoom-undeclared"
  case zoomUnused = "zoom-unused"
  case zoomGap = "zoom-gap"
  case boundsExceeded = "bounds-exceeded"
  case layerUndeclared = "layer-undeclared"
  case layerUnseen = "layer-unseen"
  case layerZooms = "layer-zooms"
  case fieldUndeclared = "field-undeclared"
  case fieldUnseen = "field-unseen"
  case fieldType = "field-type"
  // Documents.
  case documentBroken = "document-broken"
  case vectorLayers = "vector-layers"
  case tileJSONVersion = "tilejson-version"
  case tileJSONTiles = "tilejson-tiles"
  case tileJSONTemplate = "tilejson-template"
  case tileJSONZooms = "tilejson-zooms"
  case tileJSONBounds = "tilejson-bounds"
  case tileJSONCenter = "tilejson-center"
  case tileJSONMembers = "tilejson-members"
  case rowsMissing = "rows-missing"
  case rowsFormat = "rows-format"
  case rowsText = "rows-text"
  case rowsSuggested = "rows-suggested"
  case documentsDiffer = "documents-differ"
  case documentMissing = "document-missing"
  // Folders.
  case fileStray = "file-stray"
  case fileRepeated = "file-repeated"
  case fileExtension = "file-extension"
  case extensionsMixed = "extensions-mixed"
  case folderEmpty = "folder-empty"
  // PMTiles archives.
  case archiveHeader = "archive-header"
  case archiveSections = "archive-sections"
  case archiveGap = "archive-gap"
  case archiveRoot = "archive-root"
  case archiveMembers = "archive-members"
  case archiveBounds = "archive-bounds"
  case archiveCenter = "archive-center"
  case archiveDirectory = "archive-directory"
  case archiveLength = "archive-length"
  case archiveOrder = "archive-order"
  case archiveRuns = "archive-runs"
  case archiveLeaf = "archive-leaf"
  case archiveLeafOrder = "archive-leaf-order"
  case archiveLeafGap = "archive-leaf-gap"
  case archiveDepth = "archive-depth"
  case archiveCounts = "archive-counts"
  case archiveCountUnknown = "archive-count-unknown"
  case archiveClustered = "archive-clustered"
  case archiveClusteredFlag = "archive-clustered-flag"
  case archiveTiles = "archive-tiles"
  case archiveOverlap = "archive-overlap"
  case archiveDataGap = "archive-data-gap"
  case archiveRepeated = "archive-repeated"
  // MBTiles files.
  case databaseBroken = "database-broken"
  case databaseTables = "database-tables"
  case databaseTypes = "database-types"
  case databaseIndex = "database-index"
  case databaseID = "database-id"
  case rowsRepeated = "rows-repeated"
  case rowsVersion = "rows-version"
  case rowsFieldWords = "rows-field-words"
  case rowsFromNorth = "rows-from-north"
  // Style.
  case styleSource = "style-source"
  case styleLayer = "style-layer"
  case styleZooms = "style-zooms"
}

extension SetRule {
  /// How much it matters.
  public var level: RuleLevel {
    switch self {
    case .zoomUnused, .boundsExceeded, .layerZooms, .fieldUndeclared, .fieldType,
      .tileJSONTemplate, .rowsText, .rowsSuggested, .documentsDiffer, .documentMissing, .fileStray,
      .fileExtension, .extensionsMixed, .styleZooms, .archiveMembers, .archiveCenter,
      .archiveLeafOrder, .archiveLeafGap, .archiveDepth, .archiveOverlap, .archiveDataGap,
      .archiveRepeated, .rowsVersion, .rowsFieldWords:
      .should
    case .zoomGap, .layerUnseen, .fieldUnseen, .folderEmpty, .archiveGap, .archiveRuns,
      .archiveCountUnknown, .archiveClusteredFlag, .databaseIndex, .databaseID:
      .note
    default: .must
    }
  }

  /// What holds where the rule is kept.
  public var meaning: String {
    switch self {
    case .tileOutside: "columns and rows lie within their zoom"
    case .compressionMixed: "all tiles are compressed, or none is"
    case .compressionUndeclared: "tiles are compressed as the container says"
    case .zoomUndeclared: "no tile lies outside the declared zooms"
    case .zoomUnused: "the first and last declared zoom have tiles"
    case .zoomGap: "each zoom between the first and the last has tiles"
    case .boundsExceeded: "no tile lies outside the declared bounds"
    case .layerUndeclared: "each layer of the tiles is declared in vector_layers"
    case .layerUnseen: "each declared layer is in a tile"
    case .layerZooms: "a layer stays within its declared zooms"
    case .fieldUndeclared: "each attribute is declared in its layer's fields"
    case .fieldUnseen: "each declared attribute is in a tile"
    case .fieldType: "an attribute has its declared type (several types are String)"
    case .documentBroken: "a document is one JSON object"
    case .vectorLayers: "vector_layers is a list of {id, fields, minzoom, maxzoom}"
    case .tileJSONVersion: "tilejson is 3.0.0"
    case .tileJSONTiles: "tiles is a list of absolute addresses"
    case .tileJSONTemplate: "addresses have {z}, {x} and {y} and end like the files"
    case .tileJSONZooms: "0 <= minzoom <= maxzoom <= 30"
    case .tileJSONBounds: "bounds are west <= east, south <= north, in the world"
    case .tileJSONCenter: "center is a position in the bounds and a declared zoom"
    case .tileJSONMembers: "members have the types that the specification gives them"
    case .rowsMissing: "metadata has a name, a format and, in json, vector_layers"
    case .rowsFormat: "values of metadata can be read"
    case .rowsText: "values of metadata are texts"
    case .rowsSuggested: "metadata has bounds, center, minzoom and maxzoom"
    case .documentsDiffer: "documents that say the same say it alike"
    case .documentMissing: "a folder of tiles has a tiles.json"
    case .fileStray: "there are no files but tiles and those that belong to them"
    case .fileRepeated: "a tile is there once"
    case .fileExtension: "tile files end in .mvt"
    case .extensionsMixed: "all tile files end alike"
    case .folderEmpty: "each folder of a zoom or column has tiles"
    case .archiveHeader: "an archive begins with a header of version 3 and codes that are known"
    case .archiveSections: "the sections of an archive lie in the file and do not overlap"
    case .archiveGap: "each byte of an archive belongs to a section"
    case .archiveRoot: "header and root directory lie in the first 16,384 bytes"
    case .archiveMembers: "members of an archive's metadata have the types that they should have"
    case .archiveBounds: "the bounds of the header are a box in the world"
    case .archiveCenter: "the center of the header lies in its bounds and zooms"
    case .archiveDirectory: "directories can be read, and leaves lie where leaves are"
    case .archiveLength: "no entry has the length 0"
    case .archiveOrder: "tile ids ascend, and runs do not overlap"
    case .archiveRuns: "tiles that follow each other and share their bytes are one entry"
    case .archiveLeaf: "a leaf begins with the id that points to it and ends before the next one"
    case .archiveLeafOrder: "leaves are stored in the order of their ids"
    case .archiveLeafGap: "leaves are stored one after another"
    case .archiveDepth: "there is one level of leaves"
    case .archiveCounts: "the header counts addressed tiles, entries and contents rightly"
    case .archiveCountUnknown: "the header has all three counts"
    case .archiveClustered:
      "in a clustered archive each content begins where those before it end, or is one of them"
    case .archiveClusteredFlag: "an archive that is clustered says so"
    case .archiveTiles: "tiles lie in the section of tiles"
    case .archiveOverlap: "contents do not overlap in part"
    case .archiveDataGap: "each byte of the section of tiles belongs to a tile"
    case .archiveRepeated: "equal tiles are stored once"
    case .databaseBroken: "the database passes SQLite's check of integrity"
    case .databaseTables:
      "there are metadata (name, value) and tiles (zoom_level, tile_column, tile_row, tile_data)"
    case .databaseTypes: "zoom, column and row are whole numbers, and tiles are blobs"
    case .databaseIndex: "a unique index finds tiles by their address"
    case .databaseID: "the file has the application id of MBTiles"
    case .rowsRepeated: "a name of metadata is there once"
    case .rowsVersion: "the version is a plain number"
    case .rowsFieldWords: "attributes are declared as Number, Boolean or String"
    case .rowsFromNorth: "rows count from the south"
    case .styleSource: "layers of style.json name a source that it has"
    case .styleLayer: "layers of style.json name a source layer that is declared"
    case .styleZooms: "the source of style.json has the zooms of the tiles"
    }
  }
}
