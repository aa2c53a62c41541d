// Row kernels: functions over rows of pixels with a variant for each instruction set. Pixels are RGBA8,
// premultiplied unless noted.
//
// A level is a table of these functions for one instruction set. Every level gives the same bytes as the
// reference, at any width and alignment; tests compare the bytes. Buffers of one call do not overlap unless
// noted. `n` counts pixels unless noted.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef enum {
  SEGUE_REFERENCE,
  SEGUE_BASELINE,
  SEGUE_AVX2,
  SEGUE_AVX512,
  SEGUE_NEON,
} segue_level;

// The first pixel that a filter reads, and the number of the filter's row in a table of weights.
typedef struct {
  uint32_t start, weights;
} segue_tap_filter;

// A 3D color table of size³ points, 2…256 a side; red varies fastest. A point has four floats, of which the
// fourth is unused.
typedef struct {
  const float *points;
  uint32_t size;
  // The position of a channel 0…1 on its axis is channel·scale + offset, clamped to 0…size − 1.
  float scale[3], offset[3];
  // The weight of the table's color, 0…1; the pixel's own color has the remaining weight.
  float intensity;
  // Whether to interpolate tetrahedrally, between four points; else trilinearly, between eight points.
  bool tetrahedral;
} segue_color_grid;

typedef struct {
  // out = a + (b − a)·weight/32768, rounded to nearest, for n bytes; weight 0…32767. `out` may be `a` or `b`.
  // With `stream`, for frames larger than the caches, uses non-temporal stores if `out` is aligned to 64
  // bytes.
  void (*mix)(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n, int16_t weight, bool stream);

  // `mix` with a weight for each pixel: z = (edge − turn)·scale, clamped to 0…1, or z²(3 − 2z) if `smooth`. A
  // pixel's turn is the progress at which the pixel changes from `a` to `b`.
  void (*mix_turns)(uint8_t *out, const uint8_t *a, const uint8_t *b, const float *turns, float edge, float scale,
                    bool smooth, size_t n);

  // out = b + left[255 + a − b] for n bytes. `left` is a table of weighted differences: its entry 255 + d is
  // d times the weight of `a`.
  void (*mix_differences)(uint8_t *out, const uint8_t *a, const uint8_t *b, const int16_t *left, size_t n);

  // A moving average: each pixel is the mean of `length` ≥ 1 pixels, from the pixel itself to the right, or
  // of fewer pixels at the end of the row. `sums` has 4(n + 1) entries.
  void (*smear)(uint8_t *out, uint32_t *sums, const uint8_t *in, size_t length, size_t n);

  // Copies the pixels of `b` where turn ≤ edge, and the pixels of `a` elsewhere.
  void (*take_turns)(uint8_t *out, const uint8_t *a, const uint8_t *b, const float *turns, float edge, size_t n);

  // Bilinear samples between pixels left[i] and left[i] + 1 of two rows, rounded to nearest. `left` is
  // sorted, and both rows have left[n - 1] + 2 pixels.
  void (*sample)(uint8_t *out, const uint8_t *top, const uint8_t *bottom, float weight_y, const uint32_t *left,
                 const float *weight_x, size_t n);

  // Bilinear samples of a picture of width × height at (u, v), (u + du, v + dv), …: 32.32 fixed point from
  // the center of the first pixel, clamped to the edge, rounded to nearest.
  void (*warp)(uint8_t *out, const uint8_t *picture, size_t stride, uint32_t width, uint32_t height, int64_t u,
               int64_t v, int64_t du, int64_t dv, size_t n);

  // out = in·opacity + out·(1 − in's alpha·opacity/255), rounded to nearest, at most 255; opacity 0…1.
  void (*overlay)(uint8_t *out, const uint8_t *in, float opacity, size_t n);

  // Fills pixels ends[i-1]..<ends[i] with color i; `ends` is sorted, and ends[n-1] is the width of `out`.
  // `blocks` is NULL, or has the index of each pixel's color.
  void (*expand)(uint8_t *out, const uint8_t *colors, const uint32_t *ends, const uint32_t *blocks, size_t n);

  // Adds the 4n channels of a row to 4n sums, which hold up to 16 million rows in 32 bits.
  void (*add)(uint32_t *sums, const uint8_t *row, size_t n);

  // The mean of each run of columns, as in `expand`, from sums over `rows` rows; rounded to nearest.
  void (*mean)(uint8_t *colors, const uint32_t *sums, const uint32_t *ends, size_t n, uint32_t rows);

  // The vertical half of a resampler: sums = row·weight if `first`, else sums += row·weight.
  void (*resample_down)(float *sums, const uint8_t *row, float weight, size_t n, bool first);
  // `resample_down` for rows of 16-bit samples.
  void (*resample_down_wide)(float *sums, const uint16_t *row, float weight, size_t n, bool first);

  // The horizontal half of a resampler: pixel i is Σ weights[i·taps + k]·sums[starts[i] + k], clamped to
  // 0…255, and colors to alpha. Adds rounding[i mod 8], 0.5 or a dither offset in 0…1, and rounds down.
  void (*resample_across)(uint8_t *out, const float *sums, const uint32_t *starts, const float *weights,
                          size_t taps, const float *rounding, size_t n);

  // Converts straight to premultiplied alpha: c·a/255, rounded to nearest.
  void (*premultiply)(uint8_t *out, const uint8_t *in, size_t n);

  // Converts premultiplied to straight alpha: c·255/a, rounded to nearest, at most 255; transparent pixels
  // become 0.
  void (*unpremultiply)(uint8_t *out, const uint8_t *in, size_t n);

  // Composites pixels over a background (RGBA in memory order), both premultiplied: in + background·(255 −
  // a)/255, rounded to nearest. The result is opaque if the background is opaque.
  void (*over)(uint8_t *out, const uint8_t *in, uint32_t background, size_t n);

  // Whether every alpha is 255.
  bool (*is_opaque)(const uint8_t *row, size_t n);

  // Converts RGBA to RGB: `out` has 3n bytes. With `stream`, uses non-temporal stores if `out` is aligned to
  // 16 bytes.
  void (*drop_alpha)(uint8_t *out, const uint8_t *in, size_t n, bool stream);

  // One channel of a color matrix: ⌊(offset + Σ weights[c]·in[c])/32768⌋ over red, green and blue, modulo
  // 256. `offset` is below 2^23 and includes the rounding.
  void (*matrix)(uint8_t *out, const uint8_t *in, const int16_t *weights, int32_t offset, size_t n);

  // Two channels of a color matrix, with 3 weights each, at half the width and height of two rows: (n + 1)/2
  // entries of `u` and `v`. The matrix is applied to the mean of pixels, which is not rounded. If `centered`,
  // the mean is over columns 2i and 2i + 1; else over columns 2i − 1, 2i and 2i + 1, weighted 1:2:1. Columns
  // are clamped to the row; both rows have equal weights.
  void (*matrix_half)(uint8_t *u, uint8_t *v, const uint8_t *top, const uint8_t *bottom, const int16_t *weights,
                      int32_t offset, bool centered, size_t n);

  // Converts rows of Y, Cb and Cr to opaque RGBA: with d = y − weights[1], red is (weights[0]·d +
  // weights[2]·(cr − 128) + 2^15) >> 16, clamped to 0…255; green adds weights[3]·(cb − 128) + weights[4]·(cr
  // − 128), and blue weights[5]·(cb − 128). If `halved`, two columns share a sample of Cb and of Cr.
  void (*colors)(uint8_t *out, const uint8_t *luma, const uint8_t *blue, const uint8_t *red, const int32_t *weights,
                 bool halved, size_t n);

  // PNG's Sub filter over n bytes: out[i] = row[i] − row[i − step]; bytes left of the row are 0.
  void (*subtract_left)(uint8_t *out, const uint8_t *row, size_t step, size_t n);

  // PNG's Average filter over n bytes: out[i] = row[i] − ⌊(row[i − step] + above[i])/2⌋.
  void (*subtract_average)(uint8_t *out, const uint8_t *row, const uint8_t *above, size_t step, size_t n);

  // out[i] = Σ weights[k]·rows[k][i] for floats from..<n.
  void (*sum_rows)(float *out, const float *const *rows, const float *weights, size_t count, size_t from, size_t n);

  // Pixel i is Σ weights[filters[i].weights·taps + k]·in[filters[i].start + k], in four float channels;
  // `taps` is a multiple of 4.
  void (*combine)(float *out, const float *in, const segue_tap_filter *filters, const float *weights, size_t taps,
                  size_t n);

  // Computes pixels from..<n of a row by a polyphase filter; values are rounded to nearest and clamped to
  // 0…255. `from` is a multiple of 4. The output is divided into blocks of 4 pixels, and block b has the
  // phase b mod `phases`. Each group of `phases` blocks reads the same `taps` pixels of `in`; the next group
  // reads pixels that begin `advance` pixels later. For each phase and tap, there are 16 weights: one for
  // each of the 4 pixels of a block, repeated for the four channels.
  void (*spread)(uint8_t *out, const float *in, const float *weights, size_t taps, size_t phases, size_t advance,
                 size_t from, size_t n);

  // Converts n bytes to floats.
  void (*widen)(float *out, const uint8_t *in, size_t n);

  // The vertical half of a symmetric filter of 2·radius + 1 rows, for `count` successive windows of n bytes
  // each. The result of rows k…k + 2·radius is stored at out + k · stride, in units of 1/64. Weights are in
  // units of 1/32768: weights[0] is the weight of the middle row, weights[k] of each of the two rows at
  // distance k. The weights of all 2·radius + 1 rows sum to 32768. Each product is rounded.
  void (*smooth_down)(int16_t *out, size_t stride, const uint8_t *const *rows, const int16_t *weights, size_t radius,
                      size_t count, size_t n);

  // The horizontal half of the symmetric filter, from the output of `smooth_down` (in units of 1/64) to n
  // bytes. `in` begins `radius` pixels before the pixel of out[0]; a pixel has `step` values.
  void (*smooth_across)(uint8_t *out, const int16_t *in, const int16_t *weights, size_t radius, size_t step,
                        size_t n);

  // Luminance, a byte a pixel: (1741·red + 5861·green + 591·blue)/8192, rounded.
  void (*luminance)(uint8_t *out, const uint8_t *in, size_t n);

  // Sobel gradients of three rows of bytes, clamped to the edge. `steepness` is the magnitude, at most 255;
  // `way` the direction: 0 without a gradient, 1 horizontal, 2 vertical, 3 falling to the right, 4 falling to
  // the left.
  void (*slopes)(uint8_t *steepness, uint8_t *way, const uint8_t *const *rows, size_t n);

  // Non-maximum suppression over three rows of gradient magnitude: smoothstep of steepness·scale + offset for
  // a pixel that is at least as steep as both neighbors in the direction of its gradient, else 0.
  void (*crests)(uint8_t *out, const uint8_t *const *rows, const uint8_t *ways, float scale, float offset, size_t n);

  // Hysteresis: white where the sum of 3 × 3 bytes of three rows is at least 383 and the middle byte at least
  // 3, else black.
  void (*links)(uint8_t *out, const uint8_t *const *rows, size_t n);

  // sums[i] += entering[i] − leaving[i], for n sums: the vertical half of a box filter.
  void (*box_down)(uint32_t *sums, const uint8_t *entering, const uint8_t *leaving, size_t n);

  // The horizontal half of a box filter: sums of 2·radius + 1 pixels multiplied by `scale`, rounded; `in`
  // begins `radius` pixels before the pixel of out[0].
  void (*box_across)(uint8_t *out, const uint32_t *in, size_t radius, float scale, size_t n);

  // `box_down` and `box_across` for a radius of 1…7, whose sums of (2·radius + 1)² bytes fit 16 bits.
  void (*short_box_down)(uint16_t *sums, const uint8_t *entering, const uint8_t *leaving, size_t n);
  void (*short_box_across)(uint8_t *out, const uint16_t *in, size_t radius, size_t n);

  // The median of 3 × 3 pixels of three rows, for each channel; columns are clamped to the edge.
  void (*median)(uint8_t *out, const uint8_t *const *rows, size_t n);

  // 3 × 3 convolution of three rows, for colors: offset + Σ weights·pixels, rounded, clamped to 0…alpha.
  // Alpha is copied from the middle pixel. Columns are clamped to the edge.
  void (*convolve)(uint8_t *out, const uint8_t *const *rows, const float *weights, float offset, size_t n);

  // `convolve` of opaque rows in 16 bits: (offset + Σ weight·pixel/256) >> shift, each product rounded to
  // nearest with ties up, clamped to 0…255. `offset` includes the rounding; sums must not overflow.
  void (*convolve_short)(uint8_t *out, const uint8_t *const *rows, const int16_t *weights, int16_t offset, int shift,
                         size_t n);

  // The maximum or minimum of four successive windows of `count` rows, for n bytes each: the result of rows
  // k…k + count − 1 is stored at out + k · stride, for k 0…3.
  void (*extreme_rows)(uint8_t *out, size_t stride, const uint8_t *const *rows, size_t count, bool largest, size_t n);

  // Pixel i of `out` is the maximum or minimum of pixels i to i + width − 1 of `row`, for each channel. `row`
  // has n + width − 1 pixels and is overwritten. `stream` is as in `mix`.
  void (*extreme_across)(uint8_t *out, uint8_t *row, size_t width, bool largest, size_t n, bool stream);

  // Maps red, green and blue each through its own table of 256 bytes; `tables` has 3 × 256 bytes. Alpha is
  // unchanged.
  void (*look_up)(uint8_t *out, const uint8_t *in, const uint8_t *tables, size_t n);

  // A color matrix: channel c is (offsets[c] + Σ weights[4c + k]·in[k]) >> shift, clamped to 0…255. The
  // offsets include the rounding; sums must not overflow 32 bits.
  void (*transform_colors)(uint8_t *out, const uint8_t *in, const int16_t *weights, const int32_t *offsets, int shift,
                           size_t n);

  // Maps straight colors through a 3D color table; the result is clamped to 0…1, premultiplied, and rounded
  // to nearest. Alpha is unchanged.
  void (*map_colors)(uint8_t *out, const uint8_t *in, const segue_color_grid *grid, size_t n);
} segue_kernels;

