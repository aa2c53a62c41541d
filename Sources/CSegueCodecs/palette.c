#include "palette.h"

#include <math.h>
#include <string.h>

// Forbids fused multiply-adds, so that palettes are equal on all machines.
#pragma STDC FP_CONTRACT OFF

static uint32_t slot_of(uint32_t key) { return key * 2654435761u >> 16; }

// Collects the marked pixels in bins of equal color, without the lowest `shift` bits of each channel; returns
// false if there would be more than `most` bins.
static bool count_colors(palette *p, const uint8_t *pixels, size_t stride, const uint8_t *marks, uint32_t width,
                         uint32_t height, int shift, uint32_t most) {
  memset(p->slots, 0, sizeof p->slots);
  p->bin_count = 0;
  for (uint32_t y = 0; y < height; y++) {
    const uint8_t *row = pixels + y * stride, *drawn = marks + (size_t)y * width;
    for (uint32_t x = 0; x < width; x++) {
      if (!drawn[x]) continue;
      const uint8_t *pixel = row + 4 * (size_t)x;
      uint32_t key = (uint32_t)(pixel[0] >> shift) << 16 | (uint32_t)(pixel[1] >> shift) << 8 | pixel[2] >> shift;
      uint32_t slot = slot_of(key);
      while (p->slots[slot] && p->bins[p->slots[slot] - 1].key != key) slot = (slot + 1) % PALETTE_SLOTS;
      if (!p->slots[slot]) {
        if (p->bin_count == most) return false;
        p->bins[p->bin_count++] = (palette_bin){.key = key};
        p->slots[slot] = p->bin_count;
      }
      palette_bin *bin = &p->bins[p->slots[slot] - 1];
      bin->count++;
      for (int channel = 0; channel < 3; channel++) bin->sums[channel] += pixel[channel];
    }
  }
  for (uint32_t i = 0; i < p->bin_count; i++) {
    palette_bin *bin = &p->bins[i];
    for (int channel = 0; channel < 3; channel++)
      bin->mean[channel] = (int32_t)((16 * bin->sums[channel] + bin->count / 2) / bin->count);
  }
  return true;
}

// A box: the bins with indices from..<to, which share a palette color, and the best cut of the box into two.
typedef struct {
  uint32_t from, to;
  double gain;  // the decrease of squared error by the cut; 0 if there is no cut
  int channel, cut;
} palette_box;

static void plan_cut(const palette *p, palette_box *box) {
  box->gain = 0;
  for (int channel = 0; channel < 3; channel++) {
    double counts[256] = {0}, sums[256] = {0}, count = 0, sum = 0;
    for (uint32_t i = box->from; i < box->to; i++) {
      const palette_bin *bin = &p->bins[i];
      double weight = (double)bin->count;
      counts[bin->mean[channel] >> 4] += weight;
      sums[bin->mean[channel] >> 4] += weight * bin->mean[channel];
    }
    for (int level = 0; level < 256; level++) {
      count += counts[level];
      sum += sums[level];
    }
    double below = 0, below_sum = 0;
    for (int level = 0; level < 255; level++) {
      if (counts[level] == 0) continue;
      below += counts[level];
      below_sum += sums[level];
      if (below == count) break;
      double apart = below_sum / below - (sum - below_sum) / (count - below);
      double gain = below * (count - below) / count * apart * apart;
      if (gain > box->gain) *box = (palette_box){box->from, box->to, gain, channel, level};
    }
  }
}

// Median cut by error: cuts the box with the largest gain until there are `most` boxes. The color of a box is
// the mean of its pixels.
static void cut_boxes(palette *p, int most) {
  palette_box boxes[256] = {{.from = 0, .to = p->bin_count}};
  plan_cut(p, &boxes[0]);
  int count = 1;
  while (count < most) {
    palette_box *box = &boxes[0];
    for (int i = 1; i < count; i++)
      if (boxes[i].gain > box->gain) box = &boxes[i];
    if (box->gain == 0) break;
    uint32_t middle = box->from, end = box->to;
    while (middle < end) {
      if (p->bins[middle].mean[box->channel] >> 4 <= box->cut) {
        middle++;
      } else {
        palette_bin other = p->bins[--end];
        p->bins[end] = p->bins[middle];
        p->bins[middle] = other;
      }
    }
    boxes[count] = (palette_box){.from = middle, .to = box->to};
    box->to = middle;
    plan_cut(p, box);
    plan_cut(p, &boxes[count++]);
  }
  p->count = count;
  for (int i = 0; i < count; i++) {
    for (int channel = 0; channel < 3; channel++) {
      uint64_t sum = 0, pixels = 0;
      for (uint32_t bin = boxes[i].from; bin < boxes[i].to; bin++) {
        sum += p->bins[bin].sums[channel];
        pixels += p->bins[bin].count;
      }
      p->channels[channel][i] = (int32_t)((16 * sum + pixels / 2) / pixels);
    }
  }
}

