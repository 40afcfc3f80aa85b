// The attribute names and values of a layer. Internal to the module.
#ifndef CTC_LAYER_STRINGS_H
#define CTC_LAYER_STRINGS_H

#include <stddef.h>
#include <stdint.h>

#include "CTileCodec.h"
#include "numbering.h"

// Values that the packer's user added, end to end.
typedef struct {
  uint8_t *bytes;
  size_t byte_capacity;
  size_t *ends;
  size_t end_capacity;
  size_t count;
  ctc_hash by_bytes;
} ctc_values;

// The strings of the layer being packed: their numbers only, as the bytes are in the table.
typedef struct {
  // Set during calls.
  const ctc_table *table;
  const ctc_values *dynamic;
  ctc_numbering keys;
  ctc_numbering values;
  // Finds a value by its bytes; used only where two numbers may have equal ones.
  ctc_hash values_by_bytes;
  // By local key: the feature that used it last.
  uint64_t *key_users;
  size_t key_user_capacity;
} ctc_strings;

// Forgets the strings of the layer before.
void ctc_strings_clear(ctc_strings *strings);
// Forgets all values, and frees memory that only very large layers need.
void ctc_strings_shrink(ctc_strings *strings);
// Frees what it holds.
void ctc_strings_free(ctc_strings *strings);

// The local numbers of a key and of a value of the table, which get some where they have none yet;
// or a code.
int64_t ctc_local_key(ctc_strings *strings, uint32_t key);
int64_t ctc_local_value(ctc_strings *strings, uint32_t value);

// Notes that feature `user`, which counts from 1, uses a local key. Returns 0 if it did already.
static inline int ctc_use_key(ctc_strings *strings, int64_t key, uint64_t user) {
  if (strings->key_users[key] == user) return 0;
  strings->key_users[key] = user;
  return 1;
}

// Appends all keys and values, as fields of a layer, to an array of which `used` bytes are in use.
// Returns the new count or a code.
int64_t ctc_put_strings(
    const ctc_strings *strings, uint8_t **output, size_t *capacity, size_t used);

#endif
