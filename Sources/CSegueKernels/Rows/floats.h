// Kernels over rows of floats: four premultiplied floats a pixel, where 0…1 corresponds to bytes 0…255.
// Values outside 0…1 are not clamped if the result is floats.
//
// Each level compiles this file; the compiler vectorizes the loops. Contraction to fused multiply-adds is
// off, so that all levels give equal bytes.
#pragma once

#include <math.h>
#include <string.h>

#include "../Levels/levels.h"
#include "reference.h"

#pragma STDC FP_CONTRACT OFF
// All functions that pass vectors are inlined, so the warning about their calling convention does not matter.
#pragma clang diagnostic ignored "-Wpsabi"
#define ALWAYS_INLINE static inline __attribute__((always_inline))

// Vectors of four pixels, or 16 elements, in one register or several, depending on the level.
typedef float __attribute__((ext_vector_type(16))) floats16;
typedef int32_t __attribute__((ext_vector_type(16))) ints16;
typedef uint32_t __attribute__((ext_vector_type(16))) uints16;
typedef uint16_t __attribute__((ext_vector_type(16))) words16;
typedef uint8_t __attribute__((ext_vector_type(16))) bytes16;
typedef float __attribute__((ext_vector_type(4))) floats4;

#define LOAD_AS(type, from) ({ type loaded; memcpy(&loaded, from, sizeof loaded); loaded; })
#define STORE_AT(to, value) ({ __typeof__(value) stored = value; memcpy(to, &stored, sizeof stored); })
// Broadcasts the alpha of each pixel to its four channels.
#define ALPHA_OF(v) __builtin_shufflevector(v, v, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15)
// Combines the colors of the first vector with the alpha of the second vector.
#define WITH_ALPHA(v, a) __builtin_shufflevector(v, a, 0, 1, 2, 19, 4, 5, 6, 23, 8, 9, 10, 27, 12, 13, 14, 31)
// Broadcasts a number for each of four pixels to the pixel's four channels.
#define FOR_PIXELS(v) __builtin_shufflevector(v, v, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)

static inline float limited(float x, float most) { return x > 0 ? (x < most ? x : most) : 0; }

// Clamps to 0…most; NaN becomes 0.
ALWAYS_INLINE floats16 limited16(floats16 x, floats16 most) {
  x = x > 0 ? x : (floats16){0};
  return x < most ? x : most;
}

ALWAYS_INLINE bool is_one16(floats16 alpha) {
  ints16 differs = alpha != 1;
  return !__builtin_reduce_or(differs);
}

// Calls `block` for every four pixels of a row; a remainder of one to three pixels is computed in padded
// copies.
#define IN_BLOCKS(n, block, out, in)                                  \
  size_t i = 0;                                                       \
  for (; i + 4 <= n; i += 4) block(out + 4 * i, in + 4 * i);          \
  if (i < n) {                                                        \
    __typeof__(*(out)) last_out[16];                                  \
    __typeof__(*(in)) last_in[16] = {0};                              \
    memcpy((void *)last_in, in + 4 * i, (n - i) * 4 * sizeof *(in));  \
    block(last_out, last_in);                                         \
    memcpy(out + 4 * i, last_out, (n - i) * 4 * sizeof *(out));       \
  }

static inline void bytes_block(float *out, const uint8_t *in) {
  STORE_AT(out, __builtin_convertvector(LOAD_AS(bytes16, in), floats16) / 255);
}

static void floats_from_bytes(float *restrict out, const uint8_t *restrict in, size_t n) {
  IN_BLOCKS(n, bytes_block, out, in)
}

// Converts straight samples of four pixels to premultiplied floats. 65535 times the rounded 1/65535 is exactly 1.
ALWAYS_INLINE floats16 floats_of_words(const uint16_t *in) {
  floats16 straight = __builtin_convertvector(LOAD_AS(words16, in), floats16) * (1.0f / 65535);
  floats16 alpha = ALPHA_OF(straight);
  return WITH_ALPHA(straight * alpha, alpha);
}

