internal import CTileCodec

/// Encodes tiles in the Mapbox Vector Tile format, version 2.1.
///
/// What it makes is valid: a tile whose geometry, tags or names break a rule of the format that
/// shows without comparing rings is refused with the place. (That rings are simple, and holes
/// inside their exterior, is the caller's to see to.) Each layer carries its version first on the
/// wire, then name, features, keys, values and extent; keys and values are those its features
/// use, each once, in order of first use. Equal tiles give equal bytes.
///
/// One encoder serves one thread. Encoders made from one table share its storage.
///
/// - SeeAlso: Vector Tile Specification 2.1, sections 4.1 to 4.4.
@safe
public struct VectorTileEncoder: ~Copyable {
  private let packer: OpaquePointer
  private var table: AttributeTable
  private let nameBytes: [UInt8]
  private let nameEnds: [Int]

  /// Creates an encoder for the tiles of one build.
  ///
  /// - Throws: ``EncodingError/repeatedLayerName(_:)`` or ``EncodingError/outOfMemory``.
  public init(_ table: AttributeTable) throws(EncodingError) {
    var nameBytes: [UInt8] = []
    var nameEnds: [Int] = []
    var met: Set<[UInt8]> = []
    for name in table.layerNames {
      // Strings compare by canonical equivalence, names in a tile by their bytes.
      guard met.insert(Array(name.utf8)).inserted else { throw .repeatedLayerName(name) }
      nameBytes.append(contentsOf: name.utf8)
      nameEnds.append(nameBytes.count)
    }
    guard let packer = unsafe ctc_packer_create() else { throw .outOfMemory }
    unsafe self.packer = packer
    self.table = table
    self.nameBytes = nameBytes
    self.nameEnds = nameEnds
  }

  deinit { unsafe ctc_packer_destroy(packer) }

  /// Lends the names and values of attributes, which may become more between the pieces of a tile:
  /// those that are there must keep their numbers. Names of layers stay as they are.
  public mutating func extendTable(_ body: (inout AttributeTable) -> Void) { body(&table) }

  /// Keeps a value for this encoder's life and returns its number, to be used in
  /// ``TileContent/tags`` like those of the table. Bit 31 is set; equal bytes get one number.
  ///
  /// For values that are computed while tiling, as the colours of a gradient. A layer holds such
  /// a value once, even when the table has it too.
  ///
  /// - Parameter encoded: A whole `Tile.Value` message; see ``AttributeEncoding``.
  /// - Throws: ``EncodingError/outOfMemory``, also after 2³¹ different values.
  public mutating func addDynamicValue(_ encoded: Span<UInt8>) throws(EncodingError) -> UInt32 {
    let index = unsafe encoded.withUnsafeBufferPointer { bytes in
      unsafe ctc_packer_add_value(packer, bytes.baseAddress, bytes.count)
    }
    guard index >= 0 else { throw .outOfMemory }
    return UInt32(index) | Self.dynamicValueBit
  }

  /// Set, and bit 31 not, in the numbers of values that are integers below 2³⁰; the bits below are
  /// the integer. They are in no table, and no value of the table may be equal to one that is used so.
  public static let integerValueBit: UInt32 = 1 << 30

  /// Set in the numbers of ``addDynamicValue(_:)``.
  public static let dynamicValueBit: UInt32 = 1 << 31

  /// Replaces the contents of `output` with the encoded tile; empty when the tile has no feature.
  ///
  /// - Throws: ``EncodingError``; `output` is empty then, and the encoder can go on.
  public mutating func encode(
    _ tile: TileContent, into output: inout [UInt8]
  ) throws(EncodingError) {
    output.removeAll(keepingCapacity: true)
    begin()
    try append(tile)
    let length = try complete()
    unsafe output.append(
      contentsOf: UnsafeBufferPointer(start: ctc_packer_output(packer), count: length))
  }

  /// Starts a tile that is given piece by piece, so that its content need not be held as a whole.
  public mutating func begin() { unsafe ctc_packer_begin(packer) }

  /// Appends a piece of the tile.
  ///
  /// Layers without features are left out. Allocates nothing once tiles as large have passed.
  /// O(vertices + tags). Arrays of `piece` that must be equally long are a precondition.
  ///
  /// - Throws: ``EncodingError``, whose place counts from the tile's beginning; the encoder is good
  ///   for another tile then.
  public mutating func append(_ piece: TileContent) throws(EncodingError) {
    precondition(piece.x.count == piece.y.count)
    let features = piece.types.count
    precondition(piece.ids.count == features && piece.hasID.count == features)
    precondition(piece.featurePartEnds.count == features)
    precondition(piece.featureTagEnds.count == features)
    precondition(piece.layerNames.count == piece.layerFeatureEnds.count)

    var place = ctc_place()
    let packer = unsafe packer
    let code = unsafe withTable(
      table.keyBytes, table.keyEnds, table.valueBytes, table.valueEnds, nameBytes, nameEnds
    ) { (table: UnsafePointer<ctc_table>) -> Int64 in
      unsafe withTile(
        piece, piece.x, piece.y, piece.partEnds, piece.featurePartEnds, piece.ids, piece.hasID,
        piece.types, piece.featureTagEnds, piece.tags, piece.layerFeatureEnds, piece.layerNames
      ) { (tile: UnsafePointer<ctc_tile>) -> Int64 in
        unsafe Int64(ctc_packer_add(packer, table, tile, &place))
      }
    }
    guard code == 0 else { throw EncodingError(code: Int(code), at: place) }
  }

