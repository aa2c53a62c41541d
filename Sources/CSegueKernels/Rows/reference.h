// The reference kernels, in the plainest form. The kernels of all instruction sets (levels) must give the
// same bytes as the reference.
//
// Every level also compiles this file: for the last pixels of rows, and for kernels that compilers vectorize
// well.
#pragma once

#include <string.h>

#include "../Levels/levels.h"

#pragma STDC FP_CONTRACT OFF

static inline void reference_mix(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n, int16_t weight,
                                 bool stream) {
  (void)stream;
  for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(a[i] + (((b[i] - a[i]) * weight + 0x4000) >> 15));
}

static inline void reference_sample(uint8_t *out, const uint8_t *top, const uint8_t *bottom, float weight_y,
                                    const uint32_t *left, const float *weight_x, size_t n) {
  for (size_t i = 0; i < n; i++) {
    for (size_t c = 0; c < 4; c++) {
      size_t l = 4 * (size_t)left[i] + c, r = l + 4;
      float t = top[l] + (float)(top[r] - top[l]) * weight_x[i];
      float b = bottom[l] + (float)(bottom[r] - bottom[l]) * weight_x[i];
      out[4 * i + c] = (uint8_t)(t + (b - t) * weight_y + 0.5f);
    }
  }
}

typedef struct {
  size_t first;
  float weight;
} neighbor_pair;

// Finds the pixel before a position in 32.32 fixed point, and the weight of the pixel after it; both pixels
// are inside 0..<count.
static inline neighbor_pair around(int64_t position, uint32_t count) {
  int64_t first = position >> 32;
  if (first < 0 || count < 2) return (neighbor_pair){0, 0};
  if (first > (int64_t)count - 2) return (neighbor_pair){count - 2, 1};
  return (neighbor_pair){(size_t)first, (float)((uint32_t)position >> 8) * 0x1p-24f};
}

static inline void reference_warp(uint8_t *out, const uint8_t *picture, size_t stride, uint32_t width, uint32_t height,
                                  int64_t u, int64_t v, int64_t du, int64_t dv, size_t n) {
  for (size_t i = 0; i < n; i++, u += du, v += dv) {
    neighbor_pair x = around(u, width), y = around(v, height);
    const uint8_t *top = picture + y.first * stride, *bottom = height < 2 ? top : top + stride;
    for (size_t c = 0; c < 4; c++) {
      size_t l = 4 * x.first + c, r = width < 2 ? l : l + 4;
      float t = top[l] + (float)(top[r] - top[l]) * x.weight;
      float b = bottom[l] + (float)(bottom[r] - bottom[l]) * x.weight;
      out[4 * i + c] = (uint8_t)(t + (b - t) * y.weight + 0.5f);
    }
  }
}

static inline void reference_overlay(uint8_t *out, const uint8_t *in, float opacity, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float through = 1 - in[4 * i + 3] * (opacity / 255);
    for (size_t c = 0; c < 4; c++) {
      float value = in[4 * i + c] * opacity + out[4 * i + c] * through + 0.5f;
      out[4 * i + c] = (uint8_t)(value < 255 ? value : 255);
    }
  }
}

// Fills pixels from x on with colors, beginning with color i.
static inline void expand_from(uint8_t *restrict out, size_t x, const uint8_t *restrict colors,
                               const uint32_t *restrict ends, size_t i, size_t n) {
  for (; i < n; i++) {
    for (; x < ends[i]; x++) memcpy(out + 4 * x, colors + 4 * i, 4);
  }
}

static inline void reference_expand(uint8_t *out, const uint8_t *colors, const uint32_t *ends, const uint32_t *blocks,
                                    size_t n) {
  (void)blocks;
  expand_from(out, 0, colors, ends, 0, n);
}

static inline void reference_add(uint32_t *restrict sums, const uint8_t *restrict row, size_t n) {
  for (size_t i = 0; i < 4 * n; i++) sums[i] += row[i];
}

static inline void reference_mean(uint8_t *colors, const uint32_t *sums, const uint32_t *ends, size_t n,
                                  uint32_t rows) {
  size_t x = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t total[4] = {0}, area = (uint64_t)(ends[i] - x) * rows;
    for (; x < ends[i]; x++) {
      for (size_t c = 0; c < 4; c++) total[c] += sums[4 * x + c];
    }
    for (size_t c = 0; c < 4; c++) colors[4 * i + c] = area ? (uint8_t)((total[c] + area / 2) / area) : 0;
  }
}

