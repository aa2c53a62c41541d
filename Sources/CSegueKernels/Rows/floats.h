// Kernels over rows of floats: four a pixel, premultiplied, 0…1 for the range of a byte. Values outside of
// this range are kept where the result is floats.
//
// Each level compiles this file; the compiler vectorizes the loops. Without contraction to fused
// multiply-adds, all levels give equal bytes.
#pragma once

#include <math.h>
#include <string.h>

#include "../Levels/levels.h"
#include "reference.h"

#pragma STDC FP_CONTRACT OFF

static inline float limited(float x, float most) { return x > 0 ? (x < most ? x : most) : 0; }

static void floats_from_bytes(float *restrict out, const uint8_t *restrict in, size_t n) {
  for (size_t i = 0; i < 4 * n; i++) out[i] = (float)in[i] / 255;
}

// Straight samples to premultiplied floats.
static void floats_from_words(float *restrict out, const uint16_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float alpha = (float)in[4 * i + 3] / 65535;
    for (size_t c = 0; c < 3; c++) out[4 * i + c] = (float)in[4 * i + c] / 65535 * alpha;
    out[4 * i + 3] = alpha;
  }
}

// Converts n halves, infinities and NaN included.
static void floats_from_halves(float *restrict out, const uint16_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t magnitude = (uint32_t)(in[i] & 0x7fff) << 13, sign = (uint32_t)(in[i] & 0x8000) << 16;
    float scaled;
    memcpy(&scaled, &magnitude, 4);
    // Moves the bias of the exponent from 15 to 127; halves without a leading bit become normal, too.
    scaled *= 0x1p112f;
    uint32_t bits;
    memcpy(&bits, &scaled, 4);
    bits |= magnitude >= 0x0f800000 ? 0x7f800000 : 0;
    bits |= sign;
    memcpy(out + i, &bits, 4);
  }
}

// Converts n floats to halves, rounded to nearest with ties to even; NaN stays NaN.
static void floats_to_halves(uint16_t *restrict out, const float *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t bits;
    memcpy(&bits, in + i, 4);
    uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    float value, small;
    memcpy(&value, &magnitude, 4);
    // Below the smallest normal half, adding 0.5 leaves the rounded half in the low bits.
    small = value + 0.5f;
    uint32_t small_bits;
    memcpy(&small_bits, &small, 4);
    uint32_t normal = (magnitude - 0x38000000 + 0xfff + (magnitude >> 13 & 1)) >> 13;
    uint32_t half = magnitude < 0x38800000 ? small_bits - 0x3f000000 : normal;
    half = magnitude >= 0x477ff000 ? 0x7c00 : half;
    half = magnitude > 0x7f800000 ? 0x7e00 : half;
    out[i] = (uint16_t)(sign | half);
  }
}

// Premultiplied floats to bytes, rounded to nearest; colors at most alpha.
static void floats_to_bytes(uint8_t *restrict out, const float *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float alpha = limited(in[4 * i + 3], 1);
    for (size_t c = 0; c < 3; c++) out[4 * i + c] = (uint8_t)(int32_t)(limited(in[4 * i + c], alpha) * 255 + 0.5f);
    out[4 * i + 3] = (uint8_t)(int32_t)(alpha * 255 + 0.5f);
  }
}

// Premultiplied to straight floats; transparent pixels become 0.
static void floats_unpremultiply(float *restrict out, const float *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float alpha = in[4 * i + 3];
    for (size_t c = 0; c < 3; c++) out[4 * i + c] = alpha > 0 ? in[4 * i + c] / alpha : 0;
    out[4 * i + 3] = alpha;
  }
}

// Premultiplied floats to straight samples of 16 bits, rounded to nearest.
static void floats_to_words(uint16_t *restrict out, const float *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float alpha = limited(in[4 * i + 3], 1), divisor = alpha > 0 ? alpha : 1;
    for (size_t c = 0; c < 3; c++) {
      float color = limited(in[4 * i + c] / divisor, 1);
      out[4 * i + c] = (uint16_t)(int32_t)((alpha > 0 ? color : 0) * 65535 + 0.5f);
    }
    out[4 * i + 3] = (uint16_t)(int32_t)(alpha * 65535 + 0.5f);
  }
}

// out = a + (b − a)·weight for n floats.
static void floats_mix(float *out, const float *a, const float *b, float weight, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = a[i] + (b[i] - a[i]) * weight;
}

// `floats_mix` of straight words, without rows of floats between: the mean of two pictures is memory-bound.
static void floats_mix_words(float *restrict out, const uint16_t *restrict a, const uint16_t *restrict b,
                             float weight, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float alpha_a = (float)a[4 * i + 3] / 65535, alpha_b = (float)b[4 * i + 3] / 65535;
    for (size_t c = 0; c < 3; c++) {
      float from = (float)a[4 * i + c] / 65535 * alpha_a, to = (float)b[4 * i + c] / 65535 * alpha_b;
      out[4 * i + c] = from + (to - from) * weight;
    }
    out[4 * i + 3] = alpha_a + (alpha_b - alpha_a) * weight;
  }
}

// `floats_mix` with a weight for each pixel, as in `mix_turns`.
static void floats_mix_turns(float *restrict out, const float *restrict a, const float *restrict b,
                             const float *restrict turns, float edge, float scale, bool smooth, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float z = limited((edge - turns[i]) * scale, 1);
    z = smooth ? z * z * (3 - 2 * z) : z;
    for (size_t c = 0; c < 4; c++) {
      // Both ends are exact: a + (b − a) may differ from b.
      float mixed = a[4 * i + c] + (b[4 * i + c] - a[4 * i + c]) * z;
      out[4 * i + c] = z == 1 ? b[4 * i + c] : mixed;
    }
  }
}