static inline void words_block(float *out, const uint16_t *in) { STORE_AT(out, floats_of_words(in)); }

static void floats_from_words(float *restrict out, const uint16_t *restrict in, size_t n) {
  IN_BLOCKS(n, words_block, out, in)
}

// Converts n half-precision numbers, infinities and NaN included.
static void floats_from_halves(float *restrict out, const uint16_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t magnitude = (uint32_t)(in[i] & 0x7fff) << 13, sign = (uint32_t)(in[i] & 0x8000) << 16;
    float scaled;
    memcpy(&scaled, &magnitude, 4);
    // Changes the bias of the exponent from 15 to 127; subnormal halves become normal floats.
    scaled *= 0x1p112f;
    uint32_t bits;
    memcpy(&bits, &scaled, 4);
    bits |= magnitude >= 0x0f800000 ? 0x7f800000 : 0;
    bits |= sign;
    memcpy(out + i, &bits, 4);
  }
}

// Converts n floats to half precision, rounded to nearest with ties to even; NaN stays NaN.
static void floats_to_halves(uint16_t *restrict out, const float *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t bits;
    memcpy(&bits, in + i, 4);
    uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    float value, small;
    memcpy(&value, &magnitude, 4);
    // For values below the smallest normal half, the low bits of value + 0.5 are the bits of the rounded
    // half.
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

static inline void to_bytes_block(uint8_t *out, const float *in) {
  floats16 pixels = LOAD_AS(floats16, in), alpha = limited16(ALPHA_OF(pixels), (floats16){0} + 1);
  ints16 rounded = __builtin_convertvector(limited16(pixels, alpha) * 255 + 0.5f, ints16);
  STORE_AT(out, __builtin_convertvector(rounded, bytes16));
}

// Converts premultiplied floats to bytes, rounded to nearest; clamps colors to alpha.
static void floats_to_bytes(uint8_t *restrict out, const float *restrict in, size_t n) {
  IN_BLOCKS(n, to_bytes_block, out, in)
}

// Divides colors by alpha; transparent pixels become 0.
ALWAYS_INLINE floats16 straight16(floats16 pixels, floats16 alpha) {
  floats16 colors = pixels / (alpha > 0 ? alpha : (floats16){0} + 1);
  return WITH_ALPHA((alpha > 0 ? colors : (floats16){0}), alpha);
}

static inline void unpremultiply_block(float *out, const float *in) {
  floats16 pixels = LOAD_AS(floats16, in), alpha = ALPHA_OF(pixels);
  STORE_AT(out, is_one16(alpha) ? pixels : straight16(pixels, alpha));
}

// Converts premultiplied floats to straight alpha; transparent pixels become 0.
static void floats_unpremultiply(float *restrict out, const float *restrict in, size_t n) {
  IN_BLOCKS(n, unpremultiply_block, out, in)
}

static inline void to_words_block(uint16_t *out, const float *in) {
  const floats16 one = (floats16){0} + 1;
  floats16 pixels = LOAD_AS(floats16, in), alpha = limited16(ALPHA_OF(pixels), one);
  if (!is_one16(alpha)) pixels = straight16(pixels, alpha);
  ints16 rounded = __builtin_convertvector(limited16(pixels, one) * 65535 + 0.5f, ints16);
  STORE_AT(out, __builtin_convertvector(rounded, words16));
}

// Converts premultiplied floats to straight samples of 16 bits, rounded to nearest.
static void floats_to_words(uint16_t *restrict out, const float *restrict in, size_t n) {
  IN_BLOCKS(n, to_words_block, out, in)
}

// out = a + (b − a)·weight for n floats.
static void floats_mix(float *out, const float *a, const float *b, float weight, size_t n) {
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    floats16 from = LOAD_AS(floats16, a + i), to = LOAD_AS(floats16, b + i);
    STORE_AT(out + i, from + (to - from) * weight);
  }
  for (; i < n; i++) out[i] = a[i] + (b[i] - a[i]) * weight;
}

