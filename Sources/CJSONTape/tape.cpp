// One record, taken apart by simdjson's on-demand parser into nodes and positions.
#include "CJSONTape.h"
#include "number.hpp"
#include "positions.hpp"
#include "unescape.hpp"
#include "words.hpp"

#include <cmath>
#include <cstdlib>
#include <locale.h>
#include <new>
#include <simdjson.h>
#include <string_view>
#include <utility>
#include <vector>
#ifdef __APPLE__
#include <xlocale.h>
#endif

static_assert(cjt_padding >= simdjson::SIMDJSON_PADDING, "simdjson reads that far");

namespace {

using namespace simdjson;
using ondemand::json_type;

// What stands inside an object, by where the object stands.
enum class Role { plain, root, geometry, properties };

constexpr double longitude_limit = 540, latitude_limit = 90;
constexpr uint32_t deepest_coordinates = 4;

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

} // namespace

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
  NeutralLocale neutral;

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
  error_code text(const uint8_t *in, Text &out);
  error_code value(ondemand::value value, size_t node, Role role, size_t depth);
  error_code object(ondemand::object object, Role role, size_t depth);
  error_code array(ondemand::array array, Role role, size_t depth);
  error_code raw(ondemand::value value, size_t node, json_type type, size_t depth);
  error_code number(ondemand::value value, std::string_view token, cjt_node &node);

  error_code skip(ondemand::value value, size_t depth);
  error_code positions(ondemand::value value, size_t node, size_t depth);
  error_code level(ondemand::array array, cjt_coordinates &out, uint32_t level, size_t depth);
  error_code real(ondemand::value value, std::string_view token, double &out);
  void flaw(cjt_coordinates &out, cjt_flaw flaw, std::string_view token);
  error_code root_scalar(json_type type, std::string_view token);

  uint32_t empty_depth = 0; // of the deepest empty array in the coordinates at hand
};

namespace {

std::string_view trimmed(std::string_view token) {
  size_t end = token.size();
  while (end > 0) {
    const char last = token[end - 1];
    if (last != ' ' && last != '\n' && last != '\r' && last != '\t') break;
    end -= 1;
  }
  return token.substr(0, end);
}

// The whole of `token` is a number by the grammar.
bool is_number(std::string_view token) {
  const auto *bytes = reinterpret_cast<const uint8_t *>(token.data());
  return !token.empty() && cjt::number_length(bytes, token.size()) == token.size();
}

// A number that is one, without fraction and exponent.
bool is_integer(std::string_view token) {
  return token.find_first_of(".eE") == std::string_view::npos;
}

// The first byte at or after `in` that ends or escapes a string; the scan has seen its end.
const uint8_t *string_stop(const uint8_t *in) {
  constexpr uint64_t ones = 0x0101010101010101, highs = 0x8080808080808080;
  while (true) {
    uint64_t word;
    __builtin_memcpy(&word, in, sizeof word);
    const uint64_t quote = word ^ ones * '"', escape = word ^ ones * '\\';
    const uint64_t hit = (((quote - ones) & ~quote) | ((escape - ones) & ~escape)) & highs;
    if (hit != 0) return in + (__builtin_ctzll(hit) >> 3);
    in += sizeof word;
  }
}

} // namespace

error_code cjt_parser::text(const uint8_t *in, Text &out) {
  const uint8_t *stop = string_stop(in);
  out.replaced = false;
  if (*stop == '"') {
    out.start = in;
    out.length = static_cast<uint32_t>(stop - in);
    return SUCCESS;
  }
  while (*stop != '"') stop = string_stop(stop + 2);
  if (arena.capacity() < length) arena.reserve(length);
  const size_t start = arena.size();
  arena.resize(start + static_cast<size_t>(stop - in));
  const int64_t count = cjt::unescape(in, stop, arena.data() + start, out.replaced);
  if (count < 0) return STRING_ERROR;
  arena.resize(start + static_cast<size_t>(count));
  out.start = arena.data() + start;
  out.length = static_cast<uint32_t>(count);
  return SUCCESS;
}