// The values that kernels over rows of floats mix: stored samples, or linear light by a transfer function.
typedef enum { SEGUE_STORED, SEGUE_SRGB, SEGUE_PQ, SEGUE_HLG } segue_light_curve;

// Kernels over rows of floats: four premultiplied floats a pixel, where 0…1 corresponds to bytes 0…255; values may
// be outside 0…1. Rows are aligned to 4 bytes.
typedef struct {
  // Converts premultiplied RGBA8 to floats.
  void (*from_bytes)(float *out, const uint8_t *in, size_t n);
  // Converts straight samples of 16 bits to floats.
  void (*from_words)(float *out, const uint16_t *in, size_t n);
  // Converts n half-precision numbers to n floats.
  void (*from_halves)(float *out, const uint16_t *in, size_t n);
  // Converts floats to premultiplied RGBA8, rounded to nearest; clamps colors to alpha; NaN becomes 0.
  void (*to_bytes)(uint8_t *out, const float *in, size_t n);
  // Converts floats to straight samples of 16 bits, rounded to nearest; transparent pixels and NaN become 0.
  void (*to_words)(uint16_t *out, const float *in, size_t n);
  // Converts n floats to n half-precision numbers, rounded to nearest, with ties to even.
  void (*to_halves)(uint16_t *out, const float *in, size_t n);
  // Converts floats from premultiplied to straight alpha; transparent pixels become 0.
  void (*unpremultiply)(float *out, const float *in, size_t n);
  // out = a + (b − a)·weight for n floats; `out` may be `a`.
  void (*mix)(float *out, const float *a, const float *b, float weight, size_t n);
  // `mix` of n samples of 16 bits, rounded to nearest.
  void (*mix_words)(uint16_t *out, const uint16_t *a, const uint16_t *b, float weight, size_t n);
  // `mix_turns` and `take_turns` of `segue_kernels` for floats; weights of 0 and 1 take the pixels of `a` and `b`
  // unchanged.
  void (*mix_turns)(float *out, const float *a, const float *b, const float *turns, float edge, float scale,
                    bool smooth, size_t n);
  void (*take_turns)(float *out, const float *a, const float *b, const float *turns, float edge, size_t n);
  // out = in·opacity + out·(1 − in's alpha·opacity).
  void (*overlay)(float *out, const float *in, float opacity, size_t n);
  // Composites pixels over a background of four floats.
  void (*over)(float *out, const float *in, const float *background, size_t n);
  // Whether every alpha is at least 1.
  bool (*are_opaque)(const float *row, size_t n);
  // `warp` of `segue_kernels` for floats; `stride` is in bytes.
  void (*warp)(float *out, const float *picture, size_t stride, uint32_t width, uint32_t height, int64_t u, int64_t v,
               int64_t du, int64_t dv, size_t n);
  // Adds the 4n channels of a row to 4n sums.
  void (*add)(double *sums, const float *row, size_t n);
  // `resample_down` of stored values, also in the tables that mix in linear light.
  void (*add_weighted)(float *sums, const float *row, float weight, size_t n, bool first);
  // `mean` and `expand` of `segue_kernels` for floats.
  void (*mean)(float *colors, const double *sums, const uint32_t *ends, size_t n, uint32_t rows);
  void (*expand)(float *out, const float *colors, const uint32_t *ends, size_t n);
  // `median` and `map_colors` of `segue_kernels` for floats.
  void (*median)(float *out, const float *const *rows, size_t n);
  void (*map_colors)(float *out, const float *in, const segue_color_grid *grid, size_t n);
  // The maximum or minimum of each of n floats over `count` rows.
  void (*extreme_rows)(float *out, const float *const *rows, size_t count, bool largest, size_t n);
  // The maximum or minimum of pixels i to i + width − 1 of `row`, for each channel. `row` has n + width − 1
  // pixels and is overwritten.
  void (*extreme_across)(float *out, float *row, size_t width, bool largest, size_t n);
  // The vertical half of a resampler, for n floats: sums = row·weight if `first`, else sums += row·weight.
  void (*resample_down)(float *sums, const float *row, float weight, size_t n, bool first);
  // The horizontal half of a resampler: pixel i is Σ weights[i·taps + k]·sums[starts[i] + k].
  void (*resample_across)(float *out, const float *sums, const uint32_t *starts, const float *weights, size_t taps,
                          size_t n);
  // Converts rows of Y', Cb and Cr with more than 8 bits to opaque pixels, as `colors` does; weights[1] is
  // subtracted from Y', and weights[6] from Cb and Cr.
  void (*from_planes)(float *out, const uint16_t *luma, const uint16_t *blue, const uint16_t *red,
                      const float *weights, bool halved, size_t n);
  // Converts pixels to Y' with more than 8 bits, by three weights and an offset; clamps to 0…largest.
  void (*to_luma)(uint16_t *out, const float *in, const float *weights, float largest, size_t n);
  // Converts pixels to Cb and Cr with more than 8 bits, by three weights each and a common offset; clamps to
  // 0…largest. `halved` downsamples two rows as `matrix_half` does; else only `top` is read.
  void (*to_chroma)(uint16_t *blue, uint16_t *red, const float *top, const float *bottom, const float *weights,
                    float largest, bool halved, bool centered, size_t n);
} segue_float_kernels;

