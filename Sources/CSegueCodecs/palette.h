// The colors that stand for those of a picture.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PALETTE_BINS = 32768, PALETTE_SLOTS = 65536 };

// Colors that are counted as one, in sums over their pixels.
typedef struct {
  uint32_t key;
  uint64_t count, sums[3];
  int32_t mean[3];  // 16ths
} palette_bin;

// A palette and what it is found with, used again from picture to picture.
typedef struct {
  int count;
  uint8_t colors[256][3];
  // How far pixels are from their colors: the root of the mean square of a channel, in 16ths; 0 where all are exact.
  int32_t spread;

  int32_t channels[3][256];
  uint32_t bin_count;
  palette_bin bins[PALETTE_BINS];
  // Numbers of bins from 1 on, by their keys; afterwards colors whose index is known.
  uint32_t slots[PALETTE_SLOTS];
  uint8_t known[PALETTE_SLOTS];
} palette;

// Finds at most `most` colors, 1…256, for the pixels of rows without gaps that are marked by something other than 0.
// Exactly theirs where there are no more. Some pixel is marked.
void palette_find(palette *palette, const uint8_t *pixels, size_t stride, const uint8_t *marks, uint32_t width,
                  uint32_t height, int most);

// The index of the nearest color, the first of several; where the palette is not exact, of one that is hardly farther.
uint8_t palette_index(palette *palette, int red, int green, int blue);
