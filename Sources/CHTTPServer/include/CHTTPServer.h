// An HTTP server for previews, over libmicrohttpd: plain requests in, whole replies out.
//
// The handler is called from several threads at once. No static state.
#ifndef CHTTPSERVER_H
#define CHTTPSERVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a client asks for. Texts are valid during the call; a header that was not sent is NULL.
typedef struct {
  const char *method;
  // Percent escapes are resolved.
  const char *path;
  const char *host;
  const char *range;
  const char *if_none_match;
  const char *if_range;
  const char *accept_encoding;
} chs_request;

// What is answered; filled by the handler.
typedef struct chs_reply chs_reply;

// Sets the status; 500 unless set.
void chs_reply_status(chs_reply *reply, unsigned int status);
// Adds a header; both texts are copied. What is no valid header is left out.
void chs_reply_header(chs_reply *reply, const char *name, const char *value);
// Makes `length` bytes the body; they are copied. Returns 0, or -1 when memory is short.
int chs_reply_bytes(chs_reply *reply, const uint8_t *bytes, size_t length);
// Makes `length` bytes of the open file `descriptor` from `offset` on the body, and closes the file
// in any case. Returns 0, or -1 when memory is short.
int chs_reply_file(chs_reply *reply, int descriptor, uint64_t offset, uint64_t length);

typedef void (*chs_handler)(void *context, const chs_request *request, chs_reply *reply);

// A server that runs.
typedef struct chs_server chs_server;

// Starts a server on the numeric address `host` (IPv4 or IPv6) with `threads` threads. `port` 0
// takes any free one. `context` must live until the server is stopped. Returns NULL with errno set
// (EINVAL: no numeric address) when it cannot.
chs_server *chs_start(
    const char *host, uint16_t port, unsigned int threads, chs_handler handler, void *context);
// The port on which the server listens.
uint16_t chs_port(const chs_server *server);
// Ends all requests and the server, which may be NULL.
void chs_stop(chs_server *server);

#ifdef __cplusplus
}
#endif

#endif
