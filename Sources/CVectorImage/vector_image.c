#include "CVectorImage.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// What we need of the headers of librsvg, cairo and GLib, which need not be there.
typedef struct { double length; int unit; } rsvg_length;
typedef struct { double x, y, width, height; } rsvg_rectangle;
enum { unit_percent = 0, unit_pixel = 1 };
enum { format_argb32 = 0, status_success = 0 };

struct cvi_library {
  void *(*handle_new)(const uint8_t *, size_t, void **);
  void (*set_dpi)(void *, double);
  int (*size_in_pixels)(void *, double *, double *);
  void (*dimensions)(
      void *, int *, rsvg_length *, int *, rsvg_length *, int *, rsvg_rectangle *);
  int (*render)(void *, void *, const rsvg_rectangle *, void **);
  void *(*surface_create)(int, int, int);
  int (*surface_status)(void *);
  void (*surface_flush)(void *);
  uint8_t *(*surface_data)(void *);
  int (*surface_stride)(void *);
  void (*surface_destroy)(void *);
  void *(*context_create)(void *);
  void (*context_scale)(void *, double, double);
  int (*context_status)(void *);
  void (*context_destroy)(void *);
  void (*unref)(void *);
  void (*error_free)(void *);
};

struct cvi_image {
  const cvi_library *library;
  void *handle;
};

#ifdef __APPLE__
static const char *const names[] = {
    "librsvg-2.2.dylib", "/opt/homebrew/lib/librsvg-2.2.dylib", "/usr/local/lib/librsvg-2.2.dylib"};
#else
static const char *const names[] = {"librsvg-2.so.2"};
#endif

// POSIX promises that a pointer to data holds one to a function.
static int find(void *library, const char *symbol, void *function) {
  void *found = dlsym(library, symbol);
  memcpy(function, &found, sizeof found);
  return found != NULL;
}

cvi_library *cvi_load(const char *name) {
  void *rsvg = NULL;
  if (name) {
    rsvg = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  } else {
    for (size_t i = 0; !rsvg && i < sizeof names / sizeof *names; i++)
      rsvg = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (!rsvg) return NULL;
  cvi_library *l = calloc(1, sizeof *l);
  if (!l) return NULL;
  // cairo, GObject and GLib are found through librsvg, which is linked to them.
  if (find(rsvg, "rsvg_handle_new_from_data", &l->handle_new) &&
      find(rsvg, "rsvg_handle_set_dpi", &l->set_dpi) &&
      find(rsvg, "rsvg_handle_get_intrinsic_size_in_pixels", &l->size_in_pixels) &&
      find(rsvg, "rsvg_handle_get_intrinsic_dimensions", &l->dimensions) &&
      find(rsvg, "rsvg_handle_render_document", &l->render) &&
      find(rsvg, "cairo_image_surface_create", &l->surface_create) &&
      find(rsvg, "cairo_surface_status", &l->surface_status) &&
      find(rsvg, "cairo_surface_flush", &l->surface_flush) &&
      find(rsvg, "cairo_image_surface_get_data", &l->surface_data) &&
      find(rsvg, "cairo_image_surface_get_stride", &l->surface_stride) &&
      find(rsvg, "cairo_surface_destroy", &l->surface_destroy) &&
      find(rsvg, "cairo_create", &l->context_create) &&
      find(rsvg, "cairo_scale", &l->context_scale) &&
      find(rsvg, "cairo_status", &l->context_status) &&
      find(rsvg, "cairo_destroy", &l->context_destroy) &&
      find(rsvg, "g_object_unref", &l->unref) && find(rsvg, "g_error_free", &l->error_free))
    return l;
  free(l);
  return NULL;
}

void cvi_free(cvi_library *library) { free(library); }

cvi_image *cvi_open(const cvi_library *library, const uint8_t *bytes, size_t count) {
  cvi_image *image = calloc(1, sizeof *image);
  if (!image) return NULL;
  void *error = NULL;
  image->library = library;
  image->handle = library->handle_new(bytes, count, &error);
  if (error) library->error_free(error);
  if (!image->handle) {
    free(image);
    return NULL;
  }
  library->set_dpi(image->handle, 96);
  return image;
}

void cvi_close(cvi_image *image) {
  if (!image) return;
  image->library->unref(image->handle);
  free(image);
}

int cvi_size(cvi_image *image, double *width, double *height) {
  if (image->library->size_in_pixels(image->handle, width, height)) return 0;
  int has_width = 0, has_height = 0, has_box = 0;
  rsvg_length w = {0}, h = {0};
  rsvg_rectangle box = {0};
  image->library->dimensions(image->handle, &has_width, &w, &has_height, &h, &has_box, &box);
  if (!has_box || !(box.width > 0) || !(box.height > 0)) return -1;
  // One side may be given alone; what is no length in pixels means a share of the viewBox.
  if (has_width && w.unit == unit_pixel) {
    *width = w.length;
    *height = w.length * box.height / box.width;
  } else if (has_height && h.unit == unit_pixel) {
    *width = h.length * box.width / box.height;
    *height = h.length;
  } else {
    *width = box.width;
    *height = box.height;
  }
  return 0;
}

int cvi_draw(cvi_image *image, int width, int height, uint8_t *pixels) {
  const cvi_library *l = image->library;
  rsvg_rectangle view = {0};
  if (width <= 0 || height <= 0 || cvi_size(image, &view.width, &view.height)) return -1;
  int result = -1;
  void *surface = l->surface_create(format_argb32, width, height);
  void *context = NULL;
  if (l->surface_status(surface) != status_success) goto done;
  context = l->context_create(surface);
  if (l->context_status(context) != status_success) goto done;
  l->context_scale(context, width / view.width, height / view.height);
  void *error = NULL;
  if (!l->render(image->handle, context, &view, &error)) {
    if (error) l->error_free(error);
    goto done;
  }
  l->surface_flush(surface);
  const uint8_t *data = l->surface_data(surface);
  int stride = l->surface_stride(surface);
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      uint32_t pixel;  // premultiplied, alpha in the highest byte
      memcpy(&pixel, data + (size_t)y * (size_t)stride + 4 * (size_t)x, 4);
      uint32_t alpha = pixel >> 24;
      uint8_t *out = pixels + 4 * ((size_t)y * (size_t)width + (size_t)x);
      for (int channel = 0; channel < 3; channel++) {
        uint32_t value = pixel >> (16 - 8 * channel) & 255;
        out[channel] = alpha ? (uint8_t)((value * 255 + alpha / 2) / alpha) : 0;
      }
      out[3] = (uint8_t)alpha;
    }
  }
  result = 0;
done:
  if (context) l->context_destroy(context);
  l->surface_destroy(surface);
  return result;
}
