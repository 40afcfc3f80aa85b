#include "CMemory.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void cmem_release_free(void) { malloc_trim(0); }

void cmem_return_large_blocks(void) {
  mallopt(M_MMAP_THRESHOLD, 5 << 18);
  // Setting one fixes the other at a small value, at which memory goes back and forth.
  mallopt(M_TRIM_THRESHOLD, 2 << 20);
}

#else

void cmem_release_free(void) {}

void cmem_return_large_blocks(void) {}

#endif
