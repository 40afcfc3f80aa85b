#include "CJSONTape.h"

#include <algorithm>
#include <climits>
#include <new>
#include <zlib.h>

struct cjt_inflater {
  z_stream stream{};
  bool ended = false;
};

namespace {
// Window bits for zlib: the largest window, and the gzip form only.
constexpr int gzip_window = 15 + 16;
} // namespace

cjt_inflater *cjt_inflate_create(void) {
  auto *inflater = new (std::nothrow) cjt_inflater;
  if (inflater == nullptr) return nullptr;
  if (inflateInit2(&inflater->stream, gzip_window) != Z_OK) {
    delete inflater;
    return nullptr;
  }
  return inflater;
}

void cjt_inflate_destroy(cjt_inflater *inflater) {
  if (inflater == nullptr) return;
  inflateEnd(&inflater->stream);
  delete inflater;
}

cjt_inflate_status cjt_inflate(
    cjt_inflater *inflater, const uint8_t *in, size_t in_length, size_t *in_used, uint8_t *out,
    size_t out_length, size_t *out_used) {
  z_stream &stream = inflater->stream;
  *in_used = *out_used = 0;
  if (inflater->ended) {
    if (inflateReset2(&stream, gzip_window) != Z_OK) return CJT_INFLATE_CORRUPT;
    inflater->ended = false;
  }
  const auto in_part = static_cast<uInt>(std::min<size_t>(in_length, UINT_MAX));
  const auto out_part = static_cast<uInt>(std::min<size_t>(out_length, UINT_MAX));
  stream.next_in = const_cast<Bytef *>(in);
  stream.avail_in = in_part;
  stream.next_out = out;
  stream.avail_out = out_part;
  const int status = inflate(&stream, Z_NO_FLUSH);
  *in_used = in_part - stream.avail_in;
  *out_used = out_part - stream.avail_out;
  if (status == Z_STREAM_END) {
    inflater->ended = true;
    return CJT_INFLATE_MEMBER_END;
  }
  return status == Z_OK || status == Z_BUF_ERROR ? CJT_INFLATE_MORE : CJT_INFLATE_CORRUPT;
}
