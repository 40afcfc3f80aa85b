#include "layer_strings.h"

#include <string.h>

#include "memory.h"
#include "varint.h"

// Fields: `keys` and `values` of a layer, `uint_value` of a value.
enum { KEYS = 3 << 3 | 2, VALUES = 4 << 3 | 2, UINT_VALUE = 5 << 3 };

// Room for a value that is an integer.
enum { INTEGER_ROOM = 1 + CTC_VARINT32_MAX };

typedef struct {
  const uint8_t *bytes;
  size_t length;
} ctc_string;

void ctc_strings_clear(ctc_strings *strings) {
  ctc_numbering_clear(&strings->keys);
  ctc_numbering_clear(&strings->values);
  ctc_hash_clear(&strings->values_by_bytes);
}

void ctc_strings_shrink(ctc_strings *strings) {
  ctc_numbering_shrink(&strings->values);
  ctc_hash_shrink(&strings->values_by_bytes);
}

void ctc_strings_free(ctc_strings *strings) {
  ctc_numbering_free(&strings->keys);
  ctc_numbering_free(&strings->values);
  ctc_hash_free(&strings->values_by_bytes);
  free(strings->key_users);
}

// ---- Bytes of numbers -----------------------------------------------------------------------

static int find_string(
    size_t index, const uint8_t *bytes, size_t byte_count, const ptrdiff_t *ends, size_t count,
    ctc_string *found) {
  if (index >= count) return CTC_BAD_TAG;
  ptrdiff_t first = index ? ends[index - 1] : 0, end = ends[index];
  if (first < 0 || end < first || (size_t)end > byte_count) return CTC_BAD_ENDS;
  *found = (ctc_string){bytes + first, (size_t)(end - first)};
  return 0;
}

static int find_key(const ctc_strings *strings, uint32_t key, ctc_string *found) {
  const ctc_table *t = strings->table;
  return find_string(key, t->key_bytes, t->key_byte_count, t->key_ends, t->key_count, found);
}

// An integer is written to `room`.
static int find_value(
    const ctc_strings *strings, uint32_t value, uint8_t room[INTEGER_ROOM], ctc_string *found) {
  if (value & CTC_DYNAMIC_VALUE) {
    const ctc_values *d = strings->dynamic;
    size_t index = value & ~CTC_DYNAMIC_VALUE;
    if (index >= d->count) return CTC_BAD_TAG;
    size_t first = index ? d->ends[index - 1] : 0;
    *found = (ctc_string){d->bytes + first, d->ends[index] - first};
    return 0;
  }
  if (value & CTC_INTEGER_VALUE) {
    room[0] = UINT_VALUE;
    uint8_t *end = ctc_put_varint(room + 1, value ^ CTC_INTEGER_VALUE);
    *found = (ctc_string){room, (size_t)(end - room)};
    return 0;
  }
  const ctc_table *t = strings->table;
  return find_string(
      value, t->value_bytes, t->value_byte_count, t->value_ends, t->value_count, found);
}

// ---- Local numbers --------------------------------------------------------------------------

int64_t ctc_local_key(ctc_strings *strings, uint32_t key) {
  int64_t local = ctc_numbering_find(&strings->keys, key);
  if (local >= 0) return local;
  ctc_string found;
  int code = find_key(strings, key, &found);
  if (code) return code;
  local = ctc_numbering_add(&strings->keys, key);
  if (local < 0) return local;
  if (!CTC_GROW(strings->key_users, strings->key_user_capacity, (size_t)local + 1)) {
    return CTC_NO_MEMORY;
  }
  strings->key_users[local] = 0;
  return local;
}

// The local number of a value with these bytes, or -1.
static int64_t find_equal(const ctc_strings *strings, uint32_t tag, ctc_string wanted) {
  size_t cursor = 0;
  for (;;) {
    int64_t local = ctc_hash_next(&strings->values_by_bytes, tag, &cursor);
    if (local < 0) return -1;
    uint8_t room[INTEGER_ROOM];
    ctc_string met;
    if (find_value(strings, strings->values.sources[local], room, &met)) continue;
    if (met.length == wanted.length && memcmp(met.bytes, wanted.bytes, met.length) == 0) {
      return local;
    }
  }
}

int64_t ctc_local_value(ctc_strings *strings, uint32_t value) {
  int64_t local = ctc_numbering_find(&strings->values, value);
  if (local >= 0) return local;
  uint8_t room[INTEGER_ROOM];
  ctc_string found;
  int code = find_value(strings, value, room, &found);
  if (code) return code;
  if (strings->dynamic->count == 0) return ctc_numbering_add(&strings->values, value);
  uint32_t tag = ctc_hash_bytes(found.bytes, found.length);
  local = find_equal(strings, tag, found);
  if (local >= 0) return ctc_numbering_share(&strings->values, value, (uint32_t)local);
  local = ctc_numbering_add(&strings->values, value);
  if (local >= 0 && !ctc_hash_add(&strings->values_by_bytes, tag, (uint32_t)local)) {
    return CTC_NO_MEMORY;
  }
  return local;
}

// ---- Writing --------------------------------------------------------------------------------

static int64_t put_string(
    uint8_t field, ctc_string string, uint8_t **output, size_t *capacity, size_t used) {
  size_t room = 1 + CTC_VARINT64_MAX + string.length;
  if (!CTC_GROW(*output, *capacity, used + room)) return CTC_NO_MEMORY;
  uint8_t *out = *output + used;
  *out++ = field;
  out = ctc_put_varint(out, string.length);
  if (string.length) memcpy(out, string.bytes, string.length);
  return out + string.length - *output;
}

int64_t ctc_put_strings(
    const ctc_strings *strings, uint8_t **output, size_t *capacity, size_t used) {
  int64_t end = (int64_t)used;
  ctc_string string;
  for (size_t i = 0; end >= 0 && i < strings->keys.source_count; i++) {
    int code = find_key(strings, strings->keys.sources[i], &string);
    end = code ? code : put_string(KEYS, string, output, capacity, (size_t)end);
  }
  for (size_t i = 0; end >= 0 && i < strings->values.source_count; i++) {
    uint8_t room[INTEGER_ROOM];
    int code = find_value(strings, strings->values.sources[i], room, &string);
    end = code ? code : put_string(VALUES, string, output, capacity, (size_t)end);
  }
  return end;
}
