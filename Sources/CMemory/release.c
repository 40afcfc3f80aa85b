#include "CMemory.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void cmem_release_free(void) { malloc_trim(0); }

#else

void cmem_release_free(void) {}

#endif
