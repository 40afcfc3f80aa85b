#include <string.h>

#include "CTileCodec.h"
#include "feature.h"
#include "memory.h"
#include "varint.h"

enum { LAYERS = 3 << 3 | 2, SPEC_VERSION = 2 };

// More than this is no protobuf message.
#define CTC_TILE_LIMIT ((size_t)INT32_MAX)

struct ctc_packer {
  ctc_values dynamic;
  ctc_strings strings;
  // Bodies of the layer's features, end to end, and where each lies.
  uint8_t *bodies;
  size_t body_capacity;
  ProtobufCBinaryData *features;
  size_t feature_capacity;
  // The tile.
  uint8_t *output;
  size_t output_capacity;
};

ctc_packer *ctc_packer_create(void) {
  ctc_packer *packer = calloc(1, sizeof *packer);
  if (packer) packer->strings.dynamic = &packer->dynamic;
  return packer;
}

void ctc_packer_destroy(ctc_packer *packer) {
  if (!packer) return;
  free(packer->dynamic.bytes);
  free(packer->dynamic.ends);
  ctc_hash_free(&packer->dynamic.by_bytes);
  ctc_numbering_free(&packer->strings.keys);
  ctc_numbering_free(&packer->strings.values);
  free(packer->strings.key_users);
  free(packer->bodies);
  free(packer->features);
  free(packer->output);
  free(packer);
}

const uint8_t *ctc_packer_output(const ctc_packer *packer) { return packer->output; }

int64_t ctc_packer_add_value(ctc_packer *packer, const uint8_t *bytes, size_t length) {
  ctc_values *values = &packer->dynamic;
  uint32_t tag = ctc_hash_bytes(bytes, length);
  size_t cursor = 0;
  int64_t index;
  while ((index = ctc_hash_next(&values->by_bytes, tag, &cursor)) >= 0) {
    size_t first = index ? values->ends[index - 1] : 0;
    if (values->ends[index] - first == length
        && (length == 0 || memcmp(values->bytes + first, bytes, length) == 0)) {
      return index;
    }
  }
  size_t first = values->count ? values->ends[values->count - 1] : 0;
  if (values->count >= CTC_DYNAMIC_VALUE || length > CTC_TILE_LIMIT
      || !CTC_GROW(values->bytes, values->byte_capacity, first + length + 1)
      || !CTC_GROW(values->ends, values->end_capacity, values->count + 1)
      || !ctc_hash_add(&values->by_bytes, tag, (uint32_t)values->count)) {
    return CTC_NO_MEMORY;
  }
  if (length) memcpy(values->bytes + first, bytes, length);
  values->ends[values->count] = first + length;
  return (int64_t)values->count++;
}

// ---- One layer ----------------------------------------------------------------------------

// Vertices of the parts [first_part, end_part).
static size_t vertices_of(const ctc_tile *tile, size_t first_part, size_t end_part) {
  if (first_part == end_part) return 0;
  return tile->part_ends[end_part - 1] - (first_part ? tile->part_ends[first_part - 1] : 0);
}

// How many tags ahead the ends of a value's string and then its bytes are called for.
enum { CTC_ENDS_AHEAD = 32, CTC_BYTES_AHEAD = 16 };

// Calls for the strings of values to be met soon, while the tags [tag, end_tag) are at hand. A
// table of millions of values lies in main memory, and a tile's are all over it.
static void prefetch_values(
    const ctc_table *table, const uint32_t *tags, size_t tag, size_t end_tag, size_t limit) {
  for (size_t i = tag + 1; i < end_tag; i += 2) {
    if (i + CTC_ENDS_AHEAD < limit) {
      uint32_t value = tags[i + CTC_ENDS_AHEAD];
      if (value < table->value_count) __builtin_prefetch(&table->value_ends[value]);
    }
    if (i + CTC_BYTES_AHEAD < limit) {
      uint32_t value = tags[i + CTC_BYTES_AHEAD];
      if (value == 0 || value >= table->value_count) continue;
      ptrdiff_t start = table->value_ends[value - 1];
      if (start >= 0 && (size_t)start < table->value_byte_count) {
        __builtin_prefetch(&table->value_bytes[start]);
      }
    }
  }
}

