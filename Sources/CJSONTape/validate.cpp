// A strict checker that names the first fault of a text: simdjson says only that there is one.
#include "CJSONTape.h"
#include "number.hpp"

namespace {

struct Checker {
  const uint8_t *bytes;
  size_t length;
  size_t at = 0;

  cjt_fault fault(cjt_problem problem) const { return {problem, at}; }
  cjt_fault fault_here(cjt_problem problem) const {
    return {at < length ? problem : CJT_UNEXPECTED_END, at};
  }
  bool peek(uint8_t byte) const { return at < length && bytes[at] == byte; }

  void skip_space() {
    while (at < length && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' ||
                           bytes[at] == '\t')) {
      at += 1;
    }
  }

  // The length of the UTF-8 sequence at `at` (RFC 3629), 0 when there is none.
  size_t sequence() const {
    const uint8_t lead = bytes[at];
    size_t count = 0;
    uint8_t low = 0x80, high = 0xbf;
    if (lead >= 0xc2 && lead <= 0xdf) {
      count = 2;
    } else if (lead >= 0xe0 && lead <= 0xef) {
      count = 3;
      if (lead == 0xe0) low = 0xa0;
      if (lead == 0xed) high = 0x9f;
    } else if (lead >= 0xf0 && lead <= 0xf4) {
      count = 4;
      if (lead == 0xf0) low = 0x90;
      if (lead == 0xf4) high = 0x8f;
    } else {
      return 0;
    }
    for (size_t i = 1; i < count; i += 1) {
      if (at + i >= length || bytes[at + i] < low || bytes[at + i] > high) return 0;
      low = 0x80;
      high = 0xbf;
    }
    return count;
  }

  cjt_fault escape() {
    const size_t start = at;
    at += 1;
    if (at >= length) return fault(CJT_UNEXPECTED_END);
    switch (bytes[at]) {
    case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
      at += 1;
      return {CJT_NO_PROBLEM, at};
    case 'u':
      for (int k = 0; k < 4; k += 1) {
        at += 1;
        if (at >= length) return fault(CJT_UNEXPECTED_END);
        if (cjt::hex_digit(bytes[at]) < 0) return {CJT_BAD_ESCAPE, start};
      }
      at += 1;
      return {CJT_NO_PROBLEM, at};
    default: return {CJT_BAD_ESCAPE, start};
    }
  }

  cjt_fault string() {
    at += 1;
    while (at < length) {
      const uint8_t byte = bytes[at];
      if (byte == '"') {
        at += 1;
        return {CJT_NO_PROBLEM, at};
      }
      if (byte == '\\') {
        const cjt_fault bad = escape();
        if (bad.problem != CJT_NO_PROBLEM) return bad;
      } else if (byte < 0x20) {
        return fault(CJT_CONTROL_CHARACTER);
      } else if (byte < 0x80) {
        at += 1;
      } else {
        const size_t count = sequence();
        if (count == 0) return fault(CJT_BAD_UTF8);
        at += count;
      }
    }
    return fault(CJT_UNEXPECTED_END);
  }

  cjt_fault word(const char *text) {
    const size_t start = at;
    for (; *text != 0; text += 1, at += 1) {
      if (at >= length) return fault(CJT_UNEXPECTED_END);
      if (bytes[at] != static_cast<uint8_t>(*text)) return {CJT_BAD_WORD, start};
    }
    return {CJT_NO_PROBLEM, at};
  }

  cjt_fault scalar() {
    if (at >= length) return fault(CJT_UNEXPECTED_END);
    switch (bytes[at]) {
    case '"': return string();
    case 't': return word("true");
    case 'f': return word("false");
    case 'n': return word("null");
    default: break;
    }
    if (bytes[at] != '-' && !cjt::is_digit(bytes[at])) return fault(CJT_VALUE_EXPECTED);
    const size_t start = at;
    const size_t count = cjt::number_length(bytes + at, length - at);
    if (count == 0) {
      // A number that the text's end cuts off is an end, not a bad number.
      size_t end = at;
      while (end < length && cjt::is_number_byte(bytes[end])) end += 1;
      if (end == length) return {CJT_UNEXPECTED_END, end};
      return {CJT_BAD_NUMBER, start};
    }
    at += count;
    if (at < length && (cjt::is_number_byte(bytes[at]) || cjt::is_letter(bytes[at]))) {
      return {CJT_BAD_NUMBER, start};
    }
    return {CJT_NO_PROBLEM, at};
  }

  cjt_fault key() {
    if (!peek('"')) return fault_here(CJT_KEY_EXPECTED);
    const cjt_fault bad = string();
    if (bad.problem != CJT_NO_PROBLEM) return bad;
    skip_space();
    if (!peek(':')) return fault_here(CJT_COLON_EXPECTED);
    at += 1;
    skip_space();
    return {CJT_NO_PROBLEM, at};
  }

  // One value; the open brackets are remembered by kind.
  cjt_fault value() {
    uint8_t open[cjt_depth_limit];
    size_t depth = 0;
    while (true) {
      bool ended = true;
      if (peek('{') || peek('[')) {
        if (depth == cjt_depth_limit) return fault(CJT_TOO_DEEP);
        const uint8_t kind = bytes[at];
        open[depth++] = kind;
        at += 1;
        skip_space();
        if (peek(kind == '{' ? '}' : ']')) {
          at += 1;
          depth -= 1;
        } else {
          if (kind == '{') {
            const cjt_fault bad = key();
            if (bad.problem != CJT_NO_PROBLEM) return bad;
          }
          ended = false;
        }
      } else {
        const cjt_fault bad = scalar();
        if (bad.problem != CJT_NO_PROBLEM) return bad;
      }
      while (ended && depth > 0) {
        skip_space();
        const bool object = open[depth - 1] == '{';
        if (peek(',')) {
          at += 1;
          skip_space();
          if (object) {
            const cjt_fault bad = key();
            if (bad.problem != CJT_NO_PROBLEM) return bad;
          }
          ended = false;
        } else if (peek(object ? '}' : ']')) {
          at += 1;
          depth -= 1;
        } else {
          return fault_here(
              object ? CJT_COMMA_OR_BRACE_EXPECTED : CJT_COMMA_OR_BRACKET_EXPECTED);
        }
      }
      if (ended) return {CJT_NO_PROBLEM, at};
    }
  }
};

} // namespace

cjt_fault cjt_validate(const uint8_t *bytes, size_t length) {
  Checker checker{bytes, length};
  checker.skip_space();
  const cjt_fault bad = checker.value();
  if (bad.problem != CJT_NO_PROBLEM) return bad;
  checker.skip_space();
  if (checker.at < length) return checker.fault(CJT_TRAILING);
  return {CJT_NO_PROBLEM, 0};
}
