// The structural scan: where values end, without looking at what they say.
#include "CJSONTape.h"

namespace {

// 16 bytes at once is what every machine has; four of them give a word of 64 bits.
using Lane = uint8_t __attribute__((ext_vector_type(16)));
using LaneMask = bool __attribute__((ext_vector_type(16)));

struct Block {
  Lane lanes[4];

  static Block load(const uint8_t *bytes) {
    Block block;
    __builtin_memcpy(&block, bytes, sizeof block);
    return block;
  }

  // Bit i: byte i, with the bits of `fold` set, is `byte`.
  uint64_t equal(uint8_t byte, uint8_t fold = 0) const {
    uint64_t word = 0;
    for (int k = 0; k < 4; k += 1) {
      const LaneMask mask = __builtin_convertvector(
          (lanes[k] | static_cast<Lane>(fold)) == static_cast<Lane>(byte), LaneMask);
      uint16_t bits;
      static_assert(sizeof mask == sizeof bits, "one bit a byte");
      __builtin_memcpy(&bits, &mask, sizeof bits);
      word |= static_cast<uint64_t>(bits) << (16 * k);
    }
    return word;
  }
};

// Bit i is the parity of bits 0...i.
inline uint64_t prefix_xor(uint64_t word) {
  for (int shift = 1; shift < 64; shift *= 2) word ^= word << shift;
  return word;
}

// The bits that follow an odd run of backslashes, and are therefore escaped.
inline uint64_t escaped_bits(uint64_t backslash, uint64_t &carry) {
  if (backslash == 0) {
    const uint64_t escaped = carry;
    carry = 0;
    return escaped;
  }
  backslash &= ~carry;
  const uint64_t follows = backslash << 1 | carry;
  const uint64_t even = 0x5555555555555555;
  const uint64_t odd_starts = backslash & ~even & ~follows;
  uint64_t sum;
  carry = __builtin_add_overflow(odd_starts, backslash, &sum) ? 1 : 0;
  return (even ^ sum << 1) & follows;
}

size_t bracketed_end(const uint8_t *bytes, size_t length) {
  uint64_t carry = 0, inside = 0;
  size_t depth = 0;
  for (size_t base = 0; base < length; base += 64) {
    Block block;
    if (length - base >= 64) {
      block = Block::load(bytes + base);
    } else {
      uint8_t rest[64] = {0};
      __builtin_memcpy(rest, bytes + base, length - base);
      block = Block::load(rest);
    }
    const uint64_t escaped = escaped_bits(block.equal('\\'), carry);
    const uint64_t quotes = block.equal('"') & ~escaped;
    const uint64_t strings = prefix_xor(quotes) ^ inside;
    inside = static_cast<uint64_t>(static_cast<int64_t>(strings) >> 63);
    // '[' and ']' differ from '{' and '}' in bit 5 only.
    const uint64_t open = block.equal('{', 0x20) & ~strings;
    uint64_t close = block.equal('}', 0x20) & ~strings;
    const auto closing = static_cast<size_t>(__builtin_popcountll(close));
    if (closing < depth) {
      depth += static_cast<size_t>(__builtin_popcountll(open)) - closing;
      continue;
    }
    size_t closed = 0;
    for (; close != 0; close &= close - 1) {
      const int at = __builtin_ctzll(close);
      const uint64_t before = (uint64_t{1} << at) - 1;
      closed += 1;
      if (depth + static_cast<size_t>(__builtin_popcountll(open & before)) <= closed) {
        return base + static_cast<size_t>(at) + 1;
      }
    }
    depth += static_cast<size_t>(__builtin_popcountll(open)) - closed;
  }
  return 0;
}

size_t string_end(const uint8_t *bytes, size_t length) {
  for (size_t i = 1; i < length; i += 1) {
    if (bytes[i] == '\\') {
      i += 1;
    } else if (bytes[i] == '"') {
      return i + 1;
    }
  }
  return 0;
}

} // namespace

size_t cjt_value_end(const uint8_t *bytes, size_t length) {
  if (length == 0) return 0;
  if (bytes[0] == '{' || bytes[0] == '[') return bracketed_end(bytes, length);
  if (bytes[0] == '"') return string_end(bytes, length);
  for (size_t i = 0; i < length; i += 1) {
    switch (bytes[i]) {
    case ' ': case '\t': case '\r': case '\n': case ',': case ':':
    case ']': case '}': case '[': case '{': case '"':
      return i;
    default: break;
    }
  }
  return 0;
}

size_t cjt_count_lines(const uint8_t *bytes, size_t length) {
  size_t count = 0, i = 0;
  for (; i + 64 <= length; i += 64) {
    count += static_cast<size_t>(__builtin_popcountll(Block::load(bytes + i).equal('\n')));
  }
  for (; i < length; i += 1) count += bytes[i] == '\n' ? 1 : 0;
  return count;
}

size_t cjt_compact(const uint8_t *bytes, size_t length, uint8_t *out) {
  size_t count = 0;
  bool inside = false;
  for (size_t i = 0; i < length; i += 1) {
    const uint8_t byte = bytes[i];
    if (inside) {
      out[count++] = byte;
      if (byte == '\\' && i + 1 < length) {
        out[count++] = bytes[++i];
      } else if (byte == '"') {
        inside = false;
      }
    } else if (byte != ' ' && byte != '\t' && byte != '\r' && byte != '\n') {
      out[count++] = byte;
      inside = byte == '"';
    }
  }
  return count;
}