static void floats_take_turns(float *restrict out, const float *restrict a, const float *restrict b,
                              const float *restrict turns, float edge, size_t n) {
  for (size_t i = 0; i < n; i++) {
    for (size_t c = 0; c < 4; c++) out[4 * i + c] = turns[i] <= edge ? b[4 * i + c] : a[4 * i + c];
  }
}

// Composites `in`, multiplied by an opacity 0…1, over `out`.
static void floats_overlay(float *restrict out, const float *restrict in, float opacity, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float through = 1 - in[4 * i + 3] * opacity;
    for (size_t c = 0; c < 4; c++) out[4 * i + c] = in[4 * i + c] * opacity + out[4 * i + c] * through;
  }
}

// Composites pixels over one color of four floats.
static void floats_over(float *restrict out, const float *restrict in, const float *restrict background, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float through = 1 - in[4 * i + 3];
    for (size_t c = 0; c < 4; c++) out[4 * i + c] = in[4 * i + c] + background[c] * through;
  }
}

static bool floats_are_opaque(const float *row, size_t n) {
  bool all = true;
  for (size_t i = 0; i < n; i++) all &= row[4 * i + 3] >= 1;
  return all;
}

// Bilinear samples as in `warp`, with the strides in bytes.
static void floats_warp(float *restrict out, const float *restrict picture, size_t stride, uint32_t width,
                        uint32_t height, int64_t u, int64_t v, int64_t du, int64_t dv, size_t n) {
  for (size_t i = 0; i < n; i++, u += du, v += dv) {
    neighbor_pair x = around(u, width), y = around(v, height);
    const float *top = (const float *)((const uint8_t *)picture + y.first * stride);
    const float *bottom = height < 2 ? top : (const float *)((const uint8_t *)top + stride);
    for (size_t c = 0; c < 4; c++) {
      size_t l = 4 * x.first + c, r = width < 2 ? l : l + 4;
      float t = x.weight == 1 ? top[r] : top[l] + (top[r] - top[l]) * x.weight;
      float b = x.weight == 1 ? bottom[r] : bottom[l] + (bottom[r] - bottom[l]) * x.weight;
      out[4 * i + c] = y.weight == 1 ? b : t + (b - t) * y.weight;
    }
  }
}

// Adds a row to sums of its 4n channels, in double: sums of a row of blocks stay exact enough for 16 bits.
static void floats_add(double *restrict sums, const float *restrict row, size_t n) {
  for (size_t i = 0; i < 4 * n; i++) sums[i] += (double)row[i];
}

// The mean of each run of columns, which end at `ends`, from sums over `rows` rows.
static void floats_mean(float *restrict colors, const double *restrict sums, const uint32_t *restrict ends, size_t n,
                        uint32_t rows) {
  size_t x = 0;
  for (size_t i = 0; i < n; i++) {
    double sum[4] = {0, 0, 0, 0}, count = (double)(ends[i] - x) * (double)rows;
    for (; x < ends[i]; x++) {
      for (size_t c = 0; c < 4; c++) sum[c] += sums[4 * x + c];
    }
    for (size_t c = 0; c < 4; c++) colors[4 * i + c] = (float)(sum[c] / count);
  }
}

// Fills pixels ends[i-1]..<ends[i] with color i.
static void floats_expand(float *restrict out, const float *restrict colors, const uint32_t *restrict ends, size_t n) {
  size_t x = 0;
  for (size_t i = 0; i < n; i++) {
    for (; x < ends[i]; x++) memcpy(out + 4 * x, colors + 4 * i, 16);
  }
}

// sums = row·weight if `first`, else sums += row·weight, for n floats.
static void floats_resample_down(float *restrict sums, const float *restrict row, float weight, size_t n, bool first) {
  if (first) {
    for (size_t i = 0; i < n; i++) sums[i] = row[i] * weight;
  } else {
    for (size_t i = 0; i < n; i++) sums[i] += row[i] * weight;
  }
}

// Pixel i is Σ weights[i·taps + k]·sums[starts[i] + k].
static void floats_resample_across(float *restrict out, const float *restrict sums, const uint32_t *restrict starts,
                                   const float *restrict weights, size_t taps, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float sum[4] = {0, 0, 0, 0};
    const float *in = sums + 4 * (size_t)starts[i];
    for (size_t k = 0; k < taps; k++) {
      for (size_t c = 0; c < 4; c++) sum[c] += in[4 * k + c] * weights[i * taps + k];
    }
    memcpy(out + 4 * i, sum, 16);
  }
}

static inline void fill_floats(segue_float_kernels *table) {
  *table = (segue_float_kernels){
      .from_bytes = floats_from_bytes,
      .from_words = floats_from_words,
      .from_halves = floats_from_halves,
      .to_bytes = floats_to_bytes,
      .to_words = floats_to_words,
      .to_halves = floats_to_halves,
      .unpremultiply = floats_unpremultiply,
      .mix = floats_mix,
      .mix_words = floats_mix_words,
      .mix_turns = floats_mix_turns,
      .take_turns = floats_take_turns,
      .overlay = floats_overlay,
      .over = floats_over,
      .are_opaque = floats_are_opaque,
      .warp = floats_warp,
      .add = floats_add,
      .mean = floats_mean,
      .expand = floats_expand,
      .resample_down = floats_resample_down,
      .resample_across = floats_resample_across,
  };
}
