#include "feature.h"

#include "geometry.h"
#include "memory.h"
#include "varint.h"

// A field's number and wire type.
enum { ID = 1 << 3, TAGS = 2 << 3 | 2, TYPE = 3 << 3, GEOMETRY = 4 << 3 | 2 };

size_t ctc_feature_room(size_t parts, size_t vertices, size_t tags) {
  size_t heads = 1 + CTC_VARINT64_MAX + 2 + 2 * (1 + CTC_VARINT32_MAX);
  return heads + parts * CTC_PART_ROOM + vertices * CTC_VERTEX_ROOM + tags * CTC_VARINT32_MAX;
}

// ---- Tags ---------------------------------------------------------------------------------

// Writes `count` tags as local numbers. Returns the end, or NULL with `*code` set.
static uint8_t *put_tags(
    uint8_t *out, ctc_strings *strings, const uint32_t *tags, size_t count, uint64_t user,
    int *code) {
  for (size_t i = 0; i < count; i += 2) {
    int64_t key = ctc_local_key(strings, tags[i]);
    int64_t value = key < 0 ? key : ctc_local_value(strings, tags[i + 1]);
    if (value < 0) {
      *code = (int)value;
      return NULL;
    }
    if (!ctc_use_key(strings, key, user)) {
      *code = CTC_REPEATED_KEY;
      return NULL;
    }
    out = ctc_put_varint(out, (uint64_t)key);
    out = ctc_put_varint(out, (uint64_t)value);
  }
  return out;
}

// ---- Geometry -----------------------------------------------------------------------------

// Lines on their own: the compiler finds registers for their loop only where nothing is around it.
__attribute__((noinline)) static int put_lines(
    ctc_pen *pen, const int32_t *x, const int32_t *y, const uint32_t *ends, size_t first,
    size_t part, size_t end_part) {
  int code = 0;
  for (; !code && part < end_part; part++) {
    size_t end = ends[part];
    if (end - first >= (size_t)1 << 29) return CTC_TOO_MANY_VERTICES;
    code = ctc_put_line(pen, x, y, first, end);
    first = end;
  }
  return code;
}

static int put_parts(
    ctc_pen *pen, const ctc_tile *tile, unsigned type, size_t first_part, size_t end_part) {
  if (first_part == end_part) return CTC_BAD_PART;
  if (type == CTC_POINT && end_part - first_part != 1) return CTC_BAD_PART;
  size_t first = first_part ? tile->part_ends[first_part - 1] : 0;
  if (type == CTC_LINE) {
    return put_lines(pen, tile->x, tile->y, tile->part_ends, first, first_part, end_part);
  }
  for (size_t part = first_part; part < end_part; part++) {
    size_t end = tile->part_ends[part];
    if (end - first >= (size_t)1 << 29) return CTC_TOO_MANY_VERTICES;
    int code;
    switch (type) {
      case CTC_POINT: code = ctc_put_points(pen, tile->x, tile->y, first, end); break;
      case CTC_POLYGON:
        code = ctc_put_ring(pen, tile->x, tile->y, first, end, part == first_part);
        break;
      default: code = CTC_BAD_TYPE;
    }
    if (code) return code;
    first = end;
  }
  return 0;
}

int64_t ctc_put_feature(
    uint8_t *out, ctc_strings *strings, const ctc_tile *tile, size_t index, size_t first_part,
    size_t first_tag, uint64_t user) {
  uint8_t *start = out;
  if (tile->has_id[index]) {
    *out++ = ID;
    out = ctc_put_varint(out, tile->ids[index]);
  }

  size_t tag_count = tile->feature_tag_ends[index] - first_tag;
  if (tag_count % 2) return CTC_BAD_TAG;
  if (tag_count) {
    int code = 0;
    *out++ = TAGS;
    uint8_t *end = put_tags(out + 1, strings, tile->tags + first_tag, tag_count, user, &code);
    if (!end) return code;
    out = ctc_close_field(out, 1, end);
  }

  unsigned type = tile->types[index];
  *out++ = TYPE;
  *out++ = (uint8_t)type;

  size_t end_part = tile->feature_part_ends[index];
  size_t vertices = end_part == first_part
      ? 0
      : tile->part_ends[end_part - 1] - (first_part ? tile->part_ends[first_part - 1] : 0);
  // Most vertices take two to three bytes; a wrong guess costs a move of what was written.
  size_t guess = ctc_varint_size((uint32_t)(vertices * 5 / 2));
  *out++ = GEOMETRY;
  ctc_pen pen = {0, 0, out + guess};
  int code = put_parts(&pen, tile, type, first_part, end_part);
  if (code) return code;
  return ctc_close_field(out, guess, pen.out) - start;
}
