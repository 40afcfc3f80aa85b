// Coordinates become arrays of numbers, with marks where their arrays end.
#include "positions.hpp"
#include "tape.hpp"

#include <cmath>

using namespace simdjson;

namespace {

constexpr double longitude_limit = 540, latitude_limit = 90;
// A pole that rounding moved outward: about 100 metres.
constexpr double latitude_slack = 0.001;
constexpr uint32_t deepest_coordinates = 4;

} // namespace

void cjt_parser::flaw(cjt_coordinates &out, cjt_flaw flaw, std::string_view token) {
  if (out.flaw != CJT_NO_FLAW) return;
  token = cjt::trimmed(token);
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
        SIMDJSON_TRY(real(value, cjt::trimmed(value.raw_json_token()), degree[numbers]));
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
    if (std::fabs(degree[1]) > latitude_limit &&
        std::fabs(degree[1]) <= latitude_limit + latitude_slack) {
      degree[1] = std::copysign(latitude_limit, degree[1]);
      out.beyond_poles += 1;
    }
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
      json = cjt::trimmed(json);
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
