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
      .fileExtension, .extensionsMixed, .styleZooms:
      .should
    case .zoomGap, .layerUnseen, .fieldUnseen, .folderEmpty: .note
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
    case .styleSource: "layers of style.json name a source that it has"
    case .styleLayer: "layers of style.json name a source layer that is declared"
    case .styleZooms: "the source of style.json has the zooms of the tiles"
    }
  }
}
