// What the C library's allocator can be told.
#ifndef CMEMORY_H
#define CMEMORY_H

// Gives memory that is free in the allocator back to the system, where the C library can do that.
void cmem_release_free(void);

#endif
