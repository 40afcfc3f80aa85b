#include <libdeflate.h>
#include <stdlib.h>

#include "CTileCodec.h"

struct ctc_deflater {
  struct libdeflate_compressor *stream;
};

struct ctc_inflater {
  struct libdeflate_decompressor *stream;
};

ctc_deflater *ctc_deflater_create(int level) {
  // libdeflate takes -1 for its own default level, which would make the result its choice.
  if (level < 0) return NULL;
  ctc_deflater *deflater = calloc(1, sizeof *deflater);
  if (!deflater) return NULL;
  deflater->stream = libdeflate_alloc_compressor(level);
  if (deflater->stream) return deflater;
  free(deflater);
  return NULL;
}

void ctc_deflater_destroy(ctc_deflater *deflater) {
  if (!deflater) return;
  libdeflate_free_compressor(deflater->stream);
  free(deflater);
}

size_t ctc_deflater_bound(const ctc_deflater *deflater, size_t length) {
  return libdeflate_gzip_compress_bound(deflater->stream, length);
}

int64_t ctc_deflater_run(
    ctc_deflater *deflater, const uint8_t *input, size_t length, uint8_t *output,
    size_t capacity) {
  static const uint8_t nothing = 0;
  // libdeflate may do arithmetic on the pointer, which NULL does not allow.
  size_t written = libdeflate_gzip_compress(
      deflater->stream, length ? input : &nothing, length, output, capacity);
  return written ? (int64_t)written : CTC_SHORT_BUFFER;
}

ctc_inflater *ctc_inflater_create(void) {
  ctc_inflater *inflater = calloc(1, sizeof *inflater);
  if (!inflater) return NULL;
  inflater->stream = libdeflate_alloc_decompressor();
  if (inflater->stream) return inflater;
  free(inflater);
  return NULL;
}

void ctc_inflater_destroy(ctc_inflater *inflater) {
  if (!inflater) return;
  libdeflate_free_decompressor(inflater->stream);
  free(inflater);
}

int64_t ctc_inflater_run(
    ctc_inflater *inflater, const uint8_t *input, size_t length, uint8_t *output,
    size_t capacity, size_t *consumed) {
  size_t written = 0;
  *consumed = 0;
  if (!length) return CTC_BAD_GZIP;
  enum libdeflate_result result = libdeflate_gzip_decompress_ex(
      inflater->stream, input, length, output, capacity, consumed, &written);
  switch (result) {
    case LIBDEFLATE_SUCCESS: return (int64_t)written;
    case LIBDEFLATE_INSUFFICIENT_SPACE: return CTC_SHORT_BUFFER;
    default: return CTC_BAD_GZIP;
  }
}
