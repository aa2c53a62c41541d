// The kernels in vectors, written once. The file of an instruction set (a level) defines VECTOR (bytes in a
// register) and a few intrinsics, opens the target attribute and includes this file; the vector types below
// then are registers of this instruction set. The end of a row is computed by the reference, or by a last
// register that overlaps the previous one.
#include "reference.h"

typedef float f32x4 __attribute__((vector_size(16)));
typedef uint8_t u8x4 __attribute__((vector_size(4)));
typedef uint32_t u32v __attribute__((vector_size(VECTOR)));
typedef uint32_t u32v_unaligned __attribute__((vector_size(VECTOR), aligned(1)));

typedef int32_t i32v __attribute__((vector_size(VECTOR)));
typedef uint64_t u64v __attribute__((vector_size(VECTOR)));

// The number of pixels in a register.
enum { PIXELS = VECTOR / 4 };

// The number of pixels whose float channels fill one register.
#define BLOCK (VECTOR / 16)
typedef float f32v __attribute__((vector_size(VECTOR)));
typedef uint8_t u8v __attribute__((vector_size(VECTOR / 4)));

static void mix(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n, int16_t weight, bool stream) {
  size_t i = 0;
#if defined(MIX_VECTOR)
  // Interleaving with zeros and packing both stay within 128 bits, so packing undoes interleaving at any
  // width.
#define MIX_ROW(STORE)                                \
  for (; i + VECTOR <= n; i += VECTOR) STORE(out + i, MIX_VECTOR(LOAD(a + i), LOAD(b + i), SPLAT16(weight)));
  if (stream && (uintptr_t)out % VECTOR == 0) {
    MIX_ROW(STREAM)
  } else {
    MIX_ROW(STORE)
  }
#undef MIX_ROW
#else
  (void)stream;
#endif
  reference_mix(out + i, a + i, b + i, n - i, weight, false);
}

// Computes BLOCK bilinear samples, each from four neighbors: upper left, upper right, lower left, lower
// right.
static inline u8v bilinear(const uint32_t texels[4][BLOCK], f32v across, f32v down) {
  f32v v[4];
  for (size_t k = 0; k < 4; k++) {
    u8v bytes;
    memcpy(&bytes, texels[k], sizeof bytes);
    v[k] = __builtin_convertvector(bytes, f32v);
  }
  f32v t = v[0] + (v[1] - v[0]) * across;
  f32v b = v[2] + (v[3] - v[2]) * across;
  return __builtin_convertvector(t + (b - t) * down + 0.5f, u8v);
}

// Positions of BLOCK samples along one axis, in 32.32 fixed point.
typedef int64_t i64v __attribute__((vector_size(8 * BLOCK)));
typedef float f32b __attribute__((vector_size(4 * BLOCK)));

typedef int32_t i32b __attribute__((vector_size(4 * BLOCK)));

// Finds the pixels before positions, and the weights of the pixels after them; all pixels are inside a row of
// at least 2 pixels.
static inline i64v neighbors(i64v position, uint32_t count, f32b *weight) {
  i64v last = (i64v){} + ((int64_t)count - 1);
  position = __builtin_elementwise_max(__builtin_elementwise_min(position, last << 32), (i64v){});
  // For a position on the last pixel, `first` is the pixel before it, and the last pixel gets the full
  // weight.
  i64v first = __builtin_elementwise_min(position >> 32, last - 1);
  i64v fraction = (position - (first << 32)) >> 8;
  *weight = __builtin_convertvector(__builtin_convertvector(fraction, i32b), f32b) * 0x1p-24f;
  return first;
}

// A picture, and the current positions and the steps of a warp.
typedef struct {
  const uint8_t *picture;
  size_t stride;
  uint32_t width, height;
  i64v u, v, du, dv;
} walk;