// The table of a level, or NULL if this machine or this build lacks the level.
const segue_kernels *segue_kernels_at(segue_level level);

// The table of a level in which mix, mix_turns, overlay, over and resampling work in linear light: bytes are
// unpremultiplied, decoded by sRGB's curve, mixed, and encoded again. The error is at most 0.52 of an 8-bit
// level; the bytes of unmixed pixels do not change.
const segue_kernels *segue_linear_kernels_at(segue_level level);

// The kernels of a level over rows of floats, or NULL if this machine or this build lacks the level. The
// kernels for a transfer function (any curve but `SEGUE_STORED`) mix, composite and resample in linear light.
// Their error is at most 3·10⁻⁶ for samples 0…1 (PQ: 6·10⁻⁵); the bits of unmixed pixels do not change.
const segue_float_kernels *segue_float_kernels_at(segue_level level, segue_light_curve curve);

// Copies a row of `stride` bytes to the `count` rows below it.
void segue_repeat_row(uint8_t *row, size_t stride, size_t count);

// A span of each row of a picture: `bytes` bytes from byte `start` of the row on. The picture has `height`
// rows at a distance of `stride` bytes.
typedef struct {
  const uint8_t *rows;
  ptrdiff_t stride;
  size_t height, start, bytes;
} segue_part;