static inline void reference_resample_down(float *restrict sums, const uint8_t *restrict row, float weight, size_t n,
                                           bool first) {
  if (first) {
    for (size_t i = 0; i < 4 * n; i++) sums[i] = (float)row[i] * weight;
  } else {
    for (size_t i = 0; i < 4 * n; i++) sums[i] += (float)row[i] * weight;
  }
}

static inline void reference_resample_down_wide(float *restrict sums, const uint16_t *restrict row, float weight,
                                                size_t n, bool first) {
  if (first) {
    for (size_t i = 0; i < 4 * n; i++) sums[i] = (float)row[i] * weight;
  } else {
    for (size_t i = 0; i < 4 * n; i++) sums[i] += (float)row[i] * weight;
  }
}

static inline float clamp(float value, float high) {
  float low = value > 0 ? value : 0;
  return low < high ? low : high;
}

static inline void reference_resample_across(uint8_t *out, const float *sums, const uint32_t *starts,
                                             const float *weights, size_t taps, const float *rounding, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float total[4] = {0};
    for (size_t k = 0; k < taps; k++) {
      for (size_t c = 0; c < 4; c++) {
        total[c] += sums[4 * (starts[i] + k) + c] * weights[i * taps + k];
      }
    }
    float alpha = clamp(total[3], 255);
    for (size_t c = 0; c < 4; c++) out[4 * i + c] = (uint8_t)(clamp(total[c], alpha) + rounding[i % 8]);
  }
}

static inline void reference_premultiply(uint8_t *out, const uint8_t *in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    for (size_t c = 0; c < 3; c++) out[4 * i + c] = (uint8_t)((in[4 * i + c] * in[4 * i + 3] + 127) / 255);
    out[4 * i + 3] = in[4 * i + 3];
  }
}

static inline void reference_unpremultiply(uint8_t *out, const uint8_t *in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned a = in[4 * i + 3];
    for (size_t c = 0; c < 3; c++) {
      unsigned straight = a ? (in[4 * i + c] * 255u + a / 2) / a : 0;
      out[4 * i + c] = (uint8_t)(straight < 255 ? straight : 255);
    }
    out[4 * i + 3] = (uint8_t)a;
  }
}

static inline void reference_over(uint8_t *out, const uint8_t *in, uint32_t background, size_t n) {
  uint8_t behind[4];
  memcpy(behind, &background, 4);
  for (size_t i = 0; i < n; i++) {
    unsigned through = 255u - in[4 * i + 3];
    for (size_t c = 0; c < 4; c++) {
      unsigned value = in[4 * i + c] + (behind[c] * through + 127) / 255;
      out[4 * i + c] = (uint8_t)(value < 255 ? value : 255);
    }
  }
}

static inline bool reference_is_opaque(const uint8_t *row, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (row[4 * i + 3] != 255) return false;
  }
  return true;
}

static inline void reference_drop_alpha(uint8_t *out, const uint8_t *in, size_t n, bool stream) {
  (void)stream;
  for (size_t i = 0; i < n; i++) memcpy(out + 3 * i, in + 4 * i, 3);
}

static inline void reference_matrix(uint8_t *out, const uint8_t *in, const int16_t *weights, int32_t offset, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int32_t sum = offset;
    for (size_t c = 0; c < 3; c++) sum += weights[c] * in[4 * i + c];
    out[i] = (uint8_t)(sum >> 15);
  }
}

static inline void matrix_half_entry(uint8_t *u, uint8_t *v, const uint8_t *top, const uint8_t *bottom,
                                     const int16_t *weights, int32_t offset, bool centered, size_t n, size_t i) {
  // The four columns of which the mean is taken, with equal weights. A column is listed twice to count
  // double: column 2i for the weights 1:2:1, and both columns if `centered`.
  size_t before = i ? 2 * i - 1 : 0, after = 2 * i + 1 < n ? 2 * i + 1 : n - 1;
  size_t columns[4] = {centered ? after : before, 2 * i, 2 * i, after};
  int32_t sums[2] = {8 * offset, 8 * offset};
  for (size_t c = 0; c < 3; c++) {
    int32_t value = 0;
    for (size_t part = 0; part < 4; part++) value += top[4 * columns[part] + c] + bottom[4 * columns[part] + c];
    for (size_t k = 0; k < 2; k++) sums[k] += weights[3 * k + c] * value;
  }
  u[i] = (uint8_t)(sums[0] >> 18);
  v[i] = (uint8_t)(sums[1] >> 18);
}

