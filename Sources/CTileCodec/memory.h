// Arrays that grow and never shrink. Internal to the module.
#ifndef CTC_MEMORY_H
#define CTC_MEMORY_H

#include <stdint.h>
#include <stdlib.h>

// Makes `*memory` hold at least `wanted` elements of `size` bytes. Returns 0 when memory is short;
// the old contents stay either way.
static inline int ctc_grow(void **memory, size_t *capacity, size_t wanted, size_t size) {
  if (wanted <= *capacity) return 1;
  size_t grown = *capacity + *capacity / 2 + 64;
  if (grown < wanted) grown = wanted;
  if (grown > SIZE_MAX / 2 / size) return 0;
  void *moved = realloc(*memory, grown * size);
  if (!moved) return 0;
  *memory = moved;
  *capacity = grown;
  return 1;
}

// The same for a typed array.
#define CTC_GROW(array, capacity, wanted) \
  ctc_grow((void **)&(array), &(capacity), (wanted), sizeof *(array))

#endif
