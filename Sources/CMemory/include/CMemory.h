// Memory: what the C library's allocator can be told, what a process holds, and files that stand in
// for memory.
#ifndef CMEMORY_H
#define CMEMORY_H

#include <stddef.h>

// Gives memory that is free in the allocator back to the system, where the C library can do that.
void cmem_release_free(void);

// Calls for the memory at an address, which will be read soon.
static inline void cmem_prefetch(const void *address) { __builtin_prefetch(address); }

// Bytes of memory that the process holds now; 0 where the system does not tell.
size_t cmem_resident(void);

// Opens a new file in `directory` that has no name, so that it is gone when the process ends,
// however it ends. Returns a descriptor for reading and writing, or -1 with errno set.
int cmem_scratch_file(const char *directory);

#endif
