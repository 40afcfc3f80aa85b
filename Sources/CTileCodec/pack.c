#include <string.h>

#include "CTileCodec.h"
#include "feature.h"
#include "memory.h"
#include "varint.h"

enum { LAYERS = 3 << 3 | 2, FEATURES = 2 << 3 | 2, SPEC_VERSION = 2 };

// More than this is no protobuf message.
#define CTC_TILE_LIMIT ((size_t)INT32_MAX)

struct ctc_packer {
  ctc_values dynamic;
  // The strings of the open layer.
  ctc_strings strings;
  // The tile so far; room for a length is kept before an open layer.
  uint8_t *output;
  size_t output_capacity;
  size_t used;
  // Features and layers that came, those without features included.
  size_t feature_count;
  size_t layer_count;
  // Numbers of the names of layers that have features.
  uint32_t *names;
  size_t name_capacity;
  size_t name_count;
  int is_open;
  // Where the open layer's length is to stand, and the bytes that are kept for it.
  size_t length_at;
  size_t length_guess;
  // Features of the open layer.
  uint64_t user;
};

ctc_packer *ctc_packer_create(void) {
  ctc_packer *packer = calloc(1, sizeof *packer);
  if (!packer) return NULL;
  packer->strings.dynamic = &packer->dynamic;
  packer->length_guess = 1;
  return packer;
}

