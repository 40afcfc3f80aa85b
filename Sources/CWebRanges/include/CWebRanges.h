// Reads over http and https, ranges of bytes or all, with libcurl. No static state but libcurl's own.
#ifndef CWEBRANGES_H
#define CWEBRANGES_H

#include <stddef.h>
#include <stdint.h>

// A connection, kept open from one request to the next. Used by one thread at a time.
typedef struct cwr_connection cwr_connection;

// What a request came to.
typedef struct {
  // The status of HTTP; 0: there was no answer.
  long status;
  // Bytes received.
  size_t count;
  // A number for the answer's ETag, 0 where it has none: another number is another content.
  uint64_t tag;
  // Why there was no answer; the string belongs to the connection and holds until its next call.
  const char *problem;
} cwr_answer;

// A new connection, or NULL when memory is short. The caller destroys it.
cwr_connection *cwr_create(void);
// Closes `connection`, which may be NULL.
void cwr_destroy(cwr_connection *connection);

// Asks `address` for `capacity` bytes from `offset` on, and puts them into `buffer`. An answer of
// another status than 206 is not received.
cwr_answer cwr_read(
    cwr_connection *connection, const char *address, uint64_t offset, uint8_t *buffer,
    size_t capacity);

// Asks `address` for all that it has and puts it into `buffer`. An answer of another status than
// 200 is not received; one of more than `capacity` bytes is a problem.
cwr_answer cwr_fetch(
    cwr_connection *connection, const char *address, uint8_t *buffer, size_t capacity);

#endif
