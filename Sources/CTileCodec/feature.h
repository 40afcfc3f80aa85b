// Writes whole features. Internal to the module.
#ifndef CTC_FEATURE_H
#define CTC_FEATURE_H

#include <stddef.h>
#include <stdint.h>

#include "CTileCodec.h"
#include "layer_strings.h"

// Room that feature `index`, which takes the given numbers of things, needs at most.
size_t ctc_feature_room(size_t parts, size_t vertices, size_t tags);

// Writes the body of feature `index` of `tile` at `out`, whose parts and tags start at
// `first_part` and `first_tag`. Its ends are known to be in range, and there is room enough. `user`
// counts the layer's features from 1. Returns the body's length or a code.
int64_t ctc_put_feature(
    uint8_t *out, ctc_strings *strings, const ctc_tile *tile, size_t index, size_t first_part,
    size_t first_tag, uint64_t user);

#endif
