// Gives the numbers of a build local numbers 0, 1, 2... in one layer, in order of first use.
//
// Few numbers are looked for one by one; from CTC_LINEAR_MAX on an open-addressing hash table
// finds them. Its slots carry the epoch that wrote them, so that starting anew clears nothing.
// Internal to the module.
#ifndef CTC_NUMBERING_H
#define CTC_NUMBERING_H

#include <protobuf-c/protobuf-c.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint32_t epoch;
  uint32_t tag;
  uint32_t index;
} ctc_slot;

typedef struct {
  ctc_slot *slots;
  size_t capacity;
  uint32_t epoch;
} ctc_slots;

// A hash table from a 32-bit tag to an index; the caller decides whether an index found is the
// one meant.
typedef struct {
  // The table in use, and the one that takes over when it is full.
  ctc_slots now;
  ctc_slots next;
  // The slots in use are 1 << bits; `bits` is 0 while there are none.
  unsigned bits;
  size_t count;
} ctc_hash;

// A `Tile.Value` that is an integer, encoded.
typedef uint8_t ctc_integer[8];

typedef struct {
  // The numbers met, and the local number of each. Two numbers with equal bytes share one.
  uint32_t *numbers;
  size_t number_capacity;
  uint32_t *locals;
  size_t local_capacity;
  size_t number_count;
  ctc_hash by_number;
  // The strings, by local number.
  ProtobufCBinaryData *items;
  size_t item_capacity;
  size_t item_count;
  // The bytes of integers, in blocks that never move.
  ctc_integer **integers;
  size_t block_capacity;
  size_t block_count;
  size_t integer_count;
  // Finds a string by its bytes; used only where two numbers may have equal ones.
  ctc_hash by_bytes;
} ctc_numbering;

// Forgets all numbers and keeps the memory.
// Adds an integer of 30 bits as a value; otherwise like ctc_numbering_add.
int64_t ctc_numbering_add_integer(
    ctc_numbering *numbering, uint32_t number, uint32_t integer, int shared);

void ctc_numbering_clear(ctc_numbering *numbering);
// Frees what it holds.
void ctc_numbering_free(ctc_numbering *numbering);

// The local number of `number`, or -1 when it has none yet.
int64_t ctc_numbering_find(const ctc_numbering *numbering, uint32_t number);
// Gives `number`, which has none, a local number. `bytes` must live as long as it is in use;
// `shared`: a string of equal bytes may be there under another number. Fails with CTC_NO_MEMORY.
int64_t ctc_numbering_add(
    ctc_numbering *numbering, uint32_t number, const uint8_t *bytes, size_t length, int shared);

// Forgets all entries and keeps the memory.
void ctc_hash_clear(ctc_hash *hash);
// Frees what it holds.
void ctc_hash_free(ctc_hash *hash);
// Enters `index` under `tag`. Returns 0 when memory is short.
int ctc_hash_add(ctc_hash *hash, uint32_t tag, uint32_t index);
// Steps through the indices entered under `tag`: start with `*cursor` = 0; -1 ends it.
int64_t ctc_hash_next(const ctc_hash *hash, uint32_t tag, size_t *cursor);
// A tag made from bytes (FNV-1a, eight bytes at a time).
uint32_t ctc_hash_bytes(const uint8_t *bytes, size_t length);

#endif
