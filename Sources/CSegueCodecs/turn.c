#include "turn.h"

#include <string.h>

// Copies `count` rows of the stored picture, from row `y` on, to their positions in the upright picture.
// `orientation` is EXIF's, 1…8.
static inline void place(const uint8_t *rows, size_t count, size_t y, segue_dimensions stored, int orientation,
                         size_t size, uint8_t *pixels, size_t stride) {
  const size_t width = stored.width, last_x = stored.width - 1, last_y = stored.height - 1;
  const bool mirrored = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool flipped = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  if (orientation < 5) {
    for (size_t i = 0; i < count; i++) {
      uint8_t *out = pixels + (flipped ? last_y - (y + i) : y + i) * stride;
      const uint8_t *in = rows + i * width * size;
      if (!mirrored) {
        memcpy(out, in, width * size);
      } else {
        for (size_t x = 0; x < width; x++) memcpy(out + size * (last_x - x), in + size * x, size);
      }
    }
  } else {
    // Rotates by a quarter turn: a stored column becomes a row. Copying `count` rows at once fills whole
    // cache lines.
    for (size_t x = 0; x < width; x++) {
      uint8_t *out = pixels + (mirrored ? last_x - x : x) * stride;
      for (size_t i = 0; i < count; i++) {
        memcpy(out + size * (flipped ? last_y - (y + i) : y + i), rows + (i * width + x) * size, size);
      }
    }
  }
}

void segue_place(const uint8_t *rows, size_t count, size_t y, segue_dimensions stored, int orientation,
                 size_t pixel_bytes, uint8_t *pixels, size_t stride) {
  // Passes the pixel size as a constant, so that copying a pixel is one instruction.
  if (pixel_bytes == 4) {
    place(rows, count, y, stored, orientation, 4, pixels, stride);
  } else if (pixel_bytes == 8) {
    place(rows, count, y, stored, orientation, 8, pixels, stride);
  } else {
    place(rows, count, y, stored, orientation, 16, pixels, stride);
  }
}

void segue_turn(const uint8_t *from, size_t from_stride, segue_dimensions stored, int orientation, size_t pixel_bytes,
                uint8_t *to, size_t to_stride) {
  for (size_t y = 0; y < stored.height; y++)
    segue_place(from + y * from_stride, 1, y, stored, orientation, pixel_bytes, to, to_stride);
}