error_code cjt_parser::number(ondemand::value value, std::string_view token, cjt_node &node) {
  token = trimmed(token);
  node.text = reinterpret_cast<const uint8_t *>(token.data());
  node.text_length = static_cast<uint32_t>(token.size());
  ondemand::number number;
  if (is_integer(token) && value.get_number().get(number) == SUCCESS) {
    const bool is_signed = number.get_number_type() == ondemand::number_type::signed_integer;
    node.bits = is_signed ? static_cast<uint64_t>(number.get_int64()) : number.get_uint64();
    const bool fits = is_signed || node.bits <= static_cast<uint64_t>(INT64_MAX);
    node.kind = fits ? CJT_INT : CJT_UINT;
    return SUCCESS;
  }
  double real;
  SIMDJSON_TRY(this->real(value, token, real));
  node.kind = std::isfinite(real) ? CJT_DOUBLE : CJT_OVERFLOW;
  __builtin_memcpy(&node.bits, &real, sizeof real);
  return SUCCESS;
}

// The double nearest to a number; infinite beyond the range of double, which simdjson refuses.
//
// simdjson 3.0.1 misreads numbers below 1 of more than 19 digits as doubles, and as numbers all
// those for which its fast way does not do; so get_number() is asked for integers only.
error_code cjt_parser::real(ondemand::value value, std::string_view token, double &out) {
  const bool is_trap = token.size() > 19 && (token[0] == '0' || token.substr(0, 2) == "-0");
  if (!is_trap && value.get_double().get(out) == SUCCESS) return SUCCESS;
  if (!is_number(token)) return NUMBER_ERROR;
  // A byte that belongs to no number follows every token.
  out = neutral.read(token.data());
  return SUCCESS;
}

error_code cjt_parser::raw(ondemand::value value, size_t node, json_type type, size_t depth) {
  std::string_view json;
  if (type == json_type::array) {
    ondemand::array array;
    SIMDJSON_TRY(value.get_array().get(array));
    SIMDJSON_TRY(array.raw_json().get(json));
  } else {
    ondemand::object object;
    SIMDJSON_TRY(value.get_object().get(object));
    SIMDJSON_TRY(object.raw_json().get(json));
  }
  json = trimmed(json);
  const auto *start = reinterpret_cast<const uint8_t *>(json.data());
  // On-demand parsing passes over what nobody asks for; a fault must not pass with it.
  if (depth >= cjt_depth_limit || cjt_validate(start, json.size()).problem != CJT_NO_PROBLEM) {
    return TAPE_ERROR;
  }
  nodes[node].kind = type == json_type::array ? CJT_RAW_ARRAY : CJT_RAW_OBJECT;
  nodes[node].text = start;
  nodes[node].text_length = static_cast<uint32_t>(json.size());
  return SUCCESS;
}

error_code cjt_parser::value(ondemand::value value, size_t node, Role role, size_t depth) {
  if (depth > cjt_depth_limit) return DEPTH_ERROR;
  json_type type;
  SIMDJSON_TRY(value.type().get(type));
  std::string_view token;
  token = value.raw_json_token();
  nodes[node].offset = offset(token.data());
  switch (type) {
  case json_type::string: {
    ondemand::raw_json_string string;
    SIMDJSON_TRY(value.get_raw_json_string().get(string));
    Text text;
    SIMDJSON_TRY(this->text(reinterpret_cast<const uint8_t *>(string.raw()), text));
    cjt_node &out = nodes[node];
    out.kind = CJT_STRING;
    out.text = text.start;
    out.text_length = text.length;
    out.replaced = out.replaced || text.replaced;
    if (out.key_word == CJT_TYPE) {
      out.word = cjt::find_word({reinterpret_cast<const char *>(text.start), text.length});
    }
    return SUCCESS;
  }
  case json_type::number: return number(value, token, nodes[node]);
  case json_type::boolean: {
    bool flag;
    SIMDJSON_TRY(value.get_bool().get(flag));
    nodes[node].kind = flag ? CJT_TRUE : CJT_FALSE;
    return SUCCESS;
  }
  case json_type::null: {
    bool null;
    SIMDJSON_TRY(value.is_null().get(null));
    nodes[node].kind = CJT_NULL;
    return null ? SUCCESS : N_ATOM_ERROR;
  }
  case json_type::array:
  case json_type::object: break;
  }

  // Which parts of a GeoJSON object are worth nodes of their own.
  const bool is_array = type == json_type::array;
  const cjt_word key = nodes[node].key_word;
  Role inner = Role::plain;
  switch (role) {
  case Role::plain: break;
  case Role::root:
    if (key == CJT_FEATURES && is_array) {
      inner = Role::root;
    } else if (key == CJT_PROPERTIES && !is_array) {
      inner = Role::properties;
    } else if (key == CJT_GEOMETRY && !is_array) {
      inner = Role::geometry;
    } else if (key == CJT_COORDINATES_KEY || (key == CJT_GEOMETRIES && is_array)) {
      inner = Role::geometry;
    } else {
      return raw(value, node, type, depth);
    }
    break;
  case Role::geometry:
    if (key != CJT_COORDINATES_KEY && !(key == CJT_GEOMETRIES && is_array)) {
      return raw(value, node, type, depth);
    }
    inner = Role::geometry;
    break;
  case Role::properties: return raw(value, node, type, depth);
  }
  if (inner == Role::geometry && key == CJT_COORDINATES_KEY) return positions(value, node, depth);
  nodes[node].kind = is_array ? CJT_ARRAY : CJT_OBJECT;
  if (is_array) {
    ondemand::array array;
    SIMDJSON_TRY(value.get_array().get(array));
    SIMDJSON_TRY(this->array(array, inner, depth));
  } else {
    ondemand::object object;
    SIMDJSON_TRY(value.get_object().get(object));
    SIMDJSON_TRY(this->object(object, inner, depth));
  }
  nodes[node].next = static_cast<uint32_t>(nodes.size());
  return SUCCESS;
}

