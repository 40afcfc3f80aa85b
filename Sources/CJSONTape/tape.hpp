// The parser of records, shared by the files that hold its parts.
#pragma once

#include "CJSONTape.h"
#include "number.hpp"

#include <cstdlib>
#include <locale.h>
#include <simdjson.h>
#include <string_view>
#include <vector>
#ifdef __APPLE__
#include <xlocale.h>
#endif

static_assert(cjt_padding >= simdjson::SIMDJSON_PADDING, "simdjson reads that far");

namespace cjt {

// What stands inside an object, by where the object stands.
enum class Role { plain, root, geometry, properties };

// strtod with a decimal point whatever the process's locale says.
struct NeutralLocale {
  locale_t locale = newlocale(LC_ALL_MASK, "C", nullptr);

  NeutralLocale() = default;
  NeutralLocale(const NeutralLocale &) = delete;
  NeutralLocale &operator=(const NeutralLocale &) = delete;
  ~NeutralLocale() {
    if (locale != nullptr) freelocale(locale);
  }

  double read(const char *text) const {
    return locale != nullptr ? strtod_l(text, nullptr, locale) : strtod(text, nullptr);
  }
};

inline std::string_view trimmed(std::string_view token) {
  size_t end = token.size();
  while (end > 0) {
    const char last = token[end - 1];
    if (last != ' ' && last != '\n' && last != '\r' && last != '\t') break;
    end -= 1;
  }
  return token.substr(0, end);
}

// The whole of `token` is a number by the grammar.
inline bool is_number(std::string_view token) {
  const auto *bytes = reinterpret_cast<const uint8_t *>(token.data());
  return !token.empty() && number_length(bytes, token.size()) == token.size();
}

// A number that is one, without fraction and exponent.
inline bool is_integer(std::string_view token) {
  return token.find_first_of(".eE") == std::string_view::npos;
}

} // namespace cjt

namespace ondemand = simdjson::ondemand;
using cjt::Role;
using ondemand::json_type;
using simdjson::error_code;

struct cjt_parser {
  ondemand::parser parser;
  std::vector<cjt_node> nodes;
  std::vector<cjt_coordinates> coordinates;
  std::vector<double> longitudes, latitudes;
  std::vector<uint32_t> marks[3];
  std::vector<uint8_t> arena; // decoded strings; never grows within a record
  const uint8_t *record = nullptr;
  size_t length = 0;
  ondemand::document document;
  cjt::NeutralLocale neutral;

  error_code parse(cjt_mode mode);

private:
  struct Text {
    const uint8_t *start;
    uint32_t length;
    bool replaced;
  };

  uint32_t offset(const char *at) const {
    return static_cast<uint32_t>(reinterpret_cast<const uint8_t *>(at) - record);
  }

  // Values.
  error_code text(const uint8_t *in, Text &out);
  error_code value(ondemand::value value, size_t node, Role role, size_t depth);
  error_code object(ondemand::object object, Role role, size_t depth);
  error_code array(ondemand::array array, Role role, size_t depth);
  error_code raw(ondemand::value value, size_t node, json_type type, size_t depth);
  error_code number(ondemand::value value, std::string_view token, cjt_node &node);
  error_code real(ondemand::value value, std::string_view token, double &out);
  error_code root_scalar(json_type type, std::string_view token);

  // Coordinates.
  error_code skip(ondemand::value value, size_t depth);
  error_code positions(ondemand::value value, size_t node, size_t depth);
  error_code level(ondemand::array array, cjt_coordinates &out, uint32_t level, size_t depth);
  void flaw(cjt_coordinates &out, cjt_flaw flaw, std::string_view token);

  uint32_t empty_depth = 0; // of the deepest empty array in the coordinates at hand
};
