// Packs vector tiles and runs gzip, for the Swift modules TileEncoding and Compression.
//
// Every function is free of static state: one object per thread needs no lock. Sizes count
// elements unless the name says bytes. Pointers are read during the call only, unless it says so.
#ifndef CTILECODEC_H
#define CTILECODEC_H

#include <stddef.h>
#include <stdint.h>

#include "tile_frame.pb-c.h"
#include "vector_tile.pb-c.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a function returns instead of a size.
enum {
  // Memory ran out.
  CTC_NO_MEMORY = -1,
  // The tile would have more than 2^31 - 1 bytes.
  CTC_TILE_TOO_LARGE = -2,
  // An array of ends goes down or past what it counts.
  CTC_BAD_ENDS = -3,
  // A layer's name is not in the table, or is used by an earlier layer of the tile.
  CTC_BAD_LAYER_NAME = -4,
  // A feature's type is not 1, 2 or 3.
  CTC_BAD_TYPE = -5,
  // A feature has no part, a point feature several, a line under 2 or a ring under 3 vertices.
  CTC_BAD_PART = -6,
  // Two vertices in a row are equal, or a ring repeats its first vertex at its end.
  CTC_REPEATED_VERTEX = -7,
  // The step between two vertices is longer than 2^31 - 1 units.
  CTC_STEP_TOO_LONG = -8,
  // A part has 2^29 vertices or more.
  CTC_TOO_MANY_VERTICES = -9,
  // A ring has no area, or a polygon's first ring is wound as a hole.
  CTC_BAD_WINDING = -10,
  // A feature has an odd number of tags, or a tag is not in the table.
  CTC_BAD_TAG = -11,
  // A feature has two tags with one key.
  CTC_REPEATED_KEY = -12,
  // gzip data is broken or cut short.
  CTC_BAD_GZIP = -13,
  // The output buffer is too small.
  CTC_SHORT_BUFFER = -14,
};

// ---- Packing ------------------------------------------------------------------------------

// The number of a value that `ctc_packer_add_value` holds has this bit set.
#define CTC_DYNAMIC_VALUE UINT32_C(0x80000000)

// The number of a value that is an integer has this bit set and CTC_DYNAMIC_VALUE not; the bits below
// are the integer. Such a value is in no table.
#define CTC_INTEGER_VALUE UINT32_C(0x40000000)

// Names and values shared by all tiles. Strings lie end to end; `*_ends[i]` is the end of string
// i in its bytes. Each array has as many elements as the count after it.
typedef struct {
  const uint8_t *key_bytes;
  size_t key_byte_count;
  const ptrdiff_t *key_ends;
  size_t key_count;
  // Each value is a whole Tile.Value message.
  const uint8_t *value_bytes;
  size_t value_byte_count;
  const ptrdiff_t *value_ends;
  size_t value_count;
  // Names of layers.
  const uint8_t *name_bytes;
  size_t name_byte_count;
  const ptrdiff_t *name_ends;
  size_t name_count;
  // Units along a tile's side.
  uint32_t extent;
} ctc_table;

// One tile or a piece of one. Each array has as many elements as the count of its block.
typedef struct {
  // Vertices, tile units, y down.
  const int32_t *x;
  const int32_t *y;
  size_t vertex_count;

  // End of each part in the vertices.
  const uint32_t *part_ends;
  size_t part_count;

  // Of each feature: end in the parts, id, 1 if it has an id, geometry type, end in the tags.
  const uint32_t *feature_part_ends;
  const uint64_t *ids;
  const uint8_t *has_id;
  const uint8_t *types;
  const uint32_t *feature_tag_ends;
  size_t feature_count;

  // Numbers of keys and values in the table, alternating.
  const uint32_t *tags;
  size_t tag_count;

  // Of each layer: end in the features, number of its name in the table.
  const uint32_t *layer_feature_ends;
  const uint32_t *layer_names;
  size_t layer_count;

  // 1 if the first layer is the last one of the piece before, which goes on.
  int goes_on;
} ctc_tile;

