#include "CTileCodec.h"

VectorTile__Tile__Feature *ctc_feature_unpack(
    ProtobufCAllocator *allocator, size_t length, const uint8_t *bytes) {
  return (VectorTile__Tile__Feature *)protobuf_c_message_unpack(
      &vector_tile__tile__feature__descriptor, allocator, length, bytes);
}

void ctc_feature_free_unpacked(
    VectorTile__Tile__Feature *feature, ProtobufCAllocator *allocator) {
  if (feature) protobuf_c_message_free_unpacked(&feature->base, allocator);
}
