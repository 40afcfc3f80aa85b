// The border between the reader and C++: JSON records become flat arrays of nodes and of
// positions (simdjson's on-demand parser does the work), and gzip becomes bytes (zlib).
//
// Ownership: what a function returns by pointer belongs to the parser or inflater it came from
// and lives until the next call on it. Text in nodes points into the record that was parsed, or
// into the parser where it had escapes. No function keeps a pointer to its input after that.
#ifndef CJSONTAPE_H
#define CJSONTAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CJT_CLOSED __attribute__((enum_extensibility(closed)))
#define CJT_NAME(name) __attribute__((swift_name(#name)))

// Bytes that must be readable after the end of every text that is parsed.
static const size_t cjt_padding = 64;
// How deep arrays and objects may lie in each other.
static const size_t cjt_depth_limit = 512;

// ---- Syntax ----------------------------------------------------------------------------------

// Why a text is not JSON.
typedef enum CJT_CLOSED cjt_problem : uint8_t {
  CJT_NO_PROBLEM CJT_NAME(none) = 0,
  CJT_UNEXPECTED_END CJT_NAME(unexpectedEnd),
  CJT_VALUE_EXPECTED CJT_NAME(valueExpected),
  CJT_KEY_EXPECTED CJT_NAME(keyExpected),
  CJT_COLON_EXPECTED CJT_NAME(colonExpected),
  CJT_COMMA_OR_BRACE_EXPECTED CJT_NAME(commaOrBraceExpected),
  CJT_COMMA_OR_BRACKET_EXPECTED CJT_NAME(commaOrBracketExpected),
  CJT_TRAILING CJT_NAME(trailing),
  CJT_BAD_NUMBER CJT_NAME(badNumber),
  CJT_BAD_WORD CJT_NAME(badWord),
  CJT_BAD_ESCAPE CJT_NAME(badEscape),
  CJT_CONTROL_CHARACTER CJT_NAME(controlCharacter),
  CJT_BAD_UTF8 CJT_NAME(badUTF8),
  CJT_TOO_DEEP CJT_NAME(tooDeep),
  CJT_UNREADABLE CJT_NAME(unreadable),
} cjt_problem;

// A problem and the offset of the byte where it shows.
typedef struct cjt_fault {
  cjt_problem problem;
  size_t offset;
} cjt_fault;

// Checks that `bytes` hold exactly one JSON value (RFC 8259) with white space around it.
// Names the first fault. Needs no padding; O(n); allocates nothing.
cjt_fault cjt_validate(const uint8_t *bytes, size_t length);

// The offset after the value that starts at bytes[0]: a bracketed value ends at the bracket that
// closes it (brackets are counted, their kind is not checked; strings are passed over), a string
// after its quote, anything else before the next delimiter. 0: it does not end within `length`,
// which for anything but brackets and strings means that no delimiter follows.
size_t cjt_value_end(const uint8_t *bytes, size_t length);

// How many line feeds `bytes` hold.
size_t cjt_count_lines(const uint8_t *bytes, size_t length);

// ---- Tape ------------------------------------------------------------------------------------

// What a node is.
typedef enum CJT_CLOSED cjt_kind : uint8_t {
  CJT_NULL CJT_NAME(null) = 0,
  CJT_FALSE CJT_NAME(no),
  CJT_TRUE CJT_NAME(yes),
  CJT_INT CJT_NAME(int),           // bits: int64
  CJT_UINT CJT_NAME(uint),         // bits: uint64 above INT64_MAX
  CJT_DOUBLE CJT_NAME(double),     // bits: double; also integers that fit neither
  CJT_OVERFLOW CJT_NAME(overflow), // a number beyond the range of double
  CJT_STRING CJT_NAME(string),     // text: decoded
  CJT_ARRAY CJT_NAME(array),       // children follow
  CJT_OBJECT CJT_NAME(object),     // children follow, each with its key
  CJT_RAW_ARRAY CJT_NAME(rawArray),   // text: the JSON itself, checked, not taken apart
  CJT_RAW_OBJECT CJT_NAME(rawObject), // likewise
  CJT_COORDINATES CJT_NAME(coordinates), // bits: index for cjt_coordinates_at
} cjt_kind;

// Keys and values that the reader looks for, so that it need not compare text.
typedef enum CJT_CLOSED cjt_word : uint8_t {
  CJT_OTHER CJT_NAME(other) = 0,
  CJT_TYPE CJT_NAME(type),
  CJT_ID CJT_NAME(id),
  CJT_PROPERTIES CJT_NAME(properties),
  CJT_GEOMETRY CJT_NAME(geometry),
  CJT_GEOMETRIES CJT_NAME(geometries),
  CJT_COORDINATES_KEY CJT_NAME(coordinates),
  CJT_OVERLAY CJT_NAME(overlay),
  CJT_FEATURES CJT_NAME(features),
  CJT_CRS CJT_NAME(crs),
  CJT_BBOX CJT_NAME(bbox),
  CJT_MAP CJT_NAME(map),
  CJT_STYLES CJT_NAME(styles),
  CJT_FEATURE CJT_NAME(feature),
  CJT_FEATURE_COLLECTION CJT_NAME(featureCollection),
  CJT_POINT CJT_NAME(point),
  CJT_MULTI_POINT CJT_NAME(multiPoint),
  CJT_LINE_STRING CJT_NAME(lineString),
  CJT_MULTI_LINE_STRING CJT_NAME(multiLineString),
  CJT_POLYGON CJT_NAME(polygon),
  CJT_MULTI_POLYGON CJT_NAME(multiPolygon),
  CJT_GEOMETRY_COLLECTION CJT_NAME(geometryCollection),
  // simplestyle keys; from here on all words are such
  CJT_STROKE CJT_NAME(stroke),
  CJT_STROKE_WIDTH CJT_NAME(strokeWidth),
  CJT_STROKE_OPACITY CJT_NAME(strokeOpacity),
  CJT_FILL CJT_NAME(fill),
  CJT_FILL_OPACITY CJT_NAME(fillOpacity),
  CJT_MARKER_COLOR CJT_NAME(markerColor),
  CJT_MARKER_SIZE CJT_NAME(markerSize),
  CJT_MARKER_SYMBOL CJT_NAME(markerSymbol),
  CJT_TITLE CJT_NAME(title),
  CJT_DESCRIPTION CJT_NAME(description),
} cjt_word;