error_code cjt_parser::array(ondemand::array array, Role role, size_t depth) {
  for (auto element : array) {
    ondemand::value value;
    SIMDJSON_TRY(element.get(value));
    const size_t node = nodes.size();
    nodes.push_back(cjt_node{});
    nodes[node].next = static_cast<uint32_t>(node + 1);
    // Members of "features" and "geometries" are objects of the same role.
    json_type type;
    SIMDJSON_TRY(value.type().get(type));
    if (role != Role::plain && type == json_type::object) {
      std::string_view token;
      token = value.raw_json_token();
      if (depth + 1 > cjt_depth_limit) return DEPTH_ERROR;
      nodes[node].offset = offset(token.data());
      nodes[node].kind = CJT_OBJECT;
      ondemand::object object;
      SIMDJSON_TRY(value.get_object().get(object));
      SIMDJSON_TRY(this->object(object, role, depth + 1));
      nodes[node].next = static_cast<uint32_t>(nodes.size());
    } else if (role != Role::plain && type == json_type::array) {
      SIMDJSON_TRY(raw(value, node, type, depth + 1));
    } else {
      SIMDJSON_TRY(this->value(value, node, role, depth + 1));
    }
  }
  return SUCCESS;
}

error_code cjt_parser::object(ondemand::object object, Role role, size_t depth) {
  for (auto entry : object) {
    ondemand::field field;
    SIMDJSON_TRY(std::move(entry).get(field));
    Text key;
    SIMDJSON_TRY(text(reinterpret_cast<const uint8_t *>(field.key().raw()), key));
    const size_t node = nodes.size();
    nodes.push_back(cjt_node{});
    cjt_node &out = nodes[node];
    out.key = key.start;
    out.key_length = key.length;
    out.key_word = cjt::find_word({reinterpret_cast<const char *>(key.start), key.length});
    out.replaced = key.replaced;
    out.next = static_cast<uint32_t>(node + 1);
    SIMDJSON_TRY(value(field.value(), node, role, depth + 1));
  }
  return SUCCESS;
}

// ---- Coordinates -----------------------------------------------------------------------------

void cjt_parser::flaw(cjt_coordinates &out, cjt_flaw flaw, std::string_view token) {
  if (out.flaw != CJT_NO_FLAW) return;
  token = trimmed(token);
  out.flaw = flaw;
  out.flaw_offset = offset(token.data());
  out.flaw_length = static_cast<uint32_t>(token.size());
}

// Passes over a value that has no business where it stands, checking its syntax.
error_code cjt_parser::skip(ondemand::value value, size_t depth) {
  const size_t node = nodes.size();
  nodes.push_back(cjt_node{});
  json_type type;
  SIMDJSON_TRY(value.type().get(type));
  if (type == json_type::array || type == json_type::object) {
    SIMDJSON_TRY(raw(value, node, type, depth));
  } else {
    SIMDJSON_TRY(this->value(value, node, Role::plain, depth));
  }
  nodes.pop_back();
  return SUCCESS;
}

