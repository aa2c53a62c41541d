// The bounding rectangle of the differences between two pictures.
#include <string.h>

#include "CSegueCodecs.h"

static uint32_t load_pixel(const uint8_t *row, uint32_t x) {
  uint32_t pixel;
  memcpy(&pixel, row + 4 * (size_t)x, 4);
  return pixel;
}

segue_rectangle segue_changed(const uint8_t *a, size_t a_stride, const uint8_t *b, size_t b_stride,
                              segue_dimensions dimensions) {
  const size_t row_bytes = 4 * (size_t)dimensions.width;
  uint32_t top = 0, bottom = dimensions.height;
  while (top < bottom && memcmp(a + top * a_stride, b + top * b_stride, row_bytes) == 0) top++;
  if (top == bottom) return (segue_rectangle){0};
  while (memcmp(a + (bottom - 1) * a_stride, b + (bottom - 1) * b_stride, row_bytes) == 0) bottom--;

  // Scans each row only in the columns outside the rectangle found so far.
  uint32_t left = dimensions.width, right = 0;
  for (uint32_t y = top; y < bottom && (left > 0 || right < dimensions.width); y++) {
    const uint8_t *row = a + y * a_stride, *other = b + y * b_stride;
    uint32_t x = 0;
    while (x < left && load_pixel(row, x) == load_pixel(other, x)) x++;
    left = x;
    x = dimensions.width;
    while (x > right && load_pixel(row, x - 1) == load_pixel(other, x - 1)) x--;
    right = x;
  }
  return (segue_rectangle){.x = left, .y = top, .width = right - left, .height = bottom - top};
}
