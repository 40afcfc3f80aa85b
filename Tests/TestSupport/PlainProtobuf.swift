internal import CTileCodec

/// The tile messages as libprotobuf-c writes them from the schema alone.
public enum PlainProtobuf {
  /// Unpacks a tile with the code generated from the format's schema and packs it again, or `nil`
  /// when it cannot be read. Text must not hold NUL.
  public static func repack(_ bytes: [UInt8]) -> [UInt8]? {
    guard let tile = unsafe vector_tile__tile__unpack(nil, bytes.count, bytes) else { return nil }
    defer { unsafe vector_tile__tile__free_unpacked(tile, nil) }
    let size = unsafe vector_tile__tile__get_packed_size(tile)
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = unsafe vector_tile__tile__pack(tile, buffer.baseAddress)
    }
  }
}
