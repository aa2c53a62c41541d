// Row kernels: the only instruction-set code of Segue. Pixels are RGBA8, premultiplied unless said otherwise.
//
// A level is one filled table. Every level gives the same bytes as the reference, at any width and alignment;
// the tests hold each to that. Buffers of one call do not overlap unless said otherwise. `n` counts pixels unless said otherwise.
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

// A color for each point of a grid of size³, 2…256 a side: four numbers a point, of which the fourth means nothing; red
// goes fastest.
typedef struct {
  const float *points;
  uint32_t size;
  // A channel of 0…1 lies at channel·scale + offset along its axis, clamped to 0…size − 1.
  float scale[3], offset[3];
  // How much of the grid's color is taken, 0…1; the rest is the pixel's own.
  float intensity;
  // Between the four points of a tetrahedron, rather than the eight of a cube.
  bool tetrahedral;
} segue_color_grid;

typedef struct {
  // out = a + (b − a)·weight/32768, rounded to nearest, for n bytes. weight 0…32767.
  // `out` may be `a` or `b`.
  // `stream` writes past the caches (out 64-byte aligned): for frames larger than them, read by nobody soon.
  void (*mix)(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n, int16_t weight, bool stream);

  // Pixels mixed as by `mix`, each by its own weight: z = (edge − turn)·scale, clamped to 0…1, or z²(3 − 2z) where `smooth`.
  void (*mix_turns)(uint8_t *out, const uint8_t *a, const uint8_t *b, const float *turns, float edge, float scale,
                    bool smooth, size_t n);

  // out = b + left[255 + a − b], n channels; what is left of a difference leads to a byte.
  void (*mix_differences)(uint8_t *out, const uint8_t *a, const uint8_t *b, const int16_t *left, size_t n);

  // Each pixel the mean of itself and those behind it, `length` ≥ 1 in all, or as many as are left. `sums` has 4(n + 1)
  // entries.
  void (*smear)(uint8_t *out, uint32_t *sums, const uint8_t *in, size_t length, size_t n);

  // Pixels of `b` where turn ≤ edge, else of `a`.
  void (*take_turns)(uint8_t *out, const uint8_t *a, const uint8_t *b, const float *turns, float edge, size_t n);

  // One bilinear sample per entry, between pixels left[i] and left[i] + 1 of the two rows, rounded to nearest. `left` never
  // falls, and both rows have left[n - 1] + 2 pixels.
  void (*sample)(uint8_t *out, const uint8_t *top, const uint8_t *bottom, float weight_y, const uint32_t *left,
                 const float *weight_x, size_t n);

  // One bilinear sample per pixel of a picture of width × height at (u, v), (u + du, v + dv), …: 32.32 fixed point
  // from the center of the first pixel, clamped to the edge, rounded to nearest.
  void (*warp)(uint8_t *out, const uint8_t *picture, size_t stride, uint32_t width, uint32_t height, int64_t u,
               int64_t v, int64_t du, int64_t dv, size_t n);

  // out = in·opacity + out·(1 − in's alpha·opacity/255), rounded to nearest, 255 at most. opacity 0…1.
  void (*overlay)(uint8_t *out, const uint8_t *in, float opacity, size_t n);

  // Pixels ends[i-1]..<ends[i] take color i; ends rise and ends[n-1] is the width of `out`. `blocks` is NULL, or has the
  // color's number for each pixel.
  void (*expand)(uint8_t *out, const uint8_t *colors, const uint32_t *ends, const uint32_t *blocks, size_t n);

  // Adds a row to sums of channels (4n of them): up to 16 million rows.
  void (*add)(uint32_t *sums, const uint8_t *row, size_t n);

  // The mean of each run of columns (as in expand) of sums over `rows` rows, rounded to nearest.
  void (*mean)(uint8_t *colors, const uint32_t *sums, const uint32_t *ends, size_t n, uint32_t rows);

  // sums += row·weight, or = where `first`: the vertical half of a resampler.
  void (*resample_down)(float *sums, const uint8_t *row, float weight, size_t n, bool first);
  // The same of samples of 16 bits.
  void (*resample_down_wide)(float *sums, const uint16_t *row, float weight, size_t n, bool first);

  // Pixel i is Σ weights[i·taps + k]·sums[starts[i] + k], clamped to 0…255 and colors to alpha, and rounded down when
  // rounding[i mod 8], 0.5 or another part of 1, is added.
  void (*resample_across)(uint8_t *out, const float *sums, const uint32_t *starts, const float *weights,
                          size_t taps, const float *rounding, size_t n);

  // Straight to premultiplied alpha, c·a/255 rounded to nearest.
  void (*premultiply)(uint8_t *out, const uint8_t *in, size_t n);

  // Premultiplied to straight alpha, c·255/a rounded to nearest, 255 at most; transparent pixels become 0.
  void (*unpremultiply)(uint8_t *out, const uint8_t *in, size_t n);

  // Pixels over a background (RGBA in memory order), both premultiplied: in + background·(255 − a)/255, rounded
  // to nearest. Opaque where the background is.
  void (*over)(uint8_t *out, const uint8_t *in, uint32_t background, size_t n);

  // Whether every alpha is 255.
  bool (*is_opaque)(const uint8_t *row, size_t n);

  // RGBA to RGB: out has 3n bytes.
  void (*drop_alpha)(uint8_t *out, const uint8_t *in, size_t n);

  // One channel of a color matrix: ⌊(offset + Σ weights[c]·in[c])/32768⌋ over red, green and blue, modulo 256.
  // `offset` is below 2^23 and brings the rounding.
  void (*matrix)(uint8_t *out, const uint8_t *in, const int16_t *weights, int32_t offset, size_t n);

  // Two channels of a color matrix, with 3 weights each, at half the width and height of two rows: (n + 1)/2
  // entries of `u` and `v`, of the mean of some pixels, not rounded before the sum. Centred: columns 2i and 2i + 1;
  // else 2i − 1, 2i and 2i + 1 by 1:2:1. Columns are clamped to the row, both rows count alike.
  void (*matrix_half)(uint8_t *u, uint8_t *v, const uint8_t *top, const uint8_t *bottom, const int16_t *weights,
                      int32_t offset, bool centered, size_t n);

  // PNG's Sub filter over n bytes: out[i] = row[i] − row[i − step], nothing to the left being 0.
  void (*subtract_left)(uint8_t *out, const uint8_t *row, size_t step, size_t n);

  // PNG's Average filter over n bytes: out[i] = row[i] − ⌊(row[i − step] + above[i])/2⌋.
  void (*subtract_average)(uint8_t *out, const uint8_t *row, const uint8_t *above, size_t step, size_t n);

  // out[i] = Σ weights[k]·rows[k][i] for i in from…n, numbers rather than pixels.
  void (*sum_rows)(float *out, const float *const *rows, const float *weights, size_t count, size_t from, size_t n);

  // Pixel i is Σ weights[i·taps + k]·in[starts[i] + k], four channels each; `taps` is a multiple of 4.
  void (*combine)(float *out, const float *in, const uint32_t *starts, const float *weights, size_t taps, size_t n);

  // Pixels from…n of a row, in blocks of 4 that share `taps` pixels of `in`, rounded to nearest and clamped to 0…255.
  // `phases` blocks share the same ones, the next have them `advance` pixels on. weights has 16 numbers for each tap of
  // each phase: that of each of the four pixels, four times. `from` is a multiple of 4.
  void (*spread)(uint8_t *out, const float *in, const float *weights, size_t taps, size_t phases, size_t advance,
                 size_t from, size_t n);

  // Bytes to floats.
  void (*widen)(float *out, const uint8_t *in, size_t n);

  // A symmetric sum of 2·radius + 1 rows for bytes from…n, in 1/64: weights[0] is the middle row's, weights[k] that of
  // both k rows off, in 1/32768; together they are 32768. Each product is rounded.
  void (*smooth_down)(int16_t *out, const uint8_t *const *rows, const int16_t *weights, size_t radius, size_t from,
                      size_t n);

  // The same along a row, from 1/64 to bytes: `in` begins `radius` pixels before the first one; pixels are `step` bytes
  // apart.
  void (*smooth_across)(uint8_t *out, const int16_t *in, const int16_t *weights, size_t radius, size_t step, size_t from,
                        size_t n);

  // Pixels to one byte each: (1741·red + 5861·green + 591·blue)/8192, rounded.
  void (*luminance)(uint8_t *out, const uint8_t *in, size_t n);

  // Of three rows of bytes Sobel's slopes: how steep, 255 at most, and the way up: none 0, along the row 1, down 2,
  // falling to the right or left 3 and 4. Outside is the edge.
  void (*slopes)(uint8_t *steepness, uint8_t *way, const uint8_t *const *rows, size_t n);

  // Of three rows of steepness the crests: where it is not less than both neighbors on its way, smoothstep of
  // steepness·scale + offset, else 0.
  void (*crests)(uint8_t *out, const uint8_t *const *rows, const uint8_t *ways, float scale, float offset, size_t n);

  // Pixels that are white where 3 × 3 bytes of three rows sum to 383 and the middle one is 3 at least, else black.
  void (*links)(uint8_t *out, const uint8_t *const *rows, size_t n);

  // sums[i] += entering[i] − leaving[i], n numbers.
  void (*box_down)(uint32_t *sums, const uint8_t *entering, const uint8_t *leaving, size_t n);

  // Sums of 2·radius + 1 pixels times `scale`, rounded: `in` begins `radius` pixels before the first one.
  void (*box_across)(uint8_t *out, const uint32_t *in, size_t radius, float scale, size_t n);

  // The median of 3 × 3 pixels of three rows, each channel for itself; outside is the edge.
  void (*median)(uint8_t *out, const uint8_t *const *rows, size_t n);

  // offset + Σ weights·(3 × 3 pixels of three rows), for colors; alpha is the middle one's. Outside is the edge.
  // Rounded, clamped to 0…alpha.
  void (*convolve)(uint8_t *out, const uint8_t *const *rows, const float *weights, float offset, size_t n);

  // The same of opaque rows, in 16 bits: (offset + Σ weight·pixel/256) >> shift, each product rounded to nearest, ties up,
  // clamped to 0…255. The offset brings the rounding; no sum overflows.
  void (*convolve_short)(uint8_t *out, const uint8_t *const *rows, const int16_t *weights, int16_t offset, int shift,
                         size_t n);

  // The largest or smallest of rows k…k + count − 1 at out + k · stride, for k 0…3: of four windows that follow one another,
  // n bytes each.
  void (*extreme_rows)(uint8_t *out, size_t stride, const uint8_t *const *rows, size_t count, bool largest, size_t n);

  // Pixel i is the extreme of pixels i to i + width − 1 of `row`, each channel for itself. The row has n + width − 1 and is
  // used up. `stream` as for mix.
  void (*extreme_across)(uint8_t *out, uint8_t *row, size_t width, bool largest, size_t n, bool stream);

  // Each channel through a table of its own: 4 × 256 bytes.
  void (*look_up)(uint8_t *out, const uint8_t *in, const uint8_t *tables, size_t n);

  // Channel c is (offsets[c] + Σ weights[4c + k]·in[k]) >> shift, clamped to 0…255. The offset brings the rounding; no sum
  // overflows 32 bits.
  void (*transform_colors)(uint8_t *out, const uint8_t *in, const int16_t *weights, const int32_t *offsets, int shift,
                           size_t n);

  // Straight colors become those of a grid, interpolated, clamped to 0…1 and premultiplied again, rounded to nearest; alpha
  // stays.
  void (*map_colors)(uint8_t *out, const uint8_t *in, const segue_color_grid *grid, size_t n);
} segue_kernels;

