// The keys and values that the reader looks for.
#pragma once

#include "CJSONTape.h"

#include <string_view>

namespace cjt {

struct Word {
  std::string_view text;
  cjt_word word;
};

inline constexpr Word words[] = {
    {"id", CJT_ID},
    {"map", CJT_MAP},
    {"crs", CJT_CRS},
    {"type", CJT_TYPE},
    {"bbox", CJT_BBOX},
    {"fill", CJT_FILL},
    {"Point", CJT_POINT},
    {"title", CJT_TITLE},
    {"stroke", CJT_STROKE},
    {"styles", CJT_STYLES},
    {"overlay", CJT_OVERLAY},
    {"Feature", CJT_FEATURE},
    {"Polygon", CJT_POLYGON},
    {"geometry", CJT_GEOMETRY},
    {"features", CJT_FEATURES},
    {"LineString", CJT_LINE_STRING},
    {"properties", CJT_PROPERTIES},
    {"geometries", CJT_GEOMETRIES},
    {"MultiPoint", CJT_MULTI_POINT},
    {"coordinates", CJT_COORDINATES_KEY},
    {"marker-size", CJT_MARKER_SIZE},
    {"description", CJT_DESCRIPTION},
    {"MultiPolygon", CJT_MULTI_POLYGON},
    {"stroke-width", CJT_STROKE_WIDTH},
    {"fill-opacity", CJT_FILL_OPACITY},
    {"marker-color", CJT_MARKER_COLOR},
    {"marker-symbol", CJT_MARKER_SYMBOL},
    {"stroke-opacity", CJT_STROKE_OPACITY},
    {"MultiLineString", CJT_MULTI_LINE_STRING},
    {"FeatureCollection", CJT_FEATURE_COLLECTION},
    {"GeometryCollection", CJT_GEOMETRY_COLLECTION},
};

// The word that `text` is.
inline cjt_word find_word(std::string_view text) {
  constexpr size_t longest = 18;
  if (text.size() < 2 || text.size() > longest) return CJT_OTHER;
  for (const Word &word : words) {
    if (word.text.size() > text.size()) break; // sorted by length
    if (word.text.size() == text.size() && word.text[0] == text[0] && word.text == text) {
      return word.word;
    }
  }
  return CJT_OTHER;
}

} // namespace cjt
