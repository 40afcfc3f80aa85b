// Memory: what the C library's allocator can be told, what a process holds, and files that stand in
// for memory.
#ifndef CMEMORY_H
#define CMEMORY_H

#include <stddef.h>

// Gives memory that is free in the allocator back to the system, where the C library can do that.
void cmem_release_free(void);

// Has each block of more than a chunk of input taken from the system, and given back to it when it
// is freed. Otherwise the C library keeps ever larger ones for itself, and what builds free between
// others stays with the process: up to a tenth of all that it holds.
void cmem_return_large_blocks(void);

// Calls for the memory at an address, which will be read soon.
static inline void cmem_prefetch(const void *address) { __builtin_prefetch(address); }

// Bytes of memory that the process holds now; 0 where the system does not tell.
size_t cmem_resident(void);

// Opens a new file in `directory` that has no name, so that it is gone when the process ends,
// however it ends. Returns a descriptor for reading and writing, or -1 with errno set.
int cmem_scratch_file(const char *directory);

#endif
