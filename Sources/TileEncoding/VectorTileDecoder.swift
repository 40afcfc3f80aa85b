internal import CTileCodec

/// Reads vector tiles of version 1 and 2, of any producer and from any source: what is broken or
/// hostile ends in a ``TileDecodingError`` that says where.
///
/// The tile is read one level at a time by libprotobuf-c. Fields that the format does not know
/// are passed over. What can be read but breaks a rule (a polygon's winding, say) is kept as it
/// is.
///
/// - SeeAlso: Vector Tile Specification 2.1, section 4; for other versions section 5.
@safe
public enum VectorTileDecoder {
  /// The tile in `bytes`, which are not compressed. O(bytes), in time and memory.
  public static func decode(_ bytes: Span<UInt8>) throws(TileDecodingError) -> DecodedTile {
    var tile = DecodedTile()
    try unsafe unpack(
      bytes, with: tile_frame__tile__unpack, free: tile_frame__tile__free_unpacked,
      orThrow: .malformedTile
    ) { (message: UnsafeMutablePointer<TileFrame__Tile>) throws(TileDecodingError) in
      let layers = unsafe UnsafeBufferPointer(
        start: message.pointee.layers, count: message.pointee.n_layers)
      for index in layers.indices {
        guard let layer = try unsafe decodeLayer(layers[index].buffer.span, index: index) else {
          tile.unknownLayerCount += 1
          continue
        }
        tile.layers.append(layer)
      }
    }
    return tile
  }

  /// The layer in `bytes`, or `nil` when its version is unknown.
  private static func decodeLayer(
    _ bytes: Span<UInt8>, index: Int
  ) throws(TileDecodingError) -> DecodedTile.Layer? {
    var result: DecodedTile.Layer?
    try unsafe unpack(
      bytes, with: tile_frame__layer__unpack, free: tile_frame__layer__free_unpacked,
      orThrow: .badLayer(layer: index, .malformed)
    ) { (message: UnsafeMutablePointer<TileFrame__Layer>) throws(TileDecodingError) in
      let raw = unsafe message.pointee
      guard unsafe raw.has_version != 0 else {
        throw .badLayer(layer: index, .missingVersion)
      }
      guard unsafe 1...2 ~= raw.version else { return }
      var layer = DecodedTile.Layer()
      layer.version = unsafe raw.version
      guard unsafe raw.has_name != 0, let name = unsafe raw.name.text else {
        throw .badLayer(layer: index, .badName)
      }
      layer.name = name
      if unsafe raw.has_extent != 0 { layer.extent = unsafe raw.extent }
      guard layer.extent > 0 else { throw .badLayer(layer: index, .zeroExtent) }
      for i in unsafe 0..<raw.n_keys {
        guard let key = unsafe raw.keys[i].text else { throw .badKey(layer: index, key: i) }
        layer.keys.append(key)
      }
      for i in unsafe 0..<raw.n_values {
        layer.values.append(
          try unsafe decodeValue(raw.values[i].buffer.span, layer: index, index: i))
      }
      unsafe layer.features.reserveCapacity(raw.n_features)
      for i in unsafe 0..<raw.n_features {
        do throws(TileDecodingError.FeatureFault) {
          try unsafe decodeFeature(raw.features[i].buffer.span, into: &layer)
        } catch {
          throw .badFeature(layer: index, feature: i, error)
        }
      }
      result = layer
    }
    return result
  }

  private static func decodeValue(
    _ bytes: Span<UInt8>, layer: Int, index: Int
  ) throws(TileDecodingError) -> DecodedTile.Value {
    let bad = TileDecodingError.badValue(layer: layer, value: index)
    var found: [DecodedTile.Value] = []
    try unsafe unpack(
      bytes, with: tile_frame__value__unpack, free: tile_frame__value__free_unpacked, orThrow: bad
    ) { (message: UnsafeMutablePointer<TileFrame__Value>) throws(TileDecodingError) in
      let raw = unsafe message.pointee
      if unsafe raw.has_string_value != 0 {
        guard let text = unsafe raw.string_value.text else { throw bad }
        found.append(.string(text))
      }
      if unsafe raw.has_float_value != 0 { unsafe found.append(.float(raw.float_value)) }
      if unsafe raw.has_double_value != 0 { unsafe found.append(.double(raw.double_value)) }
      if unsafe raw.has_int_value != 0 { unsafe found.append(.int(raw.int_value)) }
      if unsafe raw.has_uint_value != 0 { unsafe found.append(.uint(raw.uint_value)) }
      if unsafe raw.has_sint_value != 0 { unsafe found.append(.sint(raw.sint_value)) }
      if unsafe raw.has_bool_value != 0 { unsafe found.append(.bool(raw.bool_value != 0)) }
    }
    guard found.count == 1 else { throw bad }
    return found[0]
  }

  private static func decodeFeature(
    _ bytes: Span<UInt8>, into layer: inout DecodedTile.Layer
  ) throws(TileDecodingError.FeatureFault) {
    try unsafe unpack(
      bytes, with: ctc_feature_unpack,
      free: ctc_feature_free_unpacked, orThrow: .malformed
    ) {
      (message: UnsafeMutablePointer<VectorTile__Tile__Feature>)
        throws(TileDecodingError.FeatureFault) in
      let raw = unsafe message.pointee
      let tags = unsafe UnsafeBufferPointer(start: raw.tags, count: raw.n_tags)
      guard tags.count.isMultiple(of: 2) else { throw .oddTags }
      for i in tags.indices {
        let count = i.isMultiple(of: 2) ? layer.keys.count : layer.values.count
        guard unsafe Int(tags[i]) < count else { throw .tagOutOfRange }
      }
      let firstTag = layer.tags.count, firstPart = layer.partEnds.count
      unsafe layer.tags.append(contentsOf: tags)
      let type = unsafe raw.has_type == 0 ? 0 : UInt8(exactly: raw.type.rawValue)
      var feature = DecodedTile.Feature(
        id: unsafe raw.has_id == 0 ? nil : raw.id,
        type: type.flatMap { .init(rawValue: $0) } ?? .unknown,
        tags: firstTag..<layer.tags.count, parts: firstPart..<firstPart)
      let geometry = unsafe UnsafeBufferPointer(start: raw.geometry, count: raw.n_geometry)
      try unsafe GeometryReader.read(geometry.span, type: feature.type, into: &layer)
      feature.parts = firstPart..<layer.partEnds.count
      layer.features.append(feature)
    }
  }

  /// Lends `body` a message for the length of the call.
  private static func unpack<Message, E: Error>(
    _ bytes: Span<UInt8>,
    with read: (
      UnsafeMutablePointer<ProtobufCAllocator>?, Int, UnsafePointer<UInt8>?
    ) -> UnsafeMutablePointer<Message>?,
    free: (UnsafeMutablePointer<Message>?, UnsafeMutablePointer<ProtobufCAllocator>?) -> Void,
    orThrow failure: E,
    _ body: (UnsafeMutablePointer<Message>) throws(E) -> Void
  ) throws(E) {
    let message = unsafe bytes.withUnsafeBufferPointer {
      unsafe read(nil, $0.count, $0.baseAddress)
    }
    guard let message = unsafe message else { throw failure }
    defer { unsafe free(message, nil) }
    try unsafe body(message)
  }
}

extension ProtobufCBinaryData {
  /// The bytes. They belong to the message.
  fileprivate var buffer: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: data, count: len)
  }

  /// The bytes as UTF-8, or `nil`.
  fileprivate var text: String? { unsafe String(validating: buffer, as: UTF8.self) }
}