// The table of a level, or NULL where this machine or this build does not have it.
const segue_kernels *segue_kernels_at(segue_level level);

// The same, in which mix, mix_turns, overlay, over and resampling are done in light: bytes become light by sRGB's curve,
// alpha taken out of them, and what comes of it bytes again, within 0.52 of a level. Both are left as they are where nothing is
// mixed.
const segue_kernels *segue_linear_kernels_at(segue_level level);

// Copies one row (of `stride` bytes) onto the `count` rows that follow it.
void segue_repeat_row(uint8_t *row, size_t stride, size_t count);

// Asks for memory that is read soon.
static inline void segue_prefetch(const void *memory, size_t bytes) {
  for (size_t i = 0; i < bytes; i += 64) __builtin_prefetch((const uint8_t *)memory + i);
}

// Asks for memory that is written soon.
static inline void segue_prefetch_to_write(const void *memory, size_t bytes) {
  for (size_t i = 0; i < bytes; i += 64) __builtin_prefetch((const uint8_t *)memory + i, 1);
}

// Some bytes of each row of a picture.
typedef struct {
  const uint8_t *rows;
  ptrdiff_t stride;
  size_t height, start, bytes;
} segue_part;

// Copies parts of row `y` of pictures to the same bytes of another row, in rows as far apart as theirs.
//
// It asks for the next row's, there and here, which are likely to be copied next: the processor sees no order in parts of rows, and
// would wait for each. Two or three spans a row of 1080p take 0.44 to 0.85 of the time that memcpy takes for them, the less the more
// other programs use the caches (Zen 4).
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

