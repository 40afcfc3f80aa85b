#include "numbering.h"

#include <stdlib.h>
#include <string.h>

#include "CTileCodec.h"
#include "memory.h"

// A table of up to 1 << CTC_SMALL_BITS slots is half full at most and grows fourfold; beyond that
// memory counts more than steps.
enum { CTC_FIRST_BITS = 6, CTC_SMALL_BITS = 20, CTC_LAST_BITS = 31 };

// ---- The hash table -----------------------------------------------------------------------

static size_t slot_of(const ctc_hash *hash, uint32_t tag) {
  return (size_t)((tag * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - hash->bits));
}

void ctc_hash_clear(ctc_hash *hash) {
  hash->bits = 0;
  hash->count = 0;
}

void ctc_hash_shrink(ctc_hash *hash) {
  if (hash->now.capacity <= (size_t)1 << CTC_SMALL_BITS) return;
  ctc_hash_free(hash);
  *hash = (ctc_hash){{NULL, 0}, {NULL, 0}, 0, 0};
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
  } else {
    memset(now->slots, 0, wanted * sizeof *now->slots);
  }
  hash->bits = now->slots ? bits : 0;
  hash->count = 0;
  return now->slots != NULL;
}

static void place(ctc_hash *hash, uint32_t tag, uint32_t index) {
  ctc_slot *slots = hash->now.slots;
  size_t mask = ((size_t)1 << hash->bits) - 1, at = slot_of(hash, tag);
  while (slots[at].entry) at = (at + 1) & mask;
  slots[at] = (ctc_slot){tag, index + 1};
  hash->count++;
}

static int is_full(const ctc_hash *hash) {
  size_t slots = (size_t)1 << hash->bits;
  return hash->count >= (hash->bits <= CTC_SMALL_BITS ? slots / 2 : slots / 4 * 3);
}

static int widen(ctc_hash *hash) {
  unsigned bits = hash->bits + (hash->bits < CTC_SMALL_BITS ? 2 : 1);
  if (bits > CTC_LAST_BITS) return 0;
  size_t used = (size_t)1 << hash->bits;
  ctc_slots old = hash->now;
  hash->now = hash->next;
  hash->next = old;
  if (!start(hash, bits)) return 0;
  for (size_t i = 0; i < used; i++) {
    if (old.slots[i].entry) place(hash, old.slots[i].tag, old.slots[i].entry - 1);
  }
  // What is that large is hardly needed again.
  if (bits > CTC_SMALL_BITS) {
    free(hash->next.slots);
    hash->next = (ctc_slots){NULL, 0};
  }
  return 1;
}

int ctc_hash_add(ctc_hash *hash, uint32_t tag, uint32_t index) {
  if (hash->bits == 0) {
    if (!start(hash, CTC_FIRST_BITS)) return 0;
  } else if (is_full(hash)) {
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
    if (!slot->entry) return -1;
    if (slot->tag == tag) {
      *cursor = step + 1;
      return (int64_t)slot->entry - 1;
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
  numbering->source_count = 0;
  ctc_hash_clear(&numbering->by_number);
}

void ctc_numbering_shrink(ctc_numbering *numbering) {
  if (numbering->source_capacity > (size_t)1 << CTC_SMALL_BITS) {
    free(numbering->sources);
    numbering->sources = NULL;
    numbering->source_capacity = 0;
  }
  ctc_numbering_clear(numbering);
  ctc_hash_shrink(&numbering->by_number);
}

void ctc_numbering_free(ctc_numbering *numbering) {
  free(numbering->sources);
  ctc_hash_free(&numbering->by_number);
}

int64_t ctc_numbering_share(ctc_numbering *numbering, uint32_t number, uint32_t local) {
  size_t count = numbering->number_count;
  if (count < CTC_LINEAR_MAX) {
    numbering->numbers[count] = number;
    numbering->locals[count] = local;
  } else {
    // The first time past the limit, those before it are entered as well.
    for (size_t i = 0; count == CTC_LINEAR_MAX && i < CTC_LINEAR_MAX; i++) {
      if (!ctc_hash_add(&numbering->by_number, numbering->numbers[i], numbering->locals[i])) {
        return CTC_NO_MEMORY;
      }
    }
    if (!ctc_hash_add(&numbering->by_number, number, local)) return CTC_NO_MEMORY;
  }
  numbering->number_count++;
  return local;
}

int64_t ctc_numbering_add(ctc_numbering *numbering, uint32_t number) {
  size_t local = numbering->source_count;
  if (!CTC_GROW(numbering->sources, numbering->source_capacity, local + 1)) return CTC_NO_MEMORY;
  int64_t result = ctc_numbering_share(numbering, number, (uint32_t)local);
  if (result < 0) return result;
  numbering->sources[local] = number;
  numbering->source_count++;
  return result;
}
