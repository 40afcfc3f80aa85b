// Writes a feature's vertices as the commands of the format. Internal to the module.
#ifndef CTC_GEOMETRY_H
#define CTC_GEOMETRY_H

#include <stddef.h>
#include <stdint.h>

#include "CTileCodec.h"
#include "varint.h"

// Room that one part's commands and one vertex take at most.
enum { CTC_PART_ROOM = 16, CTC_VERTEX_ROOM = 2 * CTC_VARINT32_MAX };

// The cursor, which goes on from part to part, and where the next byte goes.
typedef struct {
  int64_t x;
  int64_t y;
  uint8_t *out;
} ctc_pen;

static inline uint64_t ctc_zigzag(int64_t step) {
  return ((uint64_t)step << 1) ^ (uint64_t)(step >> 63);
}

// Both numbers below 2^14, as nearly all steps are: one or two bytes, without a branch.
static inline uint8_t *ctc_put_short(uint8_t *out, uint32_t value) {
  uint32_t more = value > 0x7f;
  out[0] = (uint8_t)((value & 0x7f) | more << 7);
  out[1] = (uint8_t)(value >> 7);
  return out + 1 + more;
}

// Writes the vertices [first, end) as moves of the pen, and checks them. `joined`: no step may be
// zero. `area` (NULL: not wanted) receives twice the signed area of the ring they form, positive
// where it looks clockwise with y down; modulo 2^64, so exact for a simple ring below 2^63.
//
//     sum of (x[i] - x[0]) * dy[i] - (y[i] - y[0]) * dx[i]
static inline int ctc_put_moves(
    ctc_pen *pen, const int32_t *x, const int32_t *y, size_t first, size_t end, int joined,
    uint64_t *area, int64_t origin_x, int64_t origin_y) {
  int64_t px = pen->x, py = pen->y;
  uint8_t *out = pen->out;
  uint64_t reach = 0, sum = 0;
  unsigned still = 0;
  for (size_t i = first; i < end; i++) {
    int64_t dx = x[i] - px, dy = y[i] - py;
    uint64_t zx = ctc_zigzag(dx), zy = ctc_zigzag(dy);
    if (area) sum += (uint64_t)(px - origin_x) * (uint64_t)dy - (uint64_t)(py - origin_y) * (uint64_t)dx;
    if (joined) still |= (zx | zy) == 0;
    if ((zx | zy) < 1u << 14) {
      out = ctc_put_short(out, (uint32_t)zx);
      out = ctc_put_short(out, (uint32_t)zy);
    } else {
      // 2^32 - 1 stands for -2^31, which the format excludes as it does all that is longer.
      reach |= (zx + 1) | (zy + 1);
      out = ctc_put_varint(out, (uint32_t)zx);
      out = ctc_put_varint(out, (uint32_t)zy);
    }
    px = x[i];
    py = y[i];
  }
  pen->x = px;
  pen->y = py;
  pen->out = out;
  if (area) *area = sum;
  if (reach >> 32) return CTC_STEP_TOO_LONG;
  return still ? CTC_REPEATED_VERTEX : 0;
}

enum { CTC_MOVE_TO = 1, CTC_LINE_TO = 2, CTC_CLOSE_PATH = 7 };
enum { CTC_POINT = 1, CTC_LINE = 2, CTC_POLYGON = 3 };

static inline uint8_t *ctc_put_command(uint8_t *out, unsigned command, size_t count) {
  return ctc_put_varint(out, command | (uint32_t)count << 3);
}

// All points of a point feature.
static inline int ctc_put_points(
    ctc_pen *pen, const int32_t *x, const int32_t *y, size_t first, size_t end) {
  if (first >= end) return CTC_BAD_PART;
  pen->out = ctc_put_command(pen->out, CTC_MOVE_TO, end - first);
  return ctc_put_moves(pen, x, y, first, end, 0, NULL, 0, 0);
}

// One line.
static inline int ctc_put_line(
    ctc_pen *pen, const int32_t *x, const int32_t *y, size_t first, size_t end) {
  if (end - first < 2) return CTC_BAD_PART;
  pen->out = ctc_put_command(pen->out, CTC_MOVE_TO, 1);
  int code = ctc_put_moves(pen, x, y, first, first + 1, 0, NULL, 0, 0);
  if (code) return code;
  pen->out = ctc_put_command(pen->out, CTC_LINE_TO, end - first - 1);
  return ctc_put_moves(pen, x, y, first + 1, end, 1, NULL, 0, 0);
}

// One ring of a polygon; `exterior`: it must be wound as one.
static inline int ctc_put_ring(
    ctc_pen *pen, const int32_t *x, const int32_t *y, size_t first, size_t end, int exterior) {
  if (end - first < 3) return CTC_BAD_PART;
  if (x[first] == x[end - 1] && y[first] == y[end - 1]) return CTC_REPEATED_VERTEX;
  pen->out = ctc_put_command(pen->out, CTC_MOVE_TO, 1);
  int code = ctc_put_moves(pen, x, y, first, first + 1, 0, NULL, 0, 0);
  if (code) return code;
  pen->out = ctc_put_command(pen->out, CTC_LINE_TO, end - first - 1);
  uint64_t area = 0;
  code = ctc_put_moves(pen, x, y, first + 1, end, 1, &area, x[first], y[first]);
  if (code) return code;
  if (area == 0 || (exterior && area >> 63)) return CTC_BAD_WINDING;
  pen->out = ctc_put_command(pen->out, CTC_CLOSE_PATH, 1);
  return 0;
}

#endif
