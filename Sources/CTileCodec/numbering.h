// Gives the numbers of a build local numbers 0, 1, 2... in one layer, in order of first use.
//
// Few numbers are looked for one by one; from CTC_LINEAR_MAX on an open-addressing hash table
// finds them. Internal to the module.
#ifndef CTC_NUMBERING_H
#define CTC_NUMBERING_H

#include <stddef.h>
#include <stdint.h>

enum { CTC_LINEAR_MAX = 12 };

typedef struct {
  uint32_t tag;
  // The index and one more; 0: the slot is free.
  uint32_t entry;
} ctc_slot;

typedef struct {
  ctc_slot *slots;
  size_t capacity;
} ctc_slots;

// A hash table from a 32-bit tag to an index below 2^32 - 1; the caller decides whether an index
// found is the one meant.
typedef struct {
  // The table in use, and the one that takes over when it is full.
  ctc_slots now;
  ctc_slots next;
  // The slots in use are 1 << bits; `bits` is 0 while there are none.
  unsigned bits;
  size_t count;
} ctc_hash;

typedef struct {
  // The numbers met, as long as they are few, and the local number of each. Two numbers of equal
  // strings share one.
  uint32_t numbers[CTC_LINEAR_MAX];
  uint32_t locals[CTC_LINEAR_MAX];
  size_t number_count;
  // All of them, once they are many.
  ctc_hash by_number;
  // By local number: the number that was met first.
  uint32_t *sources;
  size_t source_capacity;
  size_t source_count;
} ctc_numbering;

// Forgets all numbers and keeps the memory.
void ctc_numbering_clear(ctc_numbering *numbering);
// Forgets all numbers, and frees memory that only very large layers need.
void ctc_numbering_shrink(ctc_numbering *numbering);
// Frees what it holds.
void ctc_numbering_free(ctc_numbering *numbering);

// Gives `number`, which has none, the next local number. Fails with CTC_NO_MEMORY.
int64_t ctc_numbering_add(ctc_numbering *numbering, uint32_t number);
// Gives `number`, which has none, a local number that another has. Fails with CTC_NO_MEMORY.
int64_t ctc_numbering_share(ctc_numbering *numbering, uint32_t number, uint32_t local);

// Forgets all entries and keeps the memory.
void ctc_hash_clear(ctc_hash *hash);
// Frees its memory where it is large, and forgets all entries then.
void ctc_hash_shrink(ctc_hash *hash);
// Frees what it holds.
void ctc_hash_free(ctc_hash *hash);
// Enters `index` under `tag`. Returns 0 when memory is short.
int ctc_hash_add(ctc_hash *hash, uint32_t tag, uint32_t index);
// Steps through the indices entered under `tag`: start with `*cursor` = 0; -1 ends it.
int64_t ctc_hash_next(const ctc_hash *hash, uint32_t tag, size_t *cursor);
// A tag made from bytes (FNV-1a, eight bytes at a time).
uint32_t ctc_hash_bytes(const uint8_t *bytes, size_t length);

// The local number of `number`, or -1 when it has none yet.
static inline int64_t ctc_numbering_find(const ctc_numbering *numbering, uint32_t number) {
  if (numbering->by_number.bits == 0) {
    for (size_t i = 0; i < numbering->number_count; i++) {
      if (numbering->numbers[i] == number) return numbering->locals[i];
    }
    return -1;
  }
  size_t cursor = 0;
  return ctc_hash_next(&numbering->by_number, number, &cursor);
}

#endif