// out = a + (b − a)·weight for n samples of 16 bits, rounded to nearest.
static void floats_mix_words(uint16_t *restrict out, const uint16_t *restrict a, const uint16_t *restrict b,
                             float weight, size_t n) {
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    floats16 from = __builtin_convertvector(LOAD_AS(words16, a + i), floats16);
    floats16 to = __builtin_convertvector(LOAD_AS(words16, b + i), floats16);
    ints16 mixed = __builtin_convertvector(from + (to - from) * weight + 0.5f, ints16);
    STORE_AT(out + i, __builtin_convertvector(mixed, words16));
  }
  for (; i < n; i++) {
    float from = a[i], to = b[i];
    out[i] = (uint16_t)(int32_t)(from + (to - from) * weight + 0.5f);
  }
}

// Mixes four pixels, each by a weight that depends on the pixel's turn (the progress at which the pixel
// changes), as in `mix_turns`.
//
// With a weight of 1, the result is `b` itself, since a + (b − a) may be rounded.
static inline void turns_block(float *out, const float *a, const float *b, const float *turns, float edge, float scale,
                               bool smooth) {
  floats4 z = (edge - LOAD_AS(floats4, turns)) * scale;
  z = z > 0 ? z : (floats4){0};
  z = z < 1 ? z : (floats4){0} + 1;
  if (smooth) z = z * z * (3 - 2 * z);
  floats16 weight = FOR_PIXELS(z), from = LOAD_AS(floats16, a), to = LOAD_AS(floats16, b);
  STORE_AT(out, weight == 1 ? to : from + (to - from) * weight);
}

static inline void take_block(float *out, const float *a, const float *b, const float *turns, float edge) {
  floats4 turn = LOAD_AS(floats4, turns);
  floats16 of_pixels = FOR_PIXELS(turn);
  STORE_AT(out, of_pixels <= edge ? LOAD_AS(floats16, b) : LOAD_AS(floats16, a));
}

// Calls a function for every four pixels of two rows, with the pixels' turns. For a remainder of one to three
// pixels, the function gets padded copies.
#define TURNS_IN_BLOCKS(n, CALL)                                              \
  size_t i = 0;                                                               \
  for (; i + 4 <= n; i += 4) CALL(out + 4 * i, a + 4 * i, b + 4 * i, turns + i); \
  if (i < n) {                                                                \
    float last[4][16] = {{0}};                                                \
    memcpy(last[0], a + 4 * i, (n - i) * 16);                                 \
    memcpy(last[1], b + 4 * i, (n - i) * 16);                                 \
    memcpy(last[2], turns + i, (n - i) * 4);                                  \
    CALL(last[3], last[0], last[1], last[2]);                                 \
    memcpy(out + 4 * i, last[3], (n - i) * 16);                               \
  }

static void floats_mix_turns(float *restrict out, const float *restrict a, const float *restrict b,
                             const float *restrict turns, float edge, float scale, bool smooth, size_t n) {
#define CALL(out, a, b, turns) turns_block(out, a, b, turns, edge, scale, smooth)
  TURNS_IN_BLOCKS(n, CALL)
#undef CALL
}

static void floats_take_turns(float *restrict out, const float *restrict a, const float *restrict b,
                              const float *restrict turns, float edge, size_t n) {
#define CALL(out, a, b, turns) take_block(out, a, b, turns, edge)
  TURNS_IN_BLOCKS(n, CALL)
#undef CALL
}

// Composites `in`, multiplied by an opacity 0…1, over `out`.
static void floats_overlay(float *restrict out, const float *restrict in, float opacity, size_t n) {
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    floats16 pixels = LOAD_AS(floats16, in + 4 * i), through = 1 - ALPHA_OF(pixels) * opacity;
    STORE_AT(out + 4 * i, pixels * opacity + LOAD_AS(floats16, out + 4 * i) * through);
  }
  for (; i < n; i++) {
    float through = 1 - in[4 * i + 3] * opacity;
    for (size_t c = 0; c < 4; c++) out[4 * i + c] = in[4 * i + c] * opacity + out[4 * i + c] * through;
  }
}