static inline u8v warp_block(walk *at) {
  f32b x_weights, y_weights;
  i64v offsets = neighbors(at->u, at->width, &x_weights) * 4;
  offsets += neighbors(at->v, at->height, &y_weights) * (int64_t)at->stride;
  uint32_t texels[4][BLOCK];
  f32v across, down;
#pragma clang loop unroll(full)
  for (size_t k = 0; k < BLOCK; k++) {
    const uint8_t *pixel = at->picture + offsets[k];
    uint32_t pair[2];
    memcpy(pair, pixel, 8);
    texels[0][k] = pair[0];
    texels[1][k] = pair[1];
    memcpy(pair, pixel + at->stride, 8);
    texels[2][k] = pair[0];
    texels[3][k] = pair[1];
    for (size_t c = 0; c < 4; c++) across[4 * k + c] = x_weights[k];
    for (size_t c = 0; c < 4; c++) down[4 * k + c] = y_weights[k];
  }
  at->u += at->du;
  at->v += at->dv;
  return bilinear(texels, across, down);
}

#include "warp_vector.h"
#include "blocks_vector.h"

static inline u8v overlay_block(u8v above, u8v below, float opacity) {
  f32v value = __builtin_convertvector(above, f32v), alpha;
  for (size_t k = 0; k < BLOCK; k++) {
    for (size_t c = 0; c < 4; c++) alpha[4 * k + c] = value[4 * k + 3];
  }
  value = value * opacity + __builtin_convertvector(below, f32v) * (1 - alpha * (opacity / 255)) + 0.5f;
  return __builtin_convertvector(__builtin_elementwise_min(value, (f32v){} + 255), u8v);
}

static void overlay(uint8_t *restrict out, const uint8_t *restrict in, float opacity, size_t n) {
  size_t i = 0;
  u8v above = {0}, below = {0};
  for (; i + BLOCK <= n; i += BLOCK) {
    memcpy(&above, in + 4 * i, sizeof above);
    memcpy(&below, out + 4 * i, sizeof below);
    below = overlay_block(above, below, opacity);
    memcpy(out + 4 * i, &below, sizeof below);
  }
  if (i < n) {
    memcpy(&above, in + 4 * i, 4 * (n - i));
    memcpy(&below, out + 4 * i, 4 * (n - i));
    below = overlay_block(above, below, opacity);
    memcpy(out + 4 * i, &below, 4 * (n - i));
  }
}

static void resample_across(uint8_t *restrict out, const float *restrict sums, const uint32_t *restrict starts,
                            const float *restrict weights, size_t taps, const float *restrict rounding, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const float *pixel = sums + 4 * (size_t)starts[i], *weight = weights + i * taps;
    f32x4 total = {0};
    for (size_t k = 0; k < taps; k++) {
      f32x4 value;
      memcpy(&value, pixel + 4 * k, 16);
      total += value * weight[k];
    }
    total = __builtin_elementwise_max(total, (f32x4){0});
    float alpha = total[3] < 255 ? total[3] : 255;
    f32x4 high = {alpha, alpha, alpha, alpha};
    total = __builtin_elementwise_min(total, high);
    u8x4 bytes = __builtin_convertvector(total + rounding[i % 8], u8x4);
    memcpy(out + 4 * i, &bytes, 4);
  }
}

static void premultiply(uint8_t *restrict out, const uint8_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint16_t a = in[4 * i + 3];
    for (size_t c = 0; c < 4; c++) {
      // (t + (t >> 8)) >> 8 with t = v + 128 is v/255 rounded to nearest, for every v up to 255·255.
      uint16_t t = (uint16_t)(in[4 * i + c] * (c < 3 ? a : 255) + 128);
      out[4 * i + c] = (uint8_t)((t + (t >> 8)) >> 8);
    }
  }
}

static void unpremultiply(uint8_t *restrict out, const uint8_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float a = in[4 * i + 3], scale = a > 0 ? 255 / a : 0;
    for (size_t c = 0; c < 3; c++) {
      // The product has an error of at most 2 units in the last place. A quotient that is not a tie is at
      // least 1/510 away from a tie, so adding 1/1024 rounds up only true ties.
      float straight = in[4 * i + c] * scale + (0.5f + 1.0f / 1024);
      out[4 * i + c] = (uint8_t)(straight < 255 ? straight : 255);
    }
    out[4 * i + 3] = in[4 * i + 3];
  }
}