// Copies pixels of a row, given by their columns, side by side.
static inline void segue_pick_pixels(uint8_t *restrict to, const uint8_t *restrict from, const uint32_t *restrict columns,
                                     size_t count) {
  for (size_t i = 0; i < count; i++) memcpy(to + 4 * i, from + 4 * (size_t)columns[i], 4);
}

// Makes streamed writes visible to other threads.
void segue_fence(void);

// Processors that this process may run on, or fewer where the quota of a control group is less, rounded up.
int segue_usable_cores(void);

// The quota of the control groups of this process in cores, rounded up and at least 1, or `most` where that is less.
//
// Both versions of control groups, and all groups above. `root` is empty, or a folder with `proc` and what is mounted.
int segue_quota_cores(const char *root, int most);

// Starts a thread that nobody waits for, with a stack of 1 MiB and without signals; false where the system has none to give.
bool segue_start_thread(void *(*body)(void *), void *context);

// One of the indices that a job has.
typedef void (*segue_team_job)(void *context, size_t index);

// Calls a job for each index below a count, on this thread and others; returns when all are done, false at once where other threads are
// busy with another job, or there are none.
bool segue_team_run(size_t count, segue_team_job job, void *context);

// From now on memory for a bitmap is mapped for it alone, and goes back to the system when it is freed.
void segue_map_bitmaps(void);

#include "lanes.h"