// Copies spans of row `y` of pictures to the same offsets in row `y` of another picture of equal stride.
//
// Prefetches the spans of the next row, source and target, since the hardware prefetcher does not follow
// partial rows. (Copying two or three spans a row at 1080p takes 0.44 to 0.85 of the time with memcpy on a
// Zen 4; the ratio is lower when other programs use the caches.)
static inline void segue_copy_parts(uint8_t *to, const segue_part *parts, size_t count, size_t y) {
  for (const segue_part *part = parts; part < parts + count; part++) {
    const uint8_t *from = part->rows + (ptrdiff_t)y * part->stride + part->start;
    uint8_t *out = to + part->start;
    const ptrdiff_t next = y + 1 < part->height ? part->stride : 0;
    const size_t bytes = part->bytes;
    size_t i = 0;
    for (; i + 64 <= bytes; i += 64) {
      __builtin_prefetch(from + i + next);
      __builtin_prefetch(out + i + next, 1);
      memcpy(out + i, from + i, 64);
    }
    if (i < bytes) memcpy(out + i, from + i, bytes - i);
  }
}

// Gathers pixels: copies pixel columns[i] of `from` to pixel i of `to`, for `count` pixels.
static inline void segue_pick_pixels(uint8_t *restrict to, const uint8_t *restrict from, const uint32_t *restrict columns,
                                     size_t count) {
  for (size_t i = 0; i < count; i++) memcpy(to + 4 * i, from + 4 * (size_t)columns[i], 4);
}

// Makes non-temporal stores visible to other threads.
void segue_fence(void);

// The number of processors on which this process may run or, if smaller, the CPU quota of its control groups,
// rounded up.
int segue_usable_cores(void);

// The smallest CPU quota of this process's control groups, in cores, rounded up, clamped to 1…`most`.
//
// Reads control groups of versions 1 and 2, and their ancestors. `root` is a prefix of all paths, empty
// except in tests.
int segue_quota_cores(const char *root, int most);

// Starts a detached thread with a stack of 4 MiB and all signals blocked; false if the system refuses.
bool segue_start_thread(void *(*body)(void *), void *context);

// A job of the thread team: a function that is called once for each index.
typedef void (*segue_team_job)(void *context, size_t index);

// Calls a job for each index below a count, on this thread and the team; returns when all calls are done.
// Returns false immediately if the team is busy or has no threads.
bool segue_team_run(size_t count, segue_team_job job, void *context);

// Makes malloc map blocks of 1 MiB and more separately, so that freed bitmaps return their memory to the
// system.
void segue_map_bitmaps(void);

#include "lanes.h"
