// JSON strings, decoded leniently where simdjson refuses: half a surrogate pair becomes U+FFFD.
#pragma once

#include "number.hpp"

namespace cjt {

inline size_t put_utf8(uint32_t code, uint8_t *out) {
  if (code < 0x80) {
    out[0] = static_cast<uint8_t>(code);
    return 1;
  }
  if (code < 0x800) {
    out[0] = static_cast<uint8_t>(0xc0 | code >> 6);
    out[1] = static_cast<uint8_t>(0x80 | (code & 0x3f));
    return 2;
  }
  if (code < 0x10000) {
    out[0] = static_cast<uint8_t>(0xe0 | code >> 12);
    out[1] = static_cast<uint8_t>(0x80 | (code >> 6 & 0x3f));
    out[2] = static_cast<uint8_t>(0x80 | (code & 0x3f));
    return 3;
  }
  out[0] = static_cast<uint8_t>(0xf0 | code >> 18);
  out[1] = static_cast<uint8_t>(0x80 | (code >> 12 & 0x3f));
  out[2] = static_cast<uint8_t>(0x80 | (code >> 6 & 0x3f));
  out[3] = static_cast<uint8_t>(0x80 | (code & 0x3f));
  return 4;
}

// The value of four hexadecimal digits at `in`, negative when they are not.
inline int32_t hex4(const uint8_t *in, const uint8_t *end) {
  if (end - in < 4) return -1;
  int32_t value = 0;
  for (int k = 0; k < 4; k += 1) {
    const int digit = hex_digit(in[k]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

// Decodes in ..< end (between the quotes) to `out`, which holds as many bytes.
// Returns the bytes written, -1 for a bad escape; sets `replaced` for half a surrogate pair.
inline int64_t unescape(
    const uint8_t *in, const uint8_t *end, uint8_t *out, bool &replaced) {
  const uint8_t *const start = out;
  while (in < end) {
    if (*in != '\\') {
      *out++ = *in++;
      continue;
    }
    if (end - in < 2) return -1;
    const uint8_t letter = in[1];
    in += 2;
    switch (letter) {
    case '"': case '\\': case '/': *out++ = letter; break;
    case 'b': *out++ = '\b'; break;
    case 'f': *out++ = '\f'; break;
    case 'n': *out++ = '\n'; break;
    case 'r': *out++ = '\r'; break;
    case 't': *out++ = '\t'; break;
    case 'u': {
      const int32_t unit = hex4(in, end);
      if (unit < 0) return -1;
      in += 4;
      auto code = static_cast<uint32_t>(unit);
      if (code >= 0xd800 && code < 0xe000) {
        const int32_t low =
            code < 0xdc00 && end - in >= 6 && in[0] == '\\' && in[1] == 'u' ? hex4(in + 2, end)
                                                                             : -1;
        if (low >= 0xdc00 && low < 0xe000) {
          code = 0x10000 + ((code - 0xd800) << 10) + (static_cast<uint32_t>(low) - 0xdc00);
          in += 6;
        } else {
          code = 0xfffd;
          replaced = true;
        }
      }
      out += put_utf8(code, out);
      break;
    }
    default: return -1;
    }
  }
  return out - start;
}

} // namespace cjt
