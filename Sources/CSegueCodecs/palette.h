// Color quantization: a palette for a picture.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PALETTE_BINS = 32768, PALETTE_SLOTS = 65536 };

// A bin of similar colors: the number of its pixels, and their sums and means by channel.
typedef struct {
  uint32_t key;
  uint64_t count, sums[3];
  int32_t mean[3];  // in units of 1/16 of an 8-bit level
} palette_bin;

// A palette with its working memory, reused from picture to picture.
typedef struct {
  int count;
  uint8_t colors[256][3];
  // The root mean square error of a channel, in units of 1/16 of an 8-bit level; 0 if the palette is exact.
  int32_t spread;

  int32_t channels[3][256];
  uint32_t bin_count;
  palette_bin bins[PALETTE_BINS];
  // First a hash table from colors to the indices of bins plus 1; later the keys of a cache from colors to
  // palette indices, which are in `known`.
  uint32_t slots[PALETTE_SLOTS];
  uint8_t known[PALETTE_SLOTS];
} palette;

// Finds up to `most` (1…256) colors for the pixels whose mark is not 0. Pixels with up to `most` different
// colors get exactly these colors. Rows of marks have no padding. At least one pixel must be marked.
void palette_find(palette *palette, const uint8_t *pixels, size_t stride, const uint8_t *marks, uint32_t width,
                  uint32_t height, int most);

// Returns the index of the nearest palette color, or the lowest index of several equally near colors. If the
// palette is not exact, a slightly farther color may be returned, since similar colors share a cache entry.
uint8_t palette_index(palette *palette, int red, int green, int blue);