// Where packing stopped.
typedef struct {
  // Index of the layer in the tile and of the feature in the tile (not in the layer).
  size_t layer;
  size_t feature;
} ctc_place;

// Reusable memory for packing tiles one after the other.
typedef struct ctc_packer ctc_packer;

// A new packer, or NULL when memory is short. The caller destroys it.
ctc_packer *ctc_packer_create(void);
// Frees `packer`, which may be NULL.
void ctc_packer_destroy(ctc_packer *packer);

// Keeps a copy of `length` bytes, a whole Tile.Value message, for the packer's life, and returns
// its number without CTC_DYNAMIC_VALUE. Equal bytes get one number. Fails with CTC_NO_MEMORY.
int64_t ctc_packer_add_value(ctc_packer *packer, const uint8_t *bytes, size_t length);

// Starts a tile, and forgets what was begun.
void ctc_packer_begin(ctc_packer *packer);

// Appends `tile`, a whole tile or a piece of one. Returns 0; on failure returns a code and sets
// `*place`, and the packer is good for another tile. O(vertices + tags).
int ctc_packer_add(
    ctc_packer *packer, const ctc_table *table, const ctc_tile *tile, ctc_place *place);

// Completes the tile and returns the count of its bytes, found at `ctc_packer_output`. A layer
// without features is left out. On failure like `ctc_packer_add`. Allocates nothing, as adding does
// not, once the packer has met a tile as large.
int64_t ctc_packer_finish(ctc_packer *packer, const ctc_table *table, ctc_place *place);

// The bytes of the tile that was completed last. The packer owns them; they hold until its next
// call.
const uint8_t *ctc_packer_output(const ctc_packer *packer);

// ---- Unpacking ----------------------------------------------------------------------------

// What protoc-c generates for outer messages only, for a feature: reads `length` bytes, and
// returns NULL when they are broken or memory is short. `allocator` may be NULL.
VectorTile__Tile__Feature *ctc_feature_unpack(
    ProtobufCAllocator *allocator, size_t length, const uint8_t *bytes);
// Frees `feature`, which may be NULL.
void ctc_feature_free_unpacked(VectorTile__Tile__Feature *feature, ProtobufCAllocator *allocator);

// ---- gzip ---------------------------------------------------------------------------------

// A reusable compressor.
typedef struct ctc_deflater ctc_deflater;

// A compressor for libdeflate `level` 0 (store) to 12, or NULL when the level is another or
// memory is short. The caller destroys it.
ctc_deflater *ctc_deflater_create(int level);
// Frees `deflater`, which may be NULL.
void ctc_deflater_destroy(ctc_deflater *deflater);
// The most bytes that `length` bytes can take.
size_t ctc_deflater_bound(const ctc_deflater *deflater, size_t length);
// Writes `input` as one gzip member without time or name and returns its length, or
// CTC_SHORT_BUFFER when `capacity` does not suffice. `input` may be NULL when `length` is 0.
int64_t ctc_deflater_run(
    ctc_deflater *deflater, const uint8_t *input, size_t length, uint8_t *output,
    size_t capacity);

// A reusable decompressor.
typedef struct ctc_inflater ctc_inflater;

// A decompressor, or NULL when memory is short. The caller destroys it.
ctc_inflater *ctc_inflater_create(void);
// Frees `inflater`, which may be NULL.
void ctc_inflater_destroy(ctc_inflater *inflater);
// Expands the gzip member at the start of `input` and returns its length; `*consumed` is set to
// the length of the member. Fails with CTC_BAD_GZIP, or with CTC_SHORT_BUFFER when it has more
// than `capacity` bytes; `output` is scratch then.
int64_t ctc_inflater_run(
    ctc_inflater *inflater, const uint8_t *input, size_t length, uint8_t *output,
    size_t capacity, size_t *consumed);

#ifdef __cplusplus
}
#endif

#endif
