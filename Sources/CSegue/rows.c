// Converts rows of pixels between RGBA and the pixel layouts of callers.
#include <string.h>

#include "segue_memory.h"

size_t segue_c_channel_bytes(segue_layout layout) {
  if (layout < SEGUE_RGBA8 || layout > SEGUE_RGB_FLOAT) return 0;
  return layout < SEGUE_RGBA16 ? 1 : layout < SEGUE_RGBA_FLOAT ? 2 : 4;
}

static bool has_alpha(segue_layout layout) {
  return layout != SEGUE_RGB8 && layout != SEGUE_BGR8 && layout != SEGUE_RGB16 && layout != SEGUE_RGB_FLOAT;
}

size_t segue_c_pixel_bytes(segue_layout layout) {
  return segue_c_channel_bytes(layout) * (has_alpha(layout) ? 4 : 3);
}

bool segue_c_is_premultiplied(segue_layout layout) {
  return layout == SEGUE_RGBA8_PREMULTIPLIED || layout == SEGUE_BGRA8_PREMULTIPLIED;
}

// Copies pixels of four bytes, and exchanges red and blue.
static void swap(const uint8_t *restrict from, uint8_t *restrict to, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t pixel;
    memcpy(&pixel, from + 4 * i, 4);
    pixel = (pixel & 0xff00ff00) | (pixel >> 16 & 0xff) | (pixel & 0xff) << 16;
    memcpy(to + 4 * i, &pixel, 4);
  }
}

void segue_c_unpack(segue_layout layout, const uint8_t *restrict from, uint8_t *restrict to, size_t count) {
  switch (layout) {
    case SEGUE_RGBA8:
    case SEGUE_RGBA8_PREMULTIPLIED: memcpy(to, from, 4 * count); return;
    case SEGUE_BGRA8:
    case SEGUE_BGRA8_PREMULTIPLIED: swap(from, to, count); return;
    case SEGUE_RGB8:
      // Loads four bytes for each pixel of three bytes, including the first byte of the next pixel; the last
      // pixel is read separately.
      for (size_t i = 0; i + 1 < count; i++) {
        uint32_t pixel;
        memcpy(&pixel, from + 3 * i, 4);
        pixel |= 0xff000000;
        memcpy(to + 4 * i, &pixel, 4);
      }
      if (count > 0) {
        memcpy(to + 4 * count - 4, from + 3 * count - 3, 3);
        to[4 * count - 1] = 255;
      }
      return;
    case SEGUE_BGR8:
      for (size_t i = 0; i < count; i++) {
        to[4 * i] = from[3 * i + 2];
        to[4 * i + 1] = from[3 * i + 1];
        to[4 * i + 2] = from[3 * i];
        to[4 * i + 3] = 255;
      }
      return;
    case SEGUE_RGBA16: memcpy(to, from, 8 * count); return;
    case SEGUE_RGB16:
      for (size_t i = 0; i < count; i++) {
        memcpy(to + 8 * i, from + 6 * i, 6);
        memcpy(to + 8 * i + 6, &(uint16_t){UINT16_MAX}, 2);
      }
      return;
    case SEGUE_RGBA_FLOAT: memcpy(to, from, 16 * count); return;
    case SEGUE_RGB_FLOAT:
      for (size_t i = 0; i < count; i++) {
        memcpy(to + 16 * i, from + 12 * i, 12);
        memcpy(to + 16 * i + 12, &(float){1}, 4);
      }
      return;
    default: return;
  }
}

void segue_c_pack(segue_layout layout, const uint8_t *restrict from, uint8_t *restrict to, size_t count) {
  switch (layout) {
    case SEGUE_RGBA8:
    case SEGUE_RGBA8_PREMULTIPLIED: memcpy(to, from, 4 * count); return;
    case SEGUE_BGRA8:
    case SEGUE_BGRA8_PREMULTIPLIED: swap(from, to, count); return;
    case SEGUE_RGB8:
      for (size_t i = 0; i < count; i++) memcpy(to + 3 * i, from + 4 * i, 3);
      return;
    case SEGUE_BGR8:
      for (size_t i = 0; i < count; i++) {
        to[3 * i] = from[4 * i + 2];
        to[3 * i + 1] = from[4 * i + 1];
        to[3 * i + 2] = from[4 * i];
      }
      return;
    case SEGUE_RGBA16: memcpy(to, from, 8 * count); return;
    case SEGUE_RGB16:
      for (size_t i = 0; i < count; i++) memcpy(to + 6 * i, from + 8 * i, 6);
      return;
    case SEGUE_RGBA_FLOAT: memcpy(to, from, 16 * count); return;
    case SEGUE_RGB_FLOAT:
      for (size_t i = 0; i < count; i++) memcpy(to + 12 * i, from + 16 * i, 12);
      return;
    default: return;
  }
}

void segue_c_premultiply(float *row, size_t count) {
  for (size_t i = 0; i < 4 * count; i += 4) {
    float alpha = row[i + 3];
    alpha = alpha > 0 ? alpha < 1 ? alpha : 1 : 0;
    for (size_t c = 0; c < 3; c++) {
      float color = row[i + c] * alpha;
      row[i + c] = color == color ? color : 0;
    }
    row[i + 3] = alpha;
  }
}

bool segue_c_is_valid(const uint8_t *row, size_t count) {
  uint8_t above = 0;
  for (size_t i = 0; i < 4 * count; i += 4) {
    uint8_t alpha = row[i + 3];
    above |= (row[i] > alpha) | (row[i + 1] > alpha) | (row[i + 2] > alpha);
  }
  return !above;
}
