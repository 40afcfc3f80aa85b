// Values, and which parts of a record become nodes.
#include "tape.hpp"
#include "unescape.hpp"
#include "words.hpp"

#include <cmath>
#include <utility>

using namespace simdjson;

namespace {

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
  token = cjt::trimmed(token);
  node.text = reinterpret_cast<const uint8_t *>(token.data());
  node.text_length = static_cast<uint32_t>(token.size());
  ondemand::number number;
  if (cjt::is_integer(token) && value.get_number().get(number) == SUCCESS) {
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
  if (!cjt::is_number(token)) return NUMBER_ERROR;
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
  json = cjt::trimmed(json);
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
