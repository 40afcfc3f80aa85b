// Draws SVG with librsvg and cairo, which are loaded when the first drawing needs them: building
// and everything else do without.
#ifndef CVECTORIMAGE_H
#define CVECTORIMAGE_H

#include <stddef.h>
#include <stdint.h>

// The loaded libraries. May be used by several threads at once.
typedef struct cvi_library cvi_library;

// Loads librsvg 2.52 or newer by the name of its shared library; NULL names that of the system.
// Returns NULL where it or what it needs is missing. The caller frees the result; the libraries
// stay loaded.
cvi_library *cvi_load(const char *name);
// Frees `library`, which may be NULL.
void cvi_free(cvi_library *library);

// A drawing. Used by one thread at a time.
typedef struct cvi_image cvi_image;

// Reads a drawing of `count` bytes. Nothing outside of it is loaded. Returns NULL when it is no
// SVG. The caller closes the result before the library is freed.
cvi_image *cvi_open(const cvi_library *library, const uint8_t *bytes, size_t count);
// Closes `image`, which may be NULL.
void cvi_close(cvi_image *image);

// The size in CSS pixels: by width and height, or else by the viewBox. Returns 0, or -1 where
// neither says it.
int cvi_size(cvi_image *image, double *width, double *height);

// Draws all of the drawing, stretched to `width` x `height` pixels, into `pixels`: rows from the
// top without gaps, each red, green, blue, alpha, not premultiplied. Returns 0, or -1 when the
// drawing is damaged or memory is short.
int cvi_draw(cvi_image *image, int width, int height, uint8_t *pixels);

#endif