  /// Completes the tile and lends its bytes; there are none when it has no feature.
  ///
  /// - Throws: ``EncodingError``, or what `body` throws.
  public mutating func finish<Result>(
    _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    let length = try complete()
    return try body(
      unsafe UnsafeBufferPointer(start: ctc_packer_output(packer), count: length).span)
  }

  /// Completes the tile; returns the count of its bytes.
  private mutating func complete() throws(EncodingError) -> Int {
    var place = ctc_place()
    let packer = unsafe packer
    let length = unsafe withTable(
      table.keyBytes, table.keyEnds, table.valueBytes, table.valueEnds, nameBytes, nameEnds
    ) { (table: UnsafePointer<ctc_table>) -> Int64 in
      unsafe ctc_packer_finish(packer, table, &place)
    }
    guard length >= 0 else { throw EncodingError(code: Int(length), at: place) }
    return Int(length)
  }

  // An array passed for a pointer parameter lends its storage for the length of the call, so the
  // two functions below keep all of a table's and a tile's arrays in place while `body` runs.

  private func withTable(
    _ keyBytes: UnsafePointer<UInt8>, _ keyEnds: UnsafePointer<Int>,
    _ valueBytes: UnsafePointer<UInt8>, _ valueEnds: UnsafePointer<Int>,
    _ nameBytes: UnsafePointer<UInt8>, _ nameEnds: UnsafePointer<Int>,
    _ body: (UnsafePointer<ctc_table>) -> Int64
  ) -> Int64 {
    var raw = unsafe ctc_table(
      key_bytes: keyBytes, key_byte_count: table.keyBytes.count,
      key_ends: keyEnds, key_count: table.keyEnds.count,
      value_bytes: valueBytes, value_byte_count: table.valueBytes.count,
      value_ends: valueEnds, value_count: table.valueEnds.count,
      name_bytes: nameBytes, name_byte_count: self.nameBytes.count,
      name_ends: nameEnds, name_count: self.nameEnds.count,
      extent: table.extent)
    return unsafe withUnsafePointer(to: &raw) { unsafe body($0) }
  }

  private func withTile(
    _ tile: TileContent, _ x: UnsafePointer<Int32>, _ y: UnsafePointer<Int32>,
    _ partEnds: UnsafePointer<UInt32>, _ featurePartEnds: UnsafePointer<UInt32>,
    _ ids: UnsafePointer<UInt64>, _ hasID: UnsafePointer<UInt8>, _ types: UnsafePointer<UInt8>,
    _ featureTagEnds: UnsafePointer<UInt32>, _ tags: UnsafePointer<UInt32>,
    _ layerFeatureEnds: UnsafePointer<UInt32>, _ layerNames: UnsafePointer<UInt32>,
    _ body: (UnsafePointer<ctc_tile>) -> Int64
  ) -> Int64 {
    var raw = unsafe ctc_tile(
      x: x, y: y, vertex_count: tile.x.count,
      part_ends: partEnds, part_count: tile.partEnds.count,
      feature_part_ends: featurePartEnds, ids: ids, has_id: hasID, types: types,
      feature_tag_ends: featureTagEnds, feature_count: tile.types.count,
      tags: tags, tag_count: tile.tags.count,
      layer_feature_ends: layerFeatureEnds, layer_names: layerNames,
      layer_count: tile.layerNames.count, goes_on: tile.goesOn ? 1 : 0)
    return unsafe withUnsafePointer(to: &raw) { unsafe body($0) }
  }
}

extension EncodingError {
  /// The error for a code of the C half.
  fileprivate init(code: Int, at place: ctc_place) {
    self.init(code: code, layer: place.layer, feature: place.feature)
  }

  /// The error for a code of the C half.
  init(code: Int, layer: Int, feature: Int) {
    func fault(_ fault: FeatureFault) -> Self {
      .badFeature(layer: layer, feature: feature, fault)
    }
    self =
      switch code {
      case CTC_NO_MEMORY: .outOfMemory
      case CTC_TILE_TOO_LARGE: .tileTooLarge(layer: layer)
      case CTC_BAD_ENDS: .badEnds(layer: layer, feature: feature)
      case CTC_BAD_LAYER_NAME: .badLayerName(layer: layer)
      case CTC_BAD_TYPE: fault(.unknownType)
      case CTC_BAD_PART: fault(.badPart)
      case CTC_REPEATED_VERTEX: fault(.repeatedVertex)
      case CTC_STEP_TOO_LONG: fault(.stepTooLong)
      case CTC_TOO_MANY_VERTICES: fault(.tooManyVertices)
      case CTC_BAD_WINDING: fault(.badWinding)
      case CTC_BAD_TAG: fault(.badTag)
      case CTC_REPEATED_KEY: fault(.repeatedKey)
      default: .unknown(code: code)
      }
  }
}