static inline void reference_matrix_half(uint8_t *u, uint8_t *v, const uint8_t *top, const uint8_t *bottom,
                                         const int16_t *weights, int32_t offset, bool centered, size_t n) {
  for (size_t i = 0; i < (n + 1) / 2; i++) {
    matrix_half_entry(u, v, top, bottom, weights, offset, centered, n, i);
  }
}

static inline int32_t clamped_byte(int32_t value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

static inline void reference_colors(uint8_t *restrict out, const uint8_t *restrict luma, const uint8_t *restrict blue,
                                    const uint8_t *restrict red, const int32_t *restrict weights, bool halved,
                                    size_t n) {
  // The number of columns in a run. Halved chroma is first expanded to one sample a column, a run at a time,
  // so that the conversion can be vectorized.
  enum { RUN = 256 };
  uint8_t blues[RUN], reds[RUN];
  const int32_t scale = weights[0], black = weights[1];
  const int32_t by[4] = {weights[2], weights[3], weights[4], weights[5]};
  for (size_t start = 0; start < n; start += RUN) {
    const size_t count = n - start < RUN ? n - start : RUN;
    const uint8_t *cb = blue + start, *cr = red + start;
    if (halved) {
      for (size_t i = 0; i < count; i++) {
        blues[i] = blue[(start + i) / 2];
        reds[i] = red[(start + i) / 2];
      }
      cb = blues;
      cr = reds;
    }
    for (size_t i = 0; i < count; i++) {
      const int32_t gray = scale * (luma[start + i] - black) + (1 << 15), u = cb[i] - 128, v = cr[i] - 128;
      const uint32_t r = (uint32_t)clamped_byte((gray + by[0] * v) >> 16);
      const uint32_t g = (uint32_t)clamped_byte((gray + by[1] * u + by[2] * v) >> 16);
      const uint32_t b = (uint32_t)clamped_byte((gray + by[3] * u) >> 16);
      const uint32_t pixel = r | g << 8 | b << 16 | 255u << 24;
      memcpy(out + 4 * (start + i), &pixel, 4);
    }
  }
}

static inline void reference_subtract_left(uint8_t *restrict out, const uint8_t *restrict row, size_t step, size_t n) {
  size_t i = 0;
  for (; i < step && i < n; i++) out[i] = row[i];
  for (; i < n; i++) out[i] = (uint8_t)(row[i] - row[i - step]);
}

static inline void reference_subtract_average(uint8_t *out, const uint8_t *row, const uint8_t *above, size_t step,
                                              size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(row[i] - ((i < step ? 0 : row[i - step]) + above[i]) / 2);
}

#include "windows_reference.h"
#include "edges_reference.h"
#include "grids_reference.h"
#include "turns_reference.h"
#include "light_reference.h"

// Returns the table of reference kernels, with which every level starts.
static inline segue_kernels reference_kernels(void) {
  return (segue_kernels){
      .mix = reference_mix,
      .mix_turns = reference_mix_turns,
      .take_turns = reference_take_turns,
      .mix_differences = reference_mix_differences,
      .smear = reference_smear,
      .sample = reference_sample,
      .warp = reference_warp,
      .overlay = reference_overlay,
      .expand = reference_expand,
      .add = reference_add,
      .mean = reference_mean,
      .resample_down = reference_resample_down,
      .resample_down_wide = reference_resample_down_wide,
      .resample_across = reference_resample_across,
      .premultiply = reference_premultiply,
      .unpremultiply = reference_unpremultiply,
      .over = reference_over,
      .is_opaque = reference_is_opaque,
      .drop_alpha = reference_drop_alpha,
      .matrix = reference_matrix,
      .matrix_half = reference_matrix_half,
      .colors = reference_colors,
      .subtract_left = reference_subtract_left,
      .subtract_average = reference_subtract_average,
      .sum_rows = reference_sum_rows,
      .combine = reference_combine,
      .spread = reference_spread,
      .widen = reference_widen,
      .smooth_down = reference_smooth_down,
      .smooth_across = reference_smooth_across,
      .luminance = reference_luminance,
      .slopes = reference_slopes,
      .crests = reference_crests,
      .links = reference_links,
      .box_down = reference_box_down,
      .box_across = reference_box_across,
      .short_box_down = reference_short_box_down,
      .short_box_across = reference_short_box_across,
      .median = reference_median,
      .convolve = reference_convolve,
      .convolve_short = reference_convolve_short,
      .extreme_rows = reference_extreme_rows,
      .extreme_across = reference_extreme_across,
      .look_up = reference_look_up,
      .transform_colors = reference_transform_colors,
      .map_colors = reference_map_colors,
  };
}
