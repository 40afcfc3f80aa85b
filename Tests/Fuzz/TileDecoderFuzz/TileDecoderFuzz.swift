import Compression
import TileEncoding

/// Takes any bytes as a tile, plain or gzip, and what can be read through to GeoJSON.
///
/// Run by `tools/fuzz TileDecoderFuzz`.
@c(LLVMFuzzerTestOneInput)
public func fuzzTileDecoder(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  var tileBytes = input
  if GzipDecompressor.isGzip(input.span) {
    guard let expanded = try? gunzip(input.span, limit: 1 << 20) else { return 0 }
    tileBytes = expanded
  }
  guard let tile = try? VectorTileDecoder.decode(tileBytes.span) else { return 0 }
  for layer in tile.layers {
    precondition(layer.x.count == layer.y.count)
    precondition((layer.partEnds.last ?? 0) == layer.x.count)
    precondition((layer.features.last?.parts.upperBound ?? 0) == layer.partEnds.count)
    precondition((layer.features.last?.tags.upperBound ?? 0) == layer.tags.count)
  }
  var text: [UInt8] = []
  let count = TileGeoJSON.features(of: tile, z: 14, x: 1, y: 2, into: &text, lineDelimited: true)
  precondition(text.count { $0 == UInt8(ascii: "\n") } == count)
  return 0
}
