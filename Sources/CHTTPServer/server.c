#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "CHTTPServer.h"

// Headers that wait until there is a body to which libmicrohttpd can tie them.
typedef struct header {
  char *name;
  char *value;
  struct header *next;
} header;

struct chs_reply {
  unsigned int status;
  struct MHD_Response *response;
  header *headers;
};

struct chs_server {
  struct MHD_Daemon *daemon;
  chs_handler handler;
  void *context;
};

void chs_reply_status(chs_reply *reply, unsigned int status) { reply->status = status; }

void chs_reply_header(chs_reply *reply, const char *name, const char *value) {
  header *entry = calloc(1, sizeof *entry);
  if (!entry) return;
  entry->name = strdup(name);
  entry->value = strdup(value);
  entry->next = reply->headers;
  reply->headers = entry;
}

static int set_response(chs_reply *reply, struct MHD_Response *response) {
  if (!response) return -1;
  if (reply->response) MHD_destroy_response(reply->response);
  reply->response = response;
  return 0;
}

int chs_reply_bytes(chs_reply *reply, const uint8_t *bytes, size_t length) {
  return set_response(
      reply, MHD_create_response_from_buffer(length, (void *)bytes, MHD_RESPMEM_MUST_COPY));
}

int chs_reply_file(chs_reply *reply, int descriptor, uint64_t offset, uint64_t length) {
  struct MHD_Response *response =
      MHD_create_response_from_fd_at_offset64(length, descriptor, offset);
  if (!response) close(descriptor);
  return set_response(reply, response);
}

static const char *sent(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static enum MHD_Result answer(
    void *argument, struct MHD_Connection *connection, const char *path, const char *method,
    const char *version, const char *upload, size_t *upload_size, void **state) {
  static const char seen = 0;
  const chs_server *server = argument;
  (void)version;
  (void)upload;
  // The first call comes with the headers, further ones with what is uploaded, which is dropped.
  if (!*state) {
    *state = (void *)&seen;
    return MHD_YES;
  }
  if (*upload_size) {
    *upload_size = 0;
    return MHD_YES;
  }
  chs_request request = {
      .method = method,
      .path = path,
      .host = sent(connection, MHD_HTTP_HEADER_HOST),
      .range = sent(connection, MHD_HTTP_HEADER_RANGE),
      .if_none_match = sent(connection, MHD_HTTP_HEADER_IF_NONE_MATCH),
      .if_range = sent(connection, MHD_HTTP_HEADER_IF_RANGE),
      .accept_encoding = sent(connection, MHD_HTTP_HEADER_ACCEPT_ENCODING),
  };
  chs_reply reply = {.status = MHD_HTTP_INTERNAL_SERVER_ERROR};
  server->handler(server->context, &request, &reply);
  enum MHD_Result result = MHD_NO;
  if (reply.response || chs_reply_bytes(&reply, (const uint8_t *)"", 0) == 0) {
    for (header *entry = reply.headers; entry; entry = entry->next) {
      if (entry->name && entry->value) {
        MHD_add_response_header(reply.response, entry->name, entry->value);
      }
    }
    result = MHD_queue_response(connection, reply.status, reply.response);
    MHD_destroy_response(reply.response);
  }
  while (reply.headers) {
    header *next = reply.headers->next;
    free(reply.headers->name);
    free(reply.headers->value);
    free(reply.headers);
    reply.headers = next;
  }
  return result;
}

chs_server *chs_start(
    const char *host, uint16_t port, unsigned int threads, chs_handler handler, void *context) {
  struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(port)};
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  unsigned int flags = MHD_USE_AUTO_INTERNAL_THREAD;
  const struct sockaddr *address = (const struct sockaddr *)&v4;
  if (inet_pton(AF_INET6, host, &v6.sin6_addr) == 1) {
    address = (const struct sockaddr *)&v6;
    flags |= MHD_USE_IPv6;
  } else if (inet_pton(AF_INET, host, &v4.sin_addr) != 1) {
    errno = EINVAL;
    return NULL;
  }
  chs_server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->handler = handler;
  server->context = context;
  errno = 0;
  server->daemon = MHD_start_daemon(
      flags, port, NULL, NULL, answer, server, MHD_OPTION_SOCK_ADDR, address,
      MHD_OPTION_THREAD_POOL_SIZE, threads, MHD_OPTION_CONNECTION_TIMEOUT, 30u, MHD_OPTION_END);
  if (server->daemon) return server;
  int error = errno;
  free(server);
  errno = error ? error : EADDRINUSE;
  return NULL;
}

uint16_t chs_port(const chs_server *server) {
  const union MHD_DaemonInfo *info =
      MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

void chs_stop(chs_server *server) {
  if (!server) return;
  MHD_stop_daemon(server->daemon);
  free(server);
}