error_code cjt_parser::level(
    ondemand::array array, cjt_coordinates &out, uint32_t level, size_t depth) {
  if (depth > cjt_depth_limit) return DEPTH_ERROR;
  size_t numbers = 0, others = 0;
  double degree[2] = {0, 0};
  std::string_view first;
  for (auto element : array) {
    ondemand::value value;
    SIMDJSON_TRY(element.get(value));
    json_type type;
    SIMDJSON_TRY(value.type().get(type));
    if (type == json_type::number && others == 0) {
      if (numbers == 0) first = value.raw_json_token();
      if (numbers < 2) {
        SIMDJSON_TRY(real(value, trimmed(value.raw_json_token()), degree[numbers]));
      } else {
        SIMDJSON_TRY(skip(value, depth + 1));
      }
      numbers += 1;
      continue;
    }
    if (type == json_type::array && numbers == 0) {
      others += 1;
      ondemand::array inner;
      if (level + 1 < deepest_coordinates) {
        SIMDJSON_TRY(value.get_array().get(inner));
        SIMDJSON_TRY(this->level(inner, out, level + 1, depth + 1));
      } else {
        std::string_view token;
        token = value.raw_json_token();
        flaw(out, CJT_UNEVEN, token);
        SIMDJSON_TRY(skip(value, depth + 1));
      }
      continue;
    }
    // An altitude may be null; nothing else but numbers may stand in a position.
    std::string_view token;
    token = value.raw_json_token();
    if (type != json_type::null || numbers < 2) {
      flaw(out, type == json_type::array ? CJT_UNEVEN : CJT_NOT_A_NUMBER, token);
      if (numbers == 0) others += 1;
    }
    SIMDJSON_TRY(skip(value, depth + 1));
  }

  if (numbers > 0) {
    if (out.depth == 0) out.depth = level + 1;
    if (out.depth != level + 1) flaw(out, CJT_UNEVEN, first);
    if (numbers < 2) flaw(out, CJT_SHORT_POSITION, first);
    if (!(std::fabs(degree[0]) <= longitude_limit && std::fabs(degree[1]) <= latitude_limit)) {
      const auto *start = reinterpret_cast<const uint8_t *>(first.data());
      const auto *end = static_cast<const uint8_t *>(
          __builtin_memchr(start, ']', static_cast<size_t>(record + length - start)));
      const size_t count = end == nullptr ? first.size() : static_cast<size_t>(end - start);
      flaw(out, CJT_OUT_OF_RANGE, {first.data(), count});
    }
    longitudes.push_back(degree[0]);
    latitudes.push_back(degree[1]);
    return SUCCESS;
  }
  if (others == 0) {
    empty_depth = empty_depth > level + 1 ? empty_depth : level + 1;
  }
  if (level < 3) {
    const bool holds_positions = level == 2 || (out.depth != 0 && out.depth == level + 2);
    const size_t count = holds_positions ? longitudes.size() - out.positions.start
                                         : marks[level + 1].size() - out.marks[level + 1].start;
    marks[level].push_back(static_cast<uint32_t>(count));
  }
  return SUCCESS;
}

error_code cjt_parser::positions(ondemand::value value, size_t node, size_t depth) {
  cjt_coordinates out{};
  out.positions.start = longitudes.size();
  for (int k = 0; k < 3; k += 1) out.marks[k].start = marks[k].size();
  std::string_view token;
  token = value.raw_json_token();
  json_type type;
  SIMDJSON_TRY(value.type().get(type));
  empty_depth = 0;
  if (type == json_type::array) {
    ondemand::array array;
    SIMDJSON_TRY(value.get_array().get(array));
    cjt::PlainPositions plain{reinterpret_cast<const uint8_t *>(token.data()),
                              longitude_limit, latitude_limit, longitudes, latitudes, marks};
    if (plain.read()) {
      std::string_view json;
      SIMDJSON_TRY(array.raw_json().get(json));
      json = trimmed(json);
      if (reinterpret_cast<const uint8_t *>(json.data() + json.size()) != plain.at) {
        return TAPE_ERROR;
      }
      out.depth = plain.depth;
    } else {
      longitudes.resize(out.positions.start);
      latitudes.resize(out.positions.start);
      for (int k = 0; k < 3; k += 1) marks[k].resize(out.marks[k].start);
      SIMDJSON_TRY(level(array, out, 0, depth));
    }
  } else {
    flaw(out, CJT_NOT_AN_ARRAY, token);
    SIMDJSON_TRY(skip(value, depth));
  }
  // An empty array at the depth of positions is a position without numbers.
  if (out.depth != 0 && empty_depth >= out.depth) flaw(out, CJT_SHORT_POSITION, token);
  out.positions.end = longitudes.size();
  for (int k = 0; k < 3; k += 1) out.marks[k].end = marks[k].size();
  nodes[node].kind = CJT_COORDINATES;
  nodes[node].bits = coordinates.size();
  nodes[node].next = static_cast<uint32_t>(node + 1);
  coordinates.push_back(out);
  return SUCCESS;
}