// Finds the index of the nearest palette color, and the squared distance. `color` has the scale of
// `channels`.
static int nearest(const palette *p, const int32_t color[3], int32_t *square) {
  int32_t squares[256];
  const int32_t red = color[0], green = color[1], blue = color[2];
  // Rounds the count up to a multiple of 16, so that the loop vectorizes without a tail.
  const int count = (p->count + 15) & ~15;
  int32_t best = INT32_MAX;
  for (int i = 0; i < count; i++) {
    int32_t r = p->channels[0][i] - red, g = p->channels[1][i] - green, b = p->channels[2][i] - blue;
    squares[i] = r * r + g * g + b * b;
    best = squares[i] < best ? squares[i] : best;
  }
  *square = best;
  int index = 0;
  while (squares[index] != best) index++;
  return index;
}

// Fills unused entries with a color that is far from all others.
static void fill_unused(palette *p) {
  for (int channel = 0; channel < 3; channel++)
    for (int i = p->count; i < 256; i++) p->channels[channel][i] = 16384;
}

// One round of k-means: computes `spread` for the present colors, then moves each color to the mean of the
// bins to which it is the nearest color.
static void move_colors(palette *p) {
  uint64_t counts[256] = {0}, sums[3][256] = {{0}}, pixels = 0;
  double squares = 0;
  for (uint32_t i = 0; i < p->bin_count; i++) {
    const palette_bin *bin = &p->bins[i];
    int32_t square;
    int index = nearest(p, bin->mean, &square);
    squares += (double)square * (double)bin->count;
    pixels += bin->count;
    counts[index] += bin->count;
    for (int channel = 0; channel < 3; channel++) sums[channel][index] += bin->sums[channel];
  }
  p->spread = (int32_t)(sqrt(squares / (3 * (double)pixels)) + 0.5);
  for (int channel = 0; channel < 3; channel++)
    for (int i = 0; i < p->count; i++)
      if (counts[i]) p->channels[channel][i] = (int32_t)((16 * sums[channel][i] + counts[i] / 2) / counts[i]);
}

void palette_find(palette *p, const uint8_t *pixels, size_t stride, const uint8_t *marks, uint32_t width,
                  uint32_t height, int most) {
  // Chooses the finest quantization that gives at most 8192 bins, so that screenshots keep exact colors; the
  // coarsest quantization has steps of eight levels.
  int shift = 0;
  while (!count_colors(p, pixels, stride, marks, width, height, shift, shift < 3 ? 8192 : PALETTE_BINS)) shift++;
  p->spread = 0;
  if (shift == 0 && p->bin_count <= (uint32_t)most) {
    p->count = (int)p->bin_count;
    for (int i = 0; i < p->count; i++)
      for (int channel = 0; channel < 3; channel++) p->channels[channel][i] = p->bins[i].mean[channel];
  } else {
    cut_boxes(p, most);
    fill_unused(p);
    // Three rounds gain 0.1 to 0.2 dB of PSNR for photographs; five more rounds would gain 0.02 dB.
    for (int round = 0; round < 3; round++) move_colors(p);
  }
  for (int channel = 0; channel < 3; channel++)
    for (int i = 0; i < p->count; i++)
      p->colors[i][channel] = (uint8_t)(p->channels[channel][i] = (p->channels[channel][i] + 8) >> 4);
  fill_unused(p);
  memset(p->slots, 0xff, sizeof p->slots);
}

uint8_t palette_index(palette *p, int red, int green, int blue) {
  // A larger `spread` makes cache keys coarser, so that similar colors share an entry.
  const int shift = p->spread < 4 ? 0 : p->spread < 16 ? 1 : 2, half = 1 << shift >> 1;
  const int32_t color[3] = {red >> shift, green >> shift, blue >> shift};
  const uint32_t key = (uint32_t)color[0] << 16 | (uint32_t)color[1] << 8 | (uint32_t)color[2], slot = slot_of(key);
  if (p->slots[slot] != key) {
    int32_t square;
    const int32_t middle[3] = {(color[0] << shift) + half, (color[1] << shift) + half, (color[2] << shift) + half};
    p->slots[slot] = key;
    p->known[slot] = (uint8_t)nearest(p, middle, &square);
  }
  return p->known[slot];
}
