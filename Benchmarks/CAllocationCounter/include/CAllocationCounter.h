// Counts what a program asks the allocator for.
//
// Linked into a program for glibc, this module defines malloc, calloc, realloc, posix_memalign and
// aligned_alloc itself and hands every call on, so that all are met: ours, the Swift runtime's and
// those of the C libraries. Elsewhere nothing is counted.
#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdint.h>

// Calls that asked for memory, and the bytes they asked for.
typedef struct {
  uint64_t calls;
  uint64_t bytes;
} cac_counts;

// Whether anything is counted here.
int cac_works(void);
// Starts counting from zero, in all threads.
void cac_start(void);
// Stops and returns what was counted.
cac_counts cac_stop(void);

#endif
