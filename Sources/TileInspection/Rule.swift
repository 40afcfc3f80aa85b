/// How much a broken rule matters.
public enum RuleLevel: String, Sendable, Comparable, CaseIterable {
  /// A MUST of a format, or something that clients break on.
  case must
  /// A SHOULD of a format, or a limit of clients.
  case should
  /// Worth knowing.
  case note

  /// By weight, the heaviest first.
  public static func < (a: RuleLevel, b: RuleLevel) -> Bool { a.weight < b.weight }
  private var weight: Int {
    switch self {
    case .must: 0
    case .should: 1
    case .note: 2
    }
  }
}

/// What one tile is held to.
///
/// - SeeAlso: Vector Tile Specification 2.1, sections 3 and 4; Protocol Buffers, "Encoding";
///   RFC 1952.
public enum TileRule: String, Sendable, CaseIterable {
  // The stream.
  case gzipBroken = "gzip-broken"
  case gzipTrailing = "gzip-trailing"
  case zlibStream = "zlib-stream"
  case wireBroken = "wire-broken"
  case wireType = "wire-type"
  case fieldRepeated = "field-repeated"
  case textEncoding = "text-encoding"
  case fieldUnknown = "field-unknown"
  case fieldExtension = "field-extension"
  case notPacked = "not-packed"
  case varintPadded = "varint-padded"
  // Layers.
  case tileEmpty = "tile-empty"
  case layerEmpty = "layer-empty"
  case versionMissing = "version-missing"
  case versionUnknown = "version-unknown"
  case versionLate = "version-late"
  case nameMissing = "name-missing"
  case nameEmpty = "name-empty"
  case nameRepeated = "name-repeated"
  case extentMissing = "extent-missing"
  case extentZero = "extent-zero"
  case keyRepeated = "key-repeated"
  case valueRepeated = "value-repeated"
  case valueFields = "value-fields"
  case keyUnused = "key-unused"
  case valueUnused = "value-unused"
  // Features.
  case typeMissing = "type-missing"
  case typeRange = "type-range"
  case typeUnknown = "type-unknown"
  case geometryMissing = "geometry-missing"
  case tagsOdd = "tags-odd"
  case tagKeyRange = "tag-key-range"
  case tagValueRange = "tag-value-range"
  case tagKeyRepeated = "tag-key-repeated"
  case tagTextRepeated = "tag-text-repeated"
  case idRepeated = "id-repeated"
  case idUnsafe = "id-unsafe"
  // Drawing commands.
  case commandUnknown = "command-unknown"
  case commandCut = "command-cut"
  case commandCount = "command-count"
  case commandOrder = "command-order"
  case pointMoveTo = "point-move-to"
  case moveToCount = "move-to-count"
  case ringShort = "ring-short"
  case ringOpen = "ring-open"
  case closePathCount = "close-path-count"
  case numberRange = "number-range"
  case coordinateRange = "coordinate-range"
  case vertexRepeated = "vertex-repeated"
  case pointRepeated = "point-repeated"
  // Rings.
  case ringClosedTwice = "ring-closed-twice"
  case ringFlat = "ring-flat"
  case ringCrossesItself = "ring-crosses-itself"
  case ringTouchesItself = "ring-touches-itself"
  case ringSpike = "ring-spike"
  case firstRingHole = "first-ring-hole"
  case holeOutside = "hole-outside"
  case holeInHole = "hole-in-hole"
  case ringsCross = "rings-cross"
  case interiorSplit = "interior-split"
  case ringsTouch = "rings-touch"
  case exteriorNested = "exterior-nested"
  case polygonsOverlap = "polygons-overlap"
  // What clients take.
  case verticesMany = "vertices-many"
  case coordinateFar = "coordinate-far"
  case extentLarge = "extent-large"
  case tileLarge = "tile-large"
  // Neighbours.
  case seamLine = "seam-line"
  case seamPolygon = "seam-polygon"
  case seamTile = "seam-tile"
}

extension TileRule {
  /// How much it matters.
  public var level: RuleLevel {
    switch self {
    case .fieldUnknown, .notPacked, .tileEmpty, .layerEmpty, .versionLate, .nameEmpty,
      .keyRepeated, .valueRepeated, .tagTextRepeated, .idRepeated, .coordinateRange, .ringFlat,
      .interiorSplit, .exteriorNested, .verticesMany, .coordinateFar:
      .should
    case .fieldExtension, .varintPadded, .keyUnused, .valueUnused, .typeUnknown, .idUnsafe,
      .pointRepeated, .ringsTouch, .polygonsOverlap, .extentLarge, .tileLarge:
      .note
    default: .must
    }
  }

