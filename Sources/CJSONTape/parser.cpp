// A record from its first byte to its last, and the C face of the parser.
#include "tape.hpp"

#include <new>

using namespace simdjson;

// Bytes of a record beyond which memory is given back after it.
static constexpr size_t large_record = 16 << 20;

// A root that is not taken apart: its kind, and its text as written.
error_code cjt_parser::root_scalar(json_type type, std::string_view token) {
  const auto *start = reinterpret_cast<const uint8_t *>(token.data());
  const auto rest = static_cast<size_t>(record + length - start);
  if (cjt_validate(start, rest).problem != CJT_NO_PROBLEM) return TAPE_ERROR;
  token = cjt::trimmed({token.data(), rest});
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
  // The index of a line of millions of vertices is larger than its text.
  if (length > large_record) parser->parser = ondemand::parser{};
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
