#include "numbering.h"

#include <stdlib.h>
#include <string.h>

#include "CTileCodec.h"
#include "memory.h"
#include "varint.h"

// The field `uint_value` of `Tile.Value`, as a varint.
enum { UINT_VALUE = 5 << 3 };

// Integers in a block.
enum { CTC_INTEGER_BLOCK = 4096 };

enum { CTC_LINEAR_MAX = 12, CTC_FIRST_BITS = 6, CTC_LAST_BITS = 31 };

// ---- The hash table -----------------------------------------------------------------------

static size_t slot_of(const ctc_hash *hash, uint32_t tag) {
  return (size_t)((tag * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - hash->bits));
}

void ctc_hash_clear(ctc_hash *hash) {
  hash->bits = 0;
  hash->count = 0;
}

void ctc_hash_free(ctc_hash *hash) {
  free(hash->now.slots);
  free(hash->next.slots);
}

// Starts a table of 1 << bits empty slots in `now`.
static int start(ctc_hash *hash, unsigned bits) {
  ctc_slots *now = &hash->now;
  size_t wanted = (size_t)1 << bits;
  if (wanted > now->capacity) {
    free(now->slots);
    now->slots = calloc(wanted, sizeof *now->slots);
    now->capacity = now->slots ? wanted : 0;
    now->epoch = 0;
  }
  if (!now->slots) {
    ctc_hash_clear(hash);
    return 0;
  }
  if (++now->epoch == 0) {
    memset(now->slots, 0, now->capacity * sizeof *now->slots);
    now->epoch = 1;
  }
  hash->bits = bits;
  hash->count = 0;
  return 1;
}

static void place(ctc_hash *hash, uint32_t tag, uint32_t index) {
  ctc_slots *now = &hash->now;
  size_t mask = ((size_t)1 << hash->bits) - 1, at = slot_of(hash, tag);
  while (now->slots[at].epoch == now->epoch) at = (at + 1) & mask;
  now->slots[at] = (ctc_slot){now->epoch, tag, index};
  hash->count++;
}

// Makes the table four times as large.
static int widen(ctc_hash *hash) {
  if (hash->bits + 2 > CTC_LAST_BITS) return 0;
  size_t used = (size_t)1 << hash->bits;
  ctc_slots old = hash->now;
  hash->now = hash->next;
  hash->next = old;
  if (!start(hash, hash->bits + 2)) return 0;
  for (size_t i = 0; i < used; i++) {
    if (old.slots[i].epoch == old.epoch) place(hash, old.slots[i].tag, old.slots[i].index);
  }
  return 1;
}

int ctc_hash_add(ctc_hash *hash, uint32_t tag, uint32_t index) {
  if (hash->bits == 0) {
    if (!start(hash, CTC_FIRST_BITS)) return 0;
  } else if (hash->count * 2 >= (size_t)1 << hash->bits) {
    if (!widen(hash)) return 0;
  }
  place(hash, tag, index);
  return 1;
}

int64_t ctc_hash_next(const ctc_hash *hash, uint32_t tag, size_t *cursor) {
  if (hash->bits == 0) return -1;
  size_t mask = ((size_t)1 << hash->bits) - 1, first = slot_of(hash, tag);
  for (size_t step = *cursor;; step++) {
    const ctc_slot *slot = &hash->now.slots[(first + step) & mask];
    if (slot->epoch != hash->now.epoch) return -1;
    if (slot->tag == tag) {
      *cursor = step + 1;
      return slot->index;
    }
  }
}

uint32_t ctc_hash_bytes(const uint8_t *bytes, size_t length) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ length;
  while (length) {
    uint64_t word = 0;
    size_t step = length < 8 ? length : 8;
    memcpy(&word, bytes, step);
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
    bytes += step;
    length -= step;
  }
  return (uint32_t)(hash ^ hash >> 32);
}

// ---- The numbering ------------------------------------------------------------------------

void ctc_numbering_clear(ctc_numbering *numbering) {
  numbering->number_count = 0;
  numbering->item_count = 0;
  numbering->integer_count = 0;
  ctc_hash_clear(&numbering->by_number);
  ctc_hash_clear(&numbering->by_bytes);
}

