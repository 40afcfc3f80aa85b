// Writes whole features. Internal to the module.
#ifndef CTC_FEATURE_H
#define CTC_FEATURE_H

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

// The strings of the layer being packed.
typedef struct {
  const ctc_table *table;
  const ctc_values *dynamic;
  ctc_numbering keys;
  ctc_numbering values;
  // By local key: the feature that used it last, plus one.
  uint64_t *key_users;
  size_t key_user_capacity;
  size_t key_user_count;
} ctc_strings;

// Forgets the strings of the layer before.
void ctc_strings_clear(ctc_strings *strings);

// Room that feature `index`, which takes the given numbers of things, needs at most.
size_t ctc_feature_room(size_t parts, size_t vertices, size_t tags);

// Writes the body of feature `index` of `tile` at `out`, whose parts and tags start at
// `first_part` and `first_tag`. Its ends are known to be in range, and there is room enough.
// Returns the body's length or a code.
int64_t ctc_put_feature(
    uint8_t *out, ctc_strings *strings, const ctc_tile *tile, size_t index, size_t first_part,
    size_t first_tag);

#endif