// One value. Nodes stand in document order; the subtree of node i is i ..< next.
typedef struct cjt_node {
  const uint8_t *key;  // decoded; NULL in arrays and at the root
  const uint8_t *text; // strings: decoded; numbers and raw values: as written
  uint64_t bits;       // numbers, see cjt_kind
  uint32_t key_length;
  uint32_t text_length;
  uint32_t offset; // of the value's first byte in the record
  uint32_t next;
  cjt_kind kind;
  cjt_word key_word;
  cjt_word word;  // of a string
  bool replaced;  // half a surrogate pair in text or key became U+FFFD
} cjt_node;

// What is wrong with coordinates, apart from their depth.
typedef enum CJT_CLOSED cjt_flaw : uint8_t {
  CJT_NO_FLAW CJT_NAME(none) = 0,
  CJT_NOT_AN_ARRAY CJT_NAME(notAnArray),
  CJT_NOT_A_NUMBER CJT_NAME(notANumber),       // text in a position, a number among positions
  CJT_SHORT_POSITION CJT_NAME(shortPosition),  // fewer than 2 numbers
  CJT_UNEVEN CJT_NAME(uneven),                 // positions at different depths, or deeper than 4
  CJT_OUT_OF_RANGE CJT_NAME(outOfRange),       // |latitude| > 90, |longitude| > 540, overflow
} cjt_flaw;

// A run of marks: where the arrays of one level end, counted in items of the next level.
typedef struct cjt_range {
  size_t start, end;
} cjt_range;

// The value of a "coordinates" member. Depth 1 is a position, 2 an array of positions, to 4.
typedef struct cjt_coordinates {
  cjt_range positions; // in cjt_longitudes and cjt_latitudes
  cjt_range marks[3];  // in cjt_marks(level); level 0 is the outermost array
  uint32_t depth;      // 0: no number in it
  uint32_t beyond_poles; // latitudes at most 0.001 degrees beyond a pole, taken for the pole
  cjt_flaw flaw;       // the first
  uint32_t flaw_offset, flaw_length; // what was found there, in the record
} cjt_coordinates;

// How records are taken apart.
typedef enum CJT_CLOSED cjt_mode : uint8_t {
  // A GeoJSON object: "coordinates" become positions, members of "properties" are nodes, other
  // arrays and objects that are not GeoJSON structure stay raw.
  CJT_GEOJSON CJT_NAME(geoJSON) = 0,
  // Any value: all of it becomes nodes.
  CJT_PLAIN CJT_NAME(plain),
} cjt_mode;

typedef struct cjt_parser cjt_parser;

// NULL: no memory.
cjt_parser *cjt_create(void);
void cjt_destroy(cjt_parser *parser);

// Parses the one JSON value in `bytes`, which must have cjt_padding readable bytes after them.
// A warm parser allocates nothing unless the record is larger than all before.
cjt_fault cjt_parse(cjt_parser *parser, const uint8_t *bytes, size_t length, cjt_mode mode);

const cjt_node *cjt_nodes(const cjt_parser *parser);
const cjt_coordinates *cjt_coordinates_at(const cjt_parser *parser, uint64_t index);
const double *cjt_longitudes(const cjt_parser *parser);
const double *cjt_latitudes(const cjt_parser *parser);
const uint32_t *cjt_marks(const cjt_parser *parser, size_t level);

// Copies JSON text without the white space between its tokens; `out` holds `length` bytes.
// Returns how many were written.
size_t cjt_compact(const uint8_t *bytes, size_t length, uint8_t *out);

// ---- Gzip ------------------------------------------------------------------------------------

typedef struct cjt_inflater cjt_inflater;

typedef enum CJT_CLOSED cjt_inflate_status : uint8_t {
  CJT_INFLATE_MORE CJT_NAME(more) = 0, // goes on; both buffers may be refilled
  CJT_INFLATE_MEMBER_END CJT_NAME(memberEnd), // a member ended well; another may follow
  CJT_INFLATE_CORRUPT CJT_NAME(corrupt),
} cjt_inflate_status;

// NULL: no memory.
cjt_inflater *cjt_inflate_create(void);
void cjt_inflate_destroy(cjt_inflater *inflater);

// Inflates from `in` to `out` until one of them is used up or a member ends; gives how many
// bytes of each were used. A member that follows another is begun by calling again.
cjt_inflate_status cjt_inflate(
    cjt_inflater *inflater, const uint8_t *in, size_t in_length, size_t *in_used, uint8_t *out,
    size_t out_length, size_t *out_used);

#ifdef __cplusplus
}
#endif
#endif