// Composites pixels over one color of four floats.
static void floats_over(float *restrict out, const float *restrict in, const float *restrict background, size_t n) {
  for (size_t i = 0; i < n; i++) {
    floats4 pixel = LOAD_AS(floats4, in + 4 * i);
    STORE_AT(out + 4 * i, pixel + LOAD_AS(floats4, background) * (1 - pixel.w));
  }
}

static bool floats_are_opaque(const float *row, size_t n) {
  ints16 below = {0};
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    floats16 pixels = LOAD_AS(floats16, row + 4 * i);
    below |= ~(ALPHA_OF(pixels) >= 1);
  }
  bool all = !__builtin_reduce_or(below);
  for (; i < n; i++) all &= row[4 * i + 3] >= 1;
  return all;
}

// Samples a picture bilinearly, as `warp` of bytes does; the stride is in bytes.
static void floats_warp(float *restrict out, const float *restrict picture, size_t stride, uint32_t width,
                        uint32_t height, int64_t u, int64_t v, int64_t du, int64_t dv, size_t n) {
  for (size_t i = 0; i < n; i++, u += du, v += dv) {
    neighbor_pair x = around(u, width), y = around(v, height);
    const float *top = (const float *)((const uint8_t *)picture + y.first * stride) + 4 * x.first;
    const float *bottom = height < 2 ? top : (const float *)((const uint8_t *)top + stride);
    const size_t right = width < 2 ? 0 : 4;
    floats4 a = LOAD_AS(floats4, top), b = LOAD_AS(floats4, top + right);
    floats4 c = LOAD_AS(floats4, bottom), d = LOAD_AS(floats4, bottom + right);
    floats4 upper = x.weight == 1 ? b : a + (b - a) * x.weight;
    floats4 lower = x.weight == 1 ? d : c + (d - c) * x.weight;
    STORE_AT(out + 4 * i, y.weight == 1 ? lower : upper + (lower - upper) * y.weight);
  }
}

// Adds a row of n pixels to 4n sums; double precision keeps the mean of a block exact enough for 16 bits.
static void floats_add(double *restrict sums, const float *restrict row, size_t n) {
  for (size_t i = 0; i < 4 * n; i++) sums[i] += (double)row[i];
}

// Computes the mean color of each run of columns, from sums over `rows` rows; run i ends before column ends[i].
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

#include "floats_windows.h"

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

// Converts rows of Y', Cb and Cr with more than 8 bits to opaque pixels.
static void floats_from_planes(float *restrict out, const uint16_t *restrict luma, const uint16_t *restrict blue,
                               const uint16_t *restrict red, const float *restrict weights, bool halved, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const size_t c = halved ? i / 2 : i;
    float y = ((float)luma[i] - weights[1]) * weights[0];
    float cb = (float)blue[c] - weights[6], cr = (float)red[c] - weights[6];
    const floats4 pixel = {y + weights[2] * cr, y + weights[3] * cb + weights[4] * cr, y + weights[5] * cb, 1};
    STORE_AT(out + 4 * i, pixel);
  }
}

static inline uint16_t sample_of(float value, float largest) { return (uint16_t)(int32_t)(limited(value, largest) + 0.5f); }

// Converts pixels to Y' with more than 8 bits: a weighted sum of the colors plus an offset, rounded to nearest.
static void floats_to_luma(uint16_t *restrict out, const float *restrict in, const float *restrict weights,
                           float largest, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const float *pixel = in + 4 * i;
    out[i] = sample_of(pixel[0] * weights[0] + pixel[1] * weights[1] + pixel[2] * weights[2] + weights[3], largest);
  }
}