// Writes the bodies of the features [first, end) into `bodies` and notes where each lies.
// Returns their total length or a code.
static int64_t put_features(
    ctc_packer *packer, const ctc_tile *tile, size_t first, size_t end, ctc_place *place) {
  size_t used = 0;
  size_t part = first ? tile->feature_part_ends[first - 1] : 0;
  size_t tag = first ? tile->feature_tag_ends[first - 1] : 0;
  size_t last_tag = tile->feature_tag_ends[end - 1];
  if (!CTC_GROW(packer->features, packer->feature_capacity, end - first)) return CTC_NO_MEMORY;
  for (size_t i = first; i < end; i++) {
    place->feature = i;
    size_t end_part = tile->feature_part_ends[i], end_tag = tile->feature_tag_ends[i];
    prefetch_values(packer->strings.table, tile->tags, tag, end_tag, last_tag);
    size_t room =
        ctc_feature_room(end_part - part, vertices_of(tile, part, end_part), end_tag - tag);
    if (!CTC_GROW(packer->bodies, packer->body_capacity, used + room)) return CTC_NO_MEMORY;
    int64_t length = ctc_put_feature(packer->bodies + used, &packer->strings, tile, i, part, tag);
    if (length < 0) return length;
    packer->features[i - first].len = (size_t)length;
    used += (size_t)length;
    if (used > CTC_TILE_LIMIT) return CTC_TILE_TOO_LARGE;
    part = end_part;
    tag = end_tag;
  }
  // Only now, as `bodies` has come to rest.
  uint8_t *at = packer->bodies;
  for (size_t i = 0; i < end - first; i++) {
    packer->features[i].data = at;
    at += packer->features[i].len;
  }
  return (int64_t)used;
}

// The name of layer `layer`, which no layer before it may have.
static int find_name(
    const ctc_table *table, const ctc_tile *tile, size_t layer, ProtobufCBinaryData *name) {
  uint32_t number = tile->layer_names[layer];
  if (number >= table->name_count) return CTC_BAD_LAYER_NAME;
  for (size_t i = 0; i < layer; i++) {
    if (tile->layer_names[i] == number) return CTC_BAD_LAYER_NAME;
  }
  ptrdiff_t first = number ? table->name_ends[number - 1] : 0, end = table->name_ends[number];
  if (first < 0 || end < first || (size_t)end > table->name_byte_count) return CTC_BAD_ENDS;
  name->len = (size_t)(end - first);
  name->data = (uint8_t *)(uintptr_t)table->name_bytes + first;
  return 0;
}

// Appends layer `layer`, the features [first, end), at `used` in the output. Returns the new end.
static int64_t put_layer(
    ctc_packer *packer, const ctc_table *table, const ctc_tile *tile, size_t layer, size_t first,
    size_t end, size_t used, ctc_place *place) {
  TileFrame__LayerHead head = TILE_FRAME__LAYER_HEAD__INIT;
  TileFrame__LayerBody body = TILE_FRAME__LAYER_BODY__INIT;
  int code = find_name(table, tile, layer, &body.name);
  if (code) return code;

  ctc_strings_clear(&packer->strings);
  int64_t length = put_features(packer, tile, first, end, place);
  if (length < 0) return length;

  head.version = SPEC_VERSION;
  body.n_features = end - first;
  body.features = packer->features;
  body.n_keys = packer->strings.keys.item_count;
  body.keys = packer->strings.keys.items;
  body.n_values = packer->strings.values.item_count;
  body.values = packer->strings.values.items;
  body.extent = table->extent;

  size_t size = tile_frame__layer_head__get_packed_size(&head)
      + tile_frame__layer_body__get_packed_size(&body);
  if (size > CTC_TILE_LIMIT || used + size + 1 + CTC_VARINT32_MAX > CTC_TILE_LIMIT) {
    return CTC_TILE_TOO_LARGE;
  }
  if (!CTC_GROW(packer->output, packer->output_capacity, used + size + 1 + CTC_VARINT32_MAX)) {
    return CTC_NO_MEMORY;
  }
  uint8_t *out = packer->output + used;
  *out++ = LAYERS;
  out = ctc_put_varint(out, size);
  out += tile_frame__layer_head__pack(&head, out);
  out += tile_frame__layer_body__pack(&body, out);
  return out - packer->output;
}

// ---- One tile -----------------------------------------------------------------------------

static int ends_rise(const uint32_t *ends, size_t count, size_t total) {
  uint32_t last = 0;
  int fall = 0;
  for (size_t i = 0; i < count; i++) {
    fall |= ends[i] < last;
    last = ends[i];
  }
  return !fall && last <= total;
}

int64_t ctc_packer_pack(
    ctc_packer *packer, const ctc_table *table, const ctc_tile *tile, ctc_place *place) {
  *place = (ctc_place){0, 0};
  if (!ends_rise(tile->part_ends, tile->part_count, tile->vertex_count)
      || !ends_rise(tile->feature_part_ends, tile->feature_count, tile->part_count)
      || !ends_rise(tile->feature_tag_ends, tile->feature_count, tile->tag_count)
      || !ends_rise(tile->layer_feature_ends, tile->layer_count, tile->feature_count)) {
    return CTC_BAD_ENDS;
  }
  packer->strings.table = table;
  size_t first = 0;
  int64_t used = 0;
  for (size_t layer = 0; used >= 0 && layer < tile->layer_count; layer++) {
    size_t end = tile->layer_feature_ends[layer];
    place->layer = layer;
    place->feature = first;
    if (end > first) used = put_layer(packer, table, tile, layer, first, end, (size_t)used, place);
    first = end;
  }
  packer->strings.table = NULL;
  return used;
}
