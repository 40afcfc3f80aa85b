#include "CWebRanges.h"

#include <curl/curl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct cwr_connection {
  CURL *curl;
  char problem[CURL_ERROR_SIZE];
  // The status of an answer that is received.
  long wanted;
  uint8_t *buffer;
  size_t capacity;
  int is_full;
  cwr_answer answer;
};

static size_t receive(char *bytes, size_t size, size_t count, void *user) {
  cwr_connection *c = user;
  size_t total = size * count;
  long status = 0;
  curl_easy_getinfo(c->curl, CURLINFO_RESPONSE_CODE, &status);
  // Stops the transfer of a page about an error, or of a whole archive.
  if (status != c->wanted) return 0;
  c->is_full = total > c->capacity - c->answer.count;
  if (c->is_full) return 0;
  memcpy(c->buffer + c->answer.count, bytes, total);
  c->answer.count += total;
  return total;
}

static size_t header(char *line, size_t size, size_t count, void *user) {
  cwr_connection *c = user;
  size_t total = size * count;
  if (total > 5 && strncasecmp(line, "etag:", 5) == 0) {
    uint64_t tag = 0xcbf29ce484222325u;
    for (size_t i = 5; i < total; i++) {
      if ((unsigned char)line[i] > ' ') tag = (tag ^ (unsigned char)line[i]) * 0x100000001b3u;
    }
    c->answer.tag = tag;
  }
  return total;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void start_curl(void) { curl_global_init(CURL_GLOBAL_DEFAULT); }

cwr_connection *cwr_create(void) {
  pthread_once(&once, start_curl);
  cwr_connection *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->curl = curl_easy_init();
  if (!c->curl) {
    free(c);
    return NULL;
  }
  curl_easy_setopt(c->curl, CURLOPT_ERRORBUFFER, c->problem);
  curl_easy_setopt(c->curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(c->curl, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(c->curl, CURLOPT_MAXREDIRS, 10L);
  curl_easy_setopt(c->curl, CURLOPT_CONNECTTIMEOUT, 30L);
  // A transfer that stands still for a minute has failed.
  curl_easy_setopt(c->curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(c->curl, CURLOPT_LOW_SPEED_TIME, 60L);
  curl_easy_setopt(c->curl, CURLOPT_USERAGENT, "OverlayTiles");
  curl_easy_setopt(c->curl, CURLOPT_WRITEFUNCTION, receive);
  curl_easy_setopt(c->curl, CURLOPT_WRITEDATA, c);
  curl_easy_setopt(c->curl, CURLOPT_HEADERFUNCTION, header);
  curl_easy_setopt(c->curl, CURLOPT_HEADERDATA, c);
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(c->curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(c->curl, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(c->curl, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
  curl_easy_setopt(c->curl, CURLOPT_REDIR_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
  return c;
}

void cwr_destroy(cwr_connection *c) {
  if (!c) return;
  curl_easy_cleanup(c->curl);
  free(c);
}

static cwr_answer request(
    cwr_connection *c, const char *address, long wanted, const char *range, uint8_t *buffer,
    size_t capacity) {
  c->wanted = wanted;
  c->buffer = buffer;
  c->capacity = capacity;
  c->is_full = 0;
  c->problem[0] = 0;
  memset(&c->answer, 0, sizeof c->answer);
  curl_easy_setopt(c->curl, CURLOPT_URL, address);
  curl_easy_setopt(c->curl, CURLOPT_RANGE, range);
  // Ranges count stored bytes; a whole answer may come compressed.
  curl_easy_setopt(c->curl, CURLOPT_ACCEPT_ENCODING, range ? NULL : "");
  CURLcode code = curl_easy_perform(c->curl);
  long status = 0;
  curl_easy_getinfo(c->curl, CURLINFO_RESPONSE_CODE, &status);
  // A transfer that was stopped for its status is an answer.
  if (code == CURLE_OK || (code == CURLE_WRITE_ERROR && status != wanted)) {
    c->answer.status = status;
  } else {
    if (c->is_full) {
      snprintf(c->problem, sizeof c->problem, "it has more than %zu bytes", capacity);
    }
    if (!c->problem[0]) snprintf(c->problem, sizeof c->problem, "%s", curl_easy_strerror(code));
    c->answer.problem = c->problem;
  }
  return c->answer;
}

cwr_answer cwr_read(
    cwr_connection *c, const char *address, uint64_t offset, uint8_t *buffer, size_t capacity) {
  char range[64];
  snprintf(range, sizeof range, "%" PRIu64 "-%" PRIu64, offset, offset + capacity - 1);
  return request(c, address, 206, range, buffer, capacity);
}

cwr_answer cwr_fetch(cwr_connection *c, const char *address, uint8_t *buffer, size_t capacity) {
  return request(c, address, 200, NULL, buffer, capacity);
}