// ---- The record -----------------------------------------------------------------------------

// A root that is not taken apart: its kind, and its text as written.
error_code cjt_parser::root_scalar(json_type type, std::string_view token) {
  const auto *start = reinterpret_cast<const uint8_t *>(token.data());
  const auto rest = static_cast<size_t>(record + length - start);
  if (cjt_validate(start, rest).problem != CJT_NO_PROBLEM) return TAPE_ERROR;
  token = trimmed({token.data(), rest});
  cjt_node &out = nodes[0];
  out.text = start;
  out.text_length = static_cast<uint32_t>(token.size());
  switch (type) {
  case json_type::array: out.kind = CJT_RAW_ARRAY; break;
  case json_type::object: out.kind = CJT_RAW_OBJECT; break;
  case json_type::string: out.kind = CJT_STRING; break;
  case json_type::number: out.kind = CJT_DOUBLE; break;
  case json_type::boolean: out.kind = *start == 't' ? CJT_TRUE : CJT_FALSE; break;
  case json_type::null: out.kind = CJT_NULL; break;
  }
  return SUCCESS;
}

error_code cjt_parser::parse(cjt_mode mode) {
  nodes.clear();
  coordinates.clear();
  longitudes.clear();
  latitudes.clear();
  for (auto &mark : marks) mark.clear();
  arena.clear();
  const padded_string_view view(record, length, length + SIMDJSON_PADDING);
  if (parser.capacity() < length) {
    size_t capacity = 4096;
    while (capacity < length) capacity *= 2;
    SIMDJSON_TRY(parser.allocate(capacity));
  }
  SIMDJSON_TRY(parser.iterate(view).get(document));
  nodes.push_back(cjt_node{});
  nodes[0].next = 1;
  json_type type;
  SIMDJSON_TRY(document.type().get(type));
  std::string_view token;
  SIMDJSON_TRY(document.raw_json_token().get(token));
  nodes[0].offset = offset(token.data());
  if (type == json_type::object) {
    ondemand::object object;
    SIMDJSON_TRY(document.get_object().get(object));
    nodes[0].kind = CJT_OBJECT;
    SIMDJSON_TRY(this->object(object, mode == CJT_GEOJSON ? Role::root : Role::plain, 1));
  } else if (type == json_type::array && mode == CJT_PLAIN) {
    ondemand::array array;
    SIMDJSON_TRY(document.get_array().get(array));
    nodes[0].kind = CJT_ARRAY;
    SIMDJSON_TRY(this->array(array, Role::plain, 1));
  } else {
    return root_scalar(type, token);
  }
  nodes[0].next = static_cast<uint32_t>(nodes.size());
  return document.current_location().error() == OUT_OF_BOUNDS ? SUCCESS : TRAILING_CONTENT;
}

// ---- The C face ------------------------------------------------------------------------------

cjt_parser *cjt_create(void) { return new (std::nothrow) cjt_parser; }
void cjt_destroy(cjt_parser *parser) { delete parser; }

cjt_fault cjt_parse(cjt_parser *parser, const uint8_t *bytes, size_t length, cjt_mode mode) {
  if (length == 0) return {CJT_UNEXPECTED_END, 0};
  parser->record = bytes;
  parser->length = length;
  const error_code error = parser->parse(mode);
  if (error == SUCCESS) return {CJT_NO_PROBLEM, 0};
  const cjt_fault fault = cjt_validate(bytes, length);
  if (fault.problem != CJT_NO_PROBLEM) return fault;
  return {error == DEPTH_ERROR ? CJT_TOO_DEEP : CJT_UNREADABLE, 0};
}

const cjt_node *cjt_nodes(const cjt_parser *parser) { return parser->nodes.data(); }
const cjt_coordinates *cjt_coordinates_at(const cjt_parser *parser, uint64_t index) {
  return &parser->coordinates[index];
}
const double *cjt_longitudes(const cjt_parser *parser) { return parser->longitudes.data(); }
const double *cjt_latitudes(const cjt_parser *parser) { return parser->latitudes.data(); }
const uint32_t *cjt_marks(const cjt_parser *parser, size_t level) {
  return parser->marks[level].data();
}