// Converts pixels to Cb and Cr with more than 8 bits: weighted sums of the colors plus an offset, rounded to
// nearest; downsampled as by `matrix_half`.
static void floats_to_chroma(uint16_t *restrict blue, uint16_t *restrict red, const float *top, const float *bottom,
                             const float *restrict weights, float largest, bool halved, bool centered, size_t n) {
  for (size_t i = 0; i < (halved ? (n + 1) / 2 : n); i++) {
    floats4 mean = LOAD_AS(floats4, top + 4 * i);
    if (halved) {
      const size_t at = 2 * i, next = at + 1 < n ? at + 1 : at, before = at > 0 ? at - 1 : 0;
      floats4 middle = LOAD_AS(floats4, top + 4 * at) + LOAD_AS(floats4, bottom + 4 * at);
      floats4 right = LOAD_AS(floats4, top + 4 * next) + LOAD_AS(floats4, bottom + 4 * next);
      floats4 left = LOAD_AS(floats4, top + 4 * before) + LOAD_AS(floats4, bottom + 4 * before);
      mean = centered ? (middle + right) * 0.25f : (left + 2 * middle + right) * 0.125f;
    }
    blue[i] = sample_of(mean.x * weights[0] + mean.y * weights[1] + mean.z * weights[2] + weights[6], largest);
    red[i] = sample_of(mean.x * weights[3] + mean.y * weights[4] + mean.z * weights[5] + weights[6], largest);
  }
}

#include "floats_curves.h"

// The number of floats in a strip of pixels; a strip decoded to linear light fits the first-level cache.
#define FLOAT_STRIP 256
// Loops over strips of n pixels: `first` is a strip's start, `count` its length.
#define EACH_FLOAT_STRIP(n)                                                                   \
  for (size_t first = 0, count;                                                               \
       first < (n) && (count = (n) - first < FLOAT_STRIP / 4 ? (n) - first : FLOAT_STRIP / 4); \
       first += FLOAT_STRIP / 4)

// Encodes mixed pixels. A pixel that equals the decoded pixel of `from` or `to` gets the stored samples of
// `a` or `b`, so that unmixed pixels are not rounded.
static void keep_unmixed(float *mixed, const float *from, const float *a, const float *to, const float *b,
                         void (*encode)(float *out, const float *in, size_t n), size_t n) {
  float samples[FLOAT_STRIP];
  encode(samples, mixed, n);
  for (size_t i = 0; i < 4 * n; i += 4) {
    floats4 pixel = LOAD_AS(floats4, mixed + i), encoded = LOAD_AS(floats4, samples + i);
    if (__builtin_reduce_and(pixel == LOAD_AS(floats4, to + i))) encoded = LOAD_AS(floats4, b + i);
    if (__builtin_reduce_and(pixel == LOAD_AS(floats4, from + i))) encoded = LOAD_AS(floats4, a + i);
    STORE_AT(mixed + i, encoded);
  }
}

#define LIGHT(name) floats_srgb_##name
#define TO_LIGHT srgb_to_light
#define FROM_LIGHT srgb_from_light
#include "floats_light.h"
#define LIGHT(name) floats_pq_##name
#define TO_LIGHT pq_to_light
#define FROM_LIGHT pq_from_light
#include "floats_light.h"
#define LIGHT(name) floats_hlg_##name
#define TO_LIGHT hlg_to_light
#define FROM_LIGHT hlg_from_light
#include "floats_light.h"

static inline void fill_floats(segue_float_kernels *table, segue_light_curve curve) {
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
      .add_weighted = floats_resample_down,
      .mean = floats_mean,
      .expand = floats_expand,
      .median = floats_median,
      .extreme_rows = floats_extreme_rows,
      .extreme_across = floats_extreme_across,
      .map_colors = floats_map_colors,
      .resample_down = floats_resample_down,
      .resample_across = floats_resample_across,
      .from_planes = floats_from_planes,
      .to_luma = floats_to_luma,
      .to_chroma = floats_to_chroma,
  };
  if (curve == SEGUE_SRGB) floats_srgb_fill(table);
  if (curve == SEGUE_PQ) floats_pq_fill(table);
  if (curve == SEGUE_HLG) floats_hlg_fill(table);
}
