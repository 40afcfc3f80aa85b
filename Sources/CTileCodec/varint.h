// Base-128 varints, the shortest form always. Internal to the module.
#ifndef CTC_VARINT_H
#define CTC_VARINT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The most bytes that a 32-bit and a 64-bit number take.
enum { CTC_VARINT32_MAX = 5, CTC_VARINT64_MAX = 10 };

static inline size_t ctc_varint_size(uint32_t value) {
  return value < 1u << 7 ? 1 : value < 1u << 14 ? 2 : value < 1u << 21 ? 3 : value < 1u << 28 ? 4 : 5;
}

static inline uint8_t *ctc_put_varint(uint8_t *out, uint64_t value) {
  while (value >= 0x80) {
    *out++ = (uint8_t)(value | 0x80);
    value >>= 7;
  }
  *out++ = (uint8_t)value;
  return out;
}

// Closes a length-delimited field whose body was written `guess` bytes after `length_at`: writes
// the length and moves the body when the length takes another number of bytes. Returns the end.
static inline uint8_t *ctc_close_field(uint8_t *length_at, size_t guess, uint8_t *end) {
  size_t length = (size_t)(end - length_at) - guess;
  size_t width = ctc_varint_size((uint32_t)length);
  if (width != guess) memmove(length_at + width, length_at + guess, length);
  ctc_put_varint(length_at, length);
  return length_at + width + length;
}

#endif