void ctc_packer_destroy(ctc_packer *packer) {
  if (!packer) return;
  free(packer->dynamic.bytes);
  free(packer->dynamic.ends);
  ctc_hash_free(&packer->dynamic.by_bytes);
  ctc_strings_free(&packer->strings);
  free(packer->output);
  free(packer->names);
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

// Makes room for `room` more bytes. Returns 0 when memory is short.
static int make_room(ctc_packer *packer, size_t room) {
  return CTC_GROW(packer->output, packer->output_capacity, packer->used + room);
}

// Appends the features [first, end) to the open layer.
static int put_features(
    ctc_packer *packer, const ctc_tile *tile, size_t first, size_t end, ctc_place *place) {
  size_t part = first ? tile->feature_part_ends[first - 1] : 0;
  size_t tag = first ? tile->feature_tag_ends[first - 1] : 0;
  size_t last_tag = tile->feature_tag_ends[end - 1];
  for (size_t i = first; i < end; i++) {
    place->feature = packer->feature_count + i;
    size_t end_part = tile->feature_part_ends[i], end_tag = tile->feature_tag_ends[i];
    prefetch_values(packer->strings.table, tile->tags, tag, end_tag, last_tag);
    size_t vertices = vertices_of(tile, part, end_part), tags = end_tag - tag;
    // Most vertices take two to three bytes; a wrong guess costs a move of what was written.
    size_t guess = ctc_varint_size((uint32_t)(12 + tags * 2 + vertices * 5 / 2));
    size_t room = ctc_feature_room(end_part - part, vertices, tags);
    if (!make_room(packer, 1 + CTC_VARINT32_MAX + room)) return CTC_NO_MEMORY;
    uint8_t *out = packer->output + packer->used;
    *out++ = FEATURES;
    int64_t length = ctc_put_feature(
        out + guess, &packer->strings, tile, i, part, tag, ++packer->user);
    if (length < 0) return (int)length;
    if (packer->used + (size_t)length > CTC_TILE_LIMIT) return CTC_TILE_TOO_LARGE;
    packer->used = (size_t)(ctc_close_field(out, guess, out + guess + length) - packer->output);
    part = end_part;
    tag = end_tag;
  }
  return 0;
}

// Finds the name of a layer, which no layer before it may have.
static int find_name(
    ctc_packer *packer, const ctc_table *table, uint32_t number, ProtobufCBinaryData *name) {
  if (number >= table->name_count) return CTC_BAD_LAYER_NAME;
  for (size_t i = 0; i < packer->name_count; i++) {
    if (packer->names[i] == number) return CTC_BAD_LAYER_NAME;
  }
  ptrdiff_t first = number ? table->name_ends[number - 1] : 0, end = table->name_ends[number];
  if (first < 0 || end < first || (size_t)end > table->name_byte_count) return CTC_BAD_ENDS;
  name->len = (size_t)(end - first);
  name->data = (uint8_t *)(uintptr_t)table->name_bytes + first;
  if (!CTC_GROW(packer->names, packer->name_capacity, packer->name_count + 1)) {
    return CTC_NO_MEMORY;
  }
  packer->names[packer->name_count++] = number;
  return 0;
}

static int open_layer(ctc_packer *packer, const ctc_table *table, uint32_t number) {
  TileFrame__LayerHead head = TILE_FRAME__LAYER_HEAD__INIT;
  TileFrame__LayerName name = TILE_FRAME__LAYER_NAME__INIT;
  head.version = SPEC_VERSION;
  int code = find_name(packer, table, number, &name.name);
  if (code) return code;
  size_t size = tile_frame__layer_head__get_packed_size(&head)
      + tile_frame__layer_name__get_packed_size(&name);
  if (!make_room(packer, 1 + CTC_VARINT32_MAX + size)) return CTC_NO_MEMORY;
  packer->output[packer->used++] = LAYERS;
  packer->length_at = packer->used;
  packer->used += packer->length_guess;
  packer->used += tile_frame__layer_head__pack(&head, packer->output + packer->used);
  packer->used += tile_frame__layer_name__pack(&name, packer->output + packer->used);
  ctc_strings_clear(&packer->strings);
  packer->user = 0;
  packer->is_open = 1;
  return 0;
}

// Completes the open layer, if there is one.
static int close_layer(ctc_packer *packer, const ctc_table *table) {
  if (!packer->is_open) return 0;
  packer->is_open = 0;
  int64_t used = ctc_put_strings(
      &packer->strings, &packer->output, &packer->output_capacity, packer->used);
  if (used < 0) return (int)used;
  packer->used = (size_t)used;
  // So much less is held while the tile is compressed.
  ctc_strings_shrink(&packer->strings);
  TileFrame__LayerEnd end = TILE_FRAME__LAYER_END__INIT;
  end.extent = table->extent;
  if (!make_room(packer, tile_frame__layer_end__get_packed_size(&end) + CTC_VARINT32_MAX)) {
    return CTC_NO_MEMORY;
  }
  packer->used += tile_frame__layer_end__pack(&end, packer->output + packer->used);
  if (packer->used + CTC_VARINT32_MAX > CTC_TILE_LIMIT) return CTC_TILE_TOO_LARGE;
  uint8_t *length_at = packer->output + packer->length_at;
  uint8_t *start = length_at + packer->length_guess;
  size_t length = (size_t)(packer->output + packer->used - start);
  packer->used = (size_t)(
      ctc_close_field(length_at, packer->length_guess, start + length) - packer->output);
  // Tiles that follow each other are much alike.
  packer->length_guess = ctc_varint_size((uint32_t)length);
  return 0;
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

void ctc_packer_begin(ctc_packer *packer) {
  packer->used = 0;
  packer->feature_count = 0;
  packer->layer_count = 0;
  packer->name_count = 0;
  packer->is_open = 0;
}

static int add_layers(
    ctc_packer *packer, const ctc_table *table, const ctc_tile *tile, ctc_place *place) {
  size_t first = 0;
  for (size_t layer = 0; layer < tile->layer_count; layer++) {
    size_t end = tile->layer_feature_ends[layer];
    int goes_on = tile->goes_on && layer == 0 && packer->layer_count > 0;
    int code = goes_on || end == first ? 0 : close_layer(packer, table);
    if (code) return code;
    if (!goes_on) packer->layer_count++;
    *place = (ctc_place){packer->layer_count - 1, packer->feature_count + first};
    if (end > first) {
      if (!packer->is_open) code = open_layer(packer, table, tile->layer_names[layer]);
      if (!code) code = put_features(packer, tile, first, end, place);
      if (code) return code;
    }
    first = end;
  }
  packer->feature_count += first;
  return 0;
}

int ctc_packer_add(
    ctc_packer *packer, const ctc_table *table, const ctc_tile *tile, ctc_place *place) {
  *place = (ctc_place){0, 0};
  if (!ends_rise(tile->part_ends, tile->part_count, tile->vertex_count)
      || !ends_rise(tile->feature_part_ends, tile->feature_count, tile->part_count)
      || !ends_rise(tile->feature_tag_ends, tile->feature_count, tile->tag_count)
      || !ends_rise(tile->layer_feature_ends, tile->layer_count, tile->feature_count)) {
    return CTC_BAD_ENDS;
  }
  packer->strings.table = table;
  int code = add_layers(packer, table, tile, place);
  packer->strings.table = NULL;
  return code;
}

int64_t ctc_packer_finish(ctc_packer *packer, const ctc_table *table, ctc_place *place) {
  *place = (ctc_place){packer->layer_count ? packer->layer_count - 1 : 0, packer->feature_count};
  packer->strings.table = table;
  int code = close_layer(packer, table);
  packer->strings.table = NULL;
  return code ? code : (int64_t)packer->used;
}