  /// What holds where the rule is kept.
  public var meaning: String {
    switch self {
    case .gzipBroken: "a gzip tile is whole, with the checksum and length that it states"
    case .gzipTrailing: "nothing follows the gzip stream of a tile"
    case .zlibStream: "a compressed tile is gzip, not zlib"
    case .wireBroken: "the bytes are a whole protobuf message"
    case .wireType: "a known field has the wire type of the schema"
    case .fieldRepeated: "a field that is no list stands once"
    case .textEncoding: "names, keys and texts are UTF-8"
    case .fieldUnknown: "there are no fields outside the schema"
    case .fieldExtension: "there are no extension fields"
    case .notPacked: "tags and geometry are one packed field each"
    case .varintPadded: "numbers have no needless bytes"
    case .tileEmpty: "a tile has a layer"
    case .layerEmpty: "a layer has a feature"
    case .versionMissing: "a layer states its version"
    case .versionUnknown: "the version is 2"
    case .versionLate: "the version is a layer's first field"
    case .nameMissing: "a layer has a name"
    case .nameEmpty: "a layer's name is not empty"
    case .nameRepeated: "no two layers of a tile have the same name"
    case .extentMissing: "a layer states its extent"
    case .extentZero: "the extent is from 1 to 4294967295"
    case .keyRepeated: "a layer's keys are unique"
    case .valueRepeated: "a layer's values of one type are unique"
    case .valueFields: "a value has exactly one of the seven types"
    case .keyUnused: "each key is used"
    case .valueUnused: "each value is used"
    case .typeMissing: "a feature states its type"
    case .typeRange: "the type is 0, 1, 2 or 3"
    case .typeUnknown: "the type is known"
    case .geometryMissing: "a feature has a geometry"
    case .tagsOdd: "tags come in pairs"
    case .tagKeyRange: "a tag's key is one of the layer's"
    case .tagValueRange: "a tag's value is one of the layer's"
    case .tagKeyRepeated: "a feature has a key once"
    case .tagTextRepeated: "a feature has a key's text once"
    case .idRepeated: "a layer's feature ids are unique"
    case .idUnsafe: "ids fit into the 53 bits of JavaScript's numbers"
    case .commandUnknown: "a drawing command is MoveTo, LineTo or ClosePath"
    case .commandCut: "a drawing command has all its parameters"
    case .commandCount: "a drawing command's count is above 0"
    case .commandOrder: "drawing commands come in the order that the type asks for"
    case .pointMoveTo: "a point is exactly one MoveTo"
    case .moveToCount: "MoveTo has the count 1 in lines and polygons"
    case .ringShort: "a ring has at least two LineTo steps"
    case .ringOpen: "a ring ends with ClosePath"
    case .closePathCount: "ClosePath has the count 1"
    case .numberRange: "numbers have 32 bits and steps are within +-(2^31 - 1)"
    case .coordinateRange: "coordinates have 32 bits"
    case .vertexRepeated: "no LineTo step is 0, 0"
    case .pointRepeated: "a multipoint has no point twice"
    case .ringClosedTwice: "a ring's last vertex is not its first"
    case .ringFlat: "a ring has an area"
    case .ringCrossesItself: "a ring does not cross itself"
    case .ringTouchesItself: "a ring does not touch itself"
    case .ringSpike: "a ring does not run back over itself"
    case .firstRingHole: "a polygon's first ring is an exterior, with positive area"
    case .holeOutside: "a hole lies in the exterior before it"
    case .holeInHole: "a hole does not lie in another"
    case .ringsCross: "rings of a polygon do not intersect"
    case .interiorSplit: "touching rings do not cut a polygon's interior in two"
    case .ringsTouch: "rings of a polygon do not touch"
    case .exteriorNested:
      "no exterior lies in another polygon of its feature (a hole wound wrongly?)"
    case .polygonsOverlap: "polygons of a feature do not overlap or share an edge"
    case .verticesMany: "a feature has at most 65,535 vertices, the most that clients draw"
    case .coordinateFar: "coordinates stay within two tiles, as far as clients can count"
    case .extentLarge: "the extent is at most 8192, the most that clients keep"
    case .tileLarge: "a tile has at most 500 kB as stored"
    case .seamLine: "a line that crosses a border does so in both tiles, in the same place"
    case .seamPolygon: "a polygon covers the same stretch of a border in both tiles"
    case .seamTile: "what crosses a border has a tile on the other side"
    }
  }
}