void ctc_numbering_free(ctc_numbering *numbering) {
  free(numbering->numbers);
  free(numbering->locals);
  free(numbering->items);
  for (size_t i = 0; i < numbering->block_count; i++) free(numbering->integers[i]);
  free(numbering->integers);
  ctc_hash_free(&numbering->by_number);
  ctc_hash_free(&numbering->by_bytes);
}

int64_t ctc_numbering_find(const ctc_numbering *numbering, uint32_t number) {
  if (numbering->by_number.bits == 0) {
    for (size_t i = 0; i < numbering->number_count; i++) {
      if (numbering->numbers[i] == number) return numbering->locals[i];
    }
    return -1;
  }
  size_t cursor = 0;
  return ctc_hash_next(&numbering->by_number, number, &cursor);
}

// The local number of a string with these bytes, or -1.
static int64_t find_bytes(
    const ctc_numbering *numbering, uint32_t tag, const uint8_t *bytes, size_t length) {
  size_t cursor = 0;
  for (;;) {
    int64_t local = ctc_hash_next(&numbering->by_bytes, tag, &cursor);
    if (local < 0) return -1;
    const ProtobufCBinaryData *item = &numbering->items[local];
    if (item->len == length && memcmp(item->data, bytes, length) == 0) return local;
  }
}

static int64_t add_item(
    ctc_numbering *numbering, const uint8_t *bytes, size_t length, int shared) {
  uint32_t tag = shared ? ctc_hash_bytes(bytes, length) : 0;
  if (shared) {
    int64_t local = find_bytes(numbering, tag, bytes, length);
    if (local >= 0) return local;
  }
  size_t local = numbering->item_count;
  if (!CTC_GROW(numbering->items, numbering->item_capacity, local + 1)) return CTC_NO_MEMORY;
  if (shared && !ctc_hash_add(&numbering->by_bytes, tag, (uint32_t)local)) return CTC_NO_MEMORY;
  // The packing code only reads the bytes; protobuf-c has no type that says so.
  numbering->items[local] = (ProtobufCBinaryData){length, (uint8_t *)(uintptr_t)bytes};
  numbering->item_count++;
  return (int64_t)local;
}

int64_t ctc_numbering_add(
    ctc_numbering *numbering, uint32_t number, const uint8_t *bytes, size_t length, int shared) {
  size_t count = numbering->number_count;
  if (!CTC_GROW(numbering->numbers, numbering->number_capacity, count + 1)
      || !CTC_GROW(numbering->locals, numbering->local_capacity, count + 1)) {
    return CTC_NO_MEMORY;
  }
  int64_t local = add_item(numbering, bytes, length, shared);
  if (local < 0) return local;
  numbering->numbers[count] = number;
  numbering->locals[count] = (uint32_t)local;
  numbering->number_count = ++count;
  if (count <= CTC_LINEAR_MAX) return local;
  // The first time past the limit, those before it are entered as well.
  size_t first = count == CTC_LINEAR_MAX + 1 ? 0 : count - 1;
  for (size_t i = first; i < count; i++) {
    if (!ctc_hash_add(&numbering->by_number, numbering->numbers[i], numbering->locals[i])) {
      return CTC_NO_MEMORY;
    }
  }
  return local;
}

// Room for one more integer, or NULL when memory is short.
static uint8_t *integer_room(ctc_numbering *numbering) {
  size_t block = numbering->integer_count / CTC_INTEGER_BLOCK;
  if (block == numbering->block_count) {
    if (!CTC_GROW(numbering->integers, numbering->block_capacity, block + 1)) return NULL;
    ctc_integer *made = malloc(CTC_INTEGER_BLOCK * sizeof *made);
    if (!made) return NULL;
    numbering->integers[numbering->block_count++] = made;
  }
  return numbering->integers[block][numbering->integer_count++ % CTC_INTEGER_BLOCK];
}

int64_t ctc_numbering_add_integer(
    ctc_numbering *numbering, uint32_t number, uint32_t integer, int shared) {
  uint8_t *start = integer_room(numbering);
  if (!start) return CTC_NO_MEMORY;
  start[0] = UINT_VALUE;
  uint8_t *end = ctc_put_varint(start + 1, integer);
  return ctc_numbering_add(numbering, number, start, (size_t)(end - start), shared);
}