static void over(uint8_t *restrict out, const uint8_t *restrict in, uint32_t background, size_t n) {
  uint8_t behind[4];
  memcpy(behind, &background, 4);
  for (size_t i = 0; i < n; i++) {
    uint16_t through = (uint16_t)(255 - in[4 * i + 3]);
    for (size_t c = 0; c < 4; c++) {
      uint16_t t = (uint16_t)(behind[c] * through + 128);
      uint16_t value = (uint16_t)(in[4 * i + c] + ((t + (t >> 8)) >> 8));
      out[4 * i + c] = (uint8_t)(value < 255 ? value : 255);
    }
  }
}

static bool is_opaque(const uint8_t *row, size_t n) {
  uint32_t all = UINT32_MAX;
  for (size_t i = 0; i < n; i++) {
    uint32_t pixel;
    memcpy(&pixel, row + 4 * i, 4);
    all &= pixel;
  }
  uint8_t bytes[4];
  memcpy(bytes, &all, 4);
  return bytes[3] == 255;
}

static void drop_alpha(uint8_t *restrict out, const uint8_t *restrict in, size_t n, bool stream) {
  typedef uint8_t u8x16 __attribute__((vector_size(16)));
  size_t i = 0;
  stream = stream && (uintptr_t)out % 16 == 0;
  // Packs 16 pixels into 48 bytes. A store for every 4 pixels takes 1.3 times as long.
  for (; i + 16 <= n; i += 16) {
    u8x16 v[4], colors[3];
    memcpy(v, in + 4 * i, 64);
    for (int k = 0; k < 4; k++)
      v[k] = __builtin_shufflevector(v[k], v[k], 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 15, 15, 15);
    colors[0] = __builtin_shufflevector(v[0], v[1], 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19);
    colors[1] = __builtin_shufflevector(v[1], v[2], 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23);
    colors[2] = __builtin_shufflevector(v[2], v[3], 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
    if (stream) {
      for (int k = 0; k < 3; k++) __builtin_nontemporal_store(colors[k], (u8x16 *)(out + 3 * i) + k);
    } else {
      memcpy(out + 3 * i, colors, 48);
    }
  }
  reference_drop_alpha(out + 3 * i, in + 4 * i, n - i, false);
}

typedef int16_t i16v __attribute__((vector_size(VECTOR)));
typedef uint16_t u16v __attribute__((vector_size(VECTOR)));
typedef uint8_t u8h __attribute__((vector_size(VECTOR / 8)));

#if defined(MADD)
#define MADD_VECTOR(a, b) (i32v) MADD(a, b)
#else
// Multiplies 16-bit lanes, and adds adjacent products in pairs.
static inline i32v MADD_VECTOR(i16v a, i16v b) {
  i32v x = (i32v)a, y = (i32v)b;
  return (x << 16 >> 16) * (y << 16 >> 16) + (x >> 16) * (y >> 16);
}
#endif

// The channels of a register's pixels in 16-bit lanes: red and blue alternate in `rb`, green and alpha in
// `ga`.
typedef struct {
  u16v rb, ga;
} channels;

static inline channels split(const uint8_t *pixels) {
  u16v v;
  memcpy(&v, pixels, VECTOR);
  return (channels){v & 255, v >> 8};
}

static inline channels sum(channels a, channels b) { return (channels){a.rb + b.rb, a.ga + b.ga}; }

// Returns the weights of red, green and blue in the layout of `channels`, with 0 for alpha.
static inline channels weigh(const int16_t *weights) {
  uint32_t rb = (uint16_t)weights[0] | (uint32_t)(uint16_t)weights[2] << 16;
  return (channels){(u16v)((u32v){} + rb), (u16v)((u32v){} + (uint16_t)weights[1])};
}

static inline i32v dot(channels pixels, channels weights) {
  return MADD_VECTOR((i16v)pixels.rb, (i16v)weights.rb) + MADD_VECTOR((i16v)pixels.ga, (i16v)weights.ga);
}

#if defined(PACK32)
// Packs four vectors of numbers 0…255 into bytes, in order.
static inline u32v narrow(i32v a, i32v b, i32v c, i32v d) {
  // Packing works within each 16 bytes, which then hold four bytes of every vector.
  u32v v = (u32v)PACK16(PACK32(a, b), PACK32(c, d));
#if VECTOR == 32
  v = __builtin_shufflevector(v, v, 0, 4, 1, 5, 2, 6, 3, 7);
#endif
  return v;
}

// Deinterleaves bytes: the even bytes first, then the odd bytes.
static inline u32v part(u32v pairs) {
  u64v v = (u64v)PACK16((u16v)pairs & 255, (u16v)pairs >> 8);
#if VECTOR == 32
  v = __builtin_shufflevector(v, v, 0, 2, 1, 3);
#endif
  return (u32v)v;
}
#endif

static void matrix(uint8_t *restrict out, const uint8_t *restrict in, const int16_t *restrict weights, int32_t offset,
                   size_t n) {
  const size_t step = VECTOR / 4;
  const channels by = weigh(weights);
  size_t i = 0;
#if defined(PACK32)
  // Packs four vectors at a time: conversion to 4:2:0 then takes 0.8 (AVX2) or 0.75 (SSE2) of the time that
  // it takes with one vector at a time. AVX-512 has an instruction that packs a single vector, which is 5 %
  // faster than packing four vectors.
  for (; i + VECTOR <= n; i += VECTOR) {
    i32v values[4];
    for (size_t k = 0; k < 4; k++) values[k] = (dot(split(in + 4 * i + k * VECTOR), by) + offset) >> 15 & 255;
    u32v bytes = narrow(values[0], values[1], values[2], values[3]);
    memcpy(out + i, &bytes, VECTOR);
  }
#endif
  for (; i + step <= n; i += step) {
    u8v bytes = __builtin_convertvector((dot(split(in + 4 * i), by) + offset) >> 15, u8v);
    memcpy(out + i, &bytes, sizeof bytes);
  }
  reference_matrix(out + i, in + 4 * i, weights, offset, n - i);
}

// Computes eight times the mean of the pixels around each even column, in the low half of each 64 bits.
static inline channels quads(const uint8_t *top, const uint8_t *bottom, const bool centered) {
  channels s = sum(split(top), split(bottom));
  // Adds the previous column to each column, or doubles the column if `centered`; the sums of two adjacent
  // columns then make the mean.
  s = sum(s, centered ? s : sum(split(top - 4), split(bottom - 4)));
  s.rb += (u16v)((u64v)s.rb >> 32);
  s.ga += (u16v)((u64v)s.ga >> 32);
  return s;
}

static inline void matrix_halved(uint8_t *restrict u, uint8_t *restrict v, const uint8_t *restrict top,
                                 const uint8_t *restrict bottom, const int16_t *restrict weights, int32_t offset,
                                 const bool centered, size_t n) {
  const size_t step = VECTOR / 8, count = (n + 1) / 2, first = centered ? 0 : 1;
  const channels by[2] = {weigh(weights), weigh(weights + 3)};
  const int32_t rounding = 8 * offset;
  // Begins at column 1 if column 0 needs its left neighbor, which is outside the row; the reference computes
  // column 0.
  size_t i = first;
#if defined(PACK32)
  for (; 2 * i + VECTOR <= n; i += VECTOR / 2) {
    i32v pairs[4];
    for (size_t k = 0; k < 4; k++) {
      channels s = quads(top + 8 * i + k * VECTOR, bottom + 8 * i + k * VECTOR, centered);
      u64v low = (u64v)((dot(s, by[0]) + rounding) >> 18) & 255, high = (u64v)((dot(s, by[1]) + rounding) >> 18) & 255;
      pairs[k] = (i32v)(low | high << 32);
    }
    u32v parted = part(narrow(pairs[0], pairs[1], pairs[2], pairs[3]));
    memcpy(u + i, &parted, VECTOR / 2);
    memcpy(v + i, (const uint8_t *)&parted + VECTOR / 2, VECTOR / 2);
  }
#endif
  for (; 2 * (i + step) <= n; i += step) {
    channels s = quads(top + 8 * i, bottom + 8 * i, centered);
    u8h bytes = __builtin_convertvector((u64v)((dot(s, by[0]) + rounding) >> 18), u8h);
    memcpy(u + i, &bytes, sizeof bytes);
    bytes = __builtin_convertvector((u64v)((dot(s, by[1]) + rounding) >> 18), u8h);
    memcpy(v + i, &bytes, sizeof bytes);
  }
  if (first && count) matrix_half_entry(u, v, top, bottom, weights, offset, centered, n, 0);
  for (; i < count; i++) matrix_half_entry(u, v, top, bottom, weights, offset, centered, n, i);
}

static void matrix_half(uint8_t *restrict u, uint8_t *restrict v, const uint8_t *restrict top,
                        const uint8_t *restrict bottom, const int16_t *restrict weights, int32_t offset, bool centered,
                        size_t n) {
  if (centered) {
    matrix_halved(u, v, top, bottom, weights, offset, true, n);
  } else {
    matrix_halved(u, v, top, bottom, weights, offset, false, n);
  }
}

static void subtract_average(uint8_t *restrict out, const uint8_t *restrict row, const uint8_t *restrict above,
                             size_t step, size_t n) {
  const size_t first = step < n ? step : n;
  reference_subtract_average(out, row, above, step, first);
  // Computes the mean, rounded down, without overflow.
  for (size_t i = first; i < n; i++) {
    out[i] = (uint8_t)(row[i] - ((row[i - step] & above[i]) + ((row[i - step] ^ above[i]) >> 1)));
  }
}

#include "windows_vector.h"
#include "neighbors_vector.h"
#include "colors_vector.h"
#include "turns_vector.h"
#include "edges_vector.h"
#include "grids_vector.h"
#include "light_vector.h"

void FILL_LINEAR(segue_kernels *table) { linear_fill(table); }

void FILL(segue_kernels *table) {
  segue_fill_reference(table);
  // Kernels named reference_… are reference kernels compiled for this level, which the compiler vectorizes
  // well. Kernels that are not overwritten here stay compiled for the baseline.
  table->add = reference_add;
  table->resample_down = reference_resample_down;
  table->resample_down_wide = reference_resample_down_wide;
  table->subtract_left = reference_subtract_left;
  table->widen = reference_widen;
  table->mix = mix;
  table->sample = sample;
  table->warp = warp;
  table->overlay = overlay;
  table->expand = expand;
  table->resample_across = resample_across;
  table->premultiply = premultiply;
  table->unpremultiply = unpremultiply;
  table->over = over;
  table->is_opaque = is_opaque;
  table->drop_alpha = drop_alpha;
  table->matrix = matrix;
  table->matrix_half = matrix_half;
  table->colors = reference_colors;
  table->subtract_average = subtract_average;
  table->sum_rows = sum_rows;
  table->combine = combine;
  table->spread = spread;
  table->luminance = luminance;
  table->slopes = slopes;
  table->crests = crests;
  table->links = links;
#if defined(SCALED_BY)
  table->mix_turns = mix_turns;
  table->take_turns = take_turns;
  table->convolve_short = convolve_short;
  table->short_box_across = short_box_across;
  table->smooth_down = smooth_down;
  table->smooth_across = smooth_across;
#endif
  table->smear = smear;
  table->box_down = box_down;
  table->box_across = box_across;
  table->short_box_down = reference_short_box_down;
  table->median = median;
  table->convolve = convolve;
  table->extreme_rows = extreme_rows;
  table->extreme_across = extreme_across;
  table->look_up = look_up;
  table->transform_colors = transform_colors;
  table->map_colors = map_colors;
}
