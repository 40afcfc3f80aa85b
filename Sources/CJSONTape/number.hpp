// Characters and the grammar of numbers (RFC 8259, section 6).
#pragma once

#include <cstddef>
#include <cstdint>

namespace cjt {

inline bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }
inline bool is_letter(uint8_t byte) { return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z'; }

inline bool is_number_byte(uint8_t byte) {
  return is_digit(byte) || byte == '-' || byte == '+' || byte == '.' || byte == 'e' || byte == 'E';
}

inline int hex_digit(uint8_t byte) {
  if (is_digit(byte)) return byte - '0';
  const int letter = (byte | 0x20) - 'a';
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

// The length of the number at the start of `bytes`, 0 when there is none.
inline size_t number_length(const uint8_t *bytes, size_t length) {
  size_t at = 0;
  const auto digits = [&] {
    const size_t start = at;
    while (at < length && is_digit(bytes[at])) at += 1;
    return at - start;
  };
  if (at < length && bytes[at] == '-') at += 1;
  if (at < length && bytes[at] == '0') {
    at += 1;
  } else if (digits() == 0) {
    return 0;
  }
  if (at < length && bytes[at] == '.') {
    at += 1;
    if (digits() == 0) return 0;
  }
  if (at < length && (bytes[at] | 0x20) == 'e') {
    at += 1;
    if (at < length && (bytes[at] == '+' || bytes[at] == '-')) at += 1;
    if (digits() == 0) return 0;
  }
  return at;
}

} // namespace cjt
