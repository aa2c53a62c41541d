// Compares all row kernels and lane kernels of this machine's levels with the reference, without Swift, for
// emulated machines and for sanitizers of C. Prints kernels with different results, and fails if there are
// any.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CSegueKernels.h"

static uint64_t state = 88172645463325252u;

static uint32_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 16);
}

static uint32_t below(uint32_t count) { return next() % count; }
static float unit(void) { return (float)(next() >> 8) * 0x1p-24f; }

static void fill(void *out, size_t count) {
  for (size_t i = 0; i < count; i++) ((uint8_t *)out)[i] = (uint8_t)next();
}

static int failures;
static float rounding[8] = {0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f};

static void report(const char *kernel, segue_level level, long different) {
  if (!different) return;
  printf("%s differs from the reference at level %d, %ld times\n", kernel, level, different);
  failures++;
}

enum { ROUNDS = 600, LANES = 8 * SEGUE_LANES };

// Zeros, signaling and quiet NaN, infinities, denormals, and the limits of integers and of conversions.
static const uint32_t special[] = {
    0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000,
    0x7f800001, 0xff800001, 0x7fbfffff, 1,          0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff,
    0xff7fffff, 0x3f000000, 0x4b000000, 0x4effffff, 0x4f000000, 0xcf000000, 0x4f7fffff, 0x4f800000,
    0x5f000000, 0x7e967699, 0x7fffffff, 0xffffffff, 31,         32,         0x42fe0000, 0xc2fe0000,
    0x3fc90fdb, 0x40490fdb, 0x4a800000, 0x4a800001,
};

static uint32_t lane(uint32_t kind) {
  float value = kind == 2 ? unit() * 20 - 10 : kind == 3 ? unit() : (float)(int)below(2000) - 1000;
  uint32_t bits;
  memcpy(&bits, &value, 4);
  return kind == 0 ? next() : kind == 1 ? special[below(sizeof special / 4)] : kind == 5 ? below(64) - 16 : bits;
}

static bool is_nan(uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

// Whether an instruction's results are floats, of which all NaNs are equal.
static bool is_float(const char *name) {
  static const char *const whole[] = {"ILT", "ILE", "IEQ", "INE", "ULT", "ULE", "IADD", "ISUB", "IMUL", "IDIV",
                                      "IMOD", "IMIN", "IMAX", "INEG", "IABS", "ISIGN", "UDIV", "UMOD", "UMIN", "UMAX",
                                      "AND", "OR", "XOR", "NOT", "SHL", "SHR", "USHR", "F2I", "F2U", "SELECT", "MOVE",
                                      "LT", "LE", "EQ", "NE", "IS_NAN", "IS_INF"};
  for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
    if (strcmp(name, whole[i]) == 0) return false;
  }
  return true;
}

static long lanes_round(segue_lane_op op, const segue_lanes_kernel *reference, const segue_lanes_kernel *other, int round) {
  static _Alignas(64) uint32_t in[8][LANES], out[2][8][LANES];
  const segue_lane_shape shape = segue_lane_shape_of(op);
  segue_lanes_in inputs[8];
  for (int k = 0; k < shape.inputs; k++) {
    for (int i = 0; i < LANES; i++) in[k][i] = lane((uint32_t)(round + k * (round / 6)) % 6);
    inputs[k] = (segue_lanes_in){in[k], round % 5 != 4 || k != 1};
    for (int i = 0; !inputs[k].step && i < LANES; i++) in[k][i] = in[k][0];
  }
  for (int i = 0; op == SEGUE_OP_SELECT && i < LANES; i++) in[0][i] = next() & 1 ? UINT32_MAX : 0;
  void *to[2][8];
  for (int k = 0; k < 8; k++) {
    to[0][k] = out[0][k];
    to[1][k] = out[1][k];
  }
  const bool fetches_floats = op == SEGUE_OP_FETCH_FLOATS || op == SEGUE_OP_FETCH_ROW_FLOATS;
  const bool has_floats = fetches_floats || op == SEGUE_OP_STORE_FLOATS;
  const bool has_words = fetches_floats && round % 5 == 4;
  static uint8_t picture[64 * 16 * 16], stored[2][16 * LANES + 64];
  const uint32_t width = 1 + below(round % 3 ? 64 : 3), height = 1 + below(16);
  const bool flipped = round & 1;
  const ptrdiff_t stride = (has_words ? 8 : has_floats ? 16 : 4) * (ptrdiff_t)width;
  fill(picture, sizeof picture);
  memset(stored, 7, sizeof stored);
  const segue_texture texture = {flipped ? picture + (height - 1) * stride : picture, flipped ? -stride : stride, width,
                                 height, round % 3 == 0, has_words || round % 4 > 1, has_words};
  const segue_texture_run run = {texture, (int32_t)below(200) - 100, (int32_t)below(30) - 10};
  const segue_texture narrower = {texture.pixels, texture.stride, 1 + below(width), height, false, false, false};
  const segue_texture_pair pair = {{&texture, round % 4 ? &texture : &narrower}};
  const size_t count = 1 + below(LANES);
  segue_pixels pixels[2] = {{stored[0], count, round & 1}, {stored[1], count, round & 1}};
  for (int k = 0; k < 2; k++) {
    const void *data = op == SEGUE_OP_FETCH_PAIR ? (const void *)&pair
                       : op == SEGUE_OP_FETCH || op == SEGUE_OP_FETCH_FLOATS ? (const void *)&texture
                       : op == SEGUE_OP_FETCH_ROW || op == SEGUE_OP_FETCH_ROW_FLOATS ? (const void *)&run
                                                                            : (const void *)&pixels[k];
    (k ? other : reference)[op](LANES / SEGUE_LANES, to[k], inputs, data);
  }
  long different = memcmp(stored[0], stored[1], sizeof stored[0]) != 0;
  const bool nan_is_nan = is_float(shape.name);
  for (int k = 0; k < shape.outputs; k++) {
    for (int i = 0; i < LANES; i++) {
      uint32_t a = out[0][k][i], b = out[1][k][i];
      different += a != b && !(nan_is_nan && is_nan(a) && is_nan(b));
    }
  }
  return different;
}

enum { WIDTH = 520, BYTES = 8 * WIDTH };
static _Alignas(64) uint8_t a[BYTES], b[BYTES], opaque[BYTES], out[2][BYTES];
static uint32_t ends[WIDTH], left[WIDTH], sums[2][BYTES];
static float weights[6 * WIDTH], floats[2][BYTES];

// Limits colors to their alpha.
static void premultiply(uint8_t *pixels) {
  for (size_t i = 0; i < BYTES; i++) {
    if (pixels[i] > pixels[i | 3]) pixels[i] = pixels[i | 3];
  }
}

#define EACH(kernel, ...)                                                                         \
  do {                                                                                            \
    for (int k = 0; k < 2; k++) {                                                                 \
      const segue_kernels *table = k ? other : reference;                                         \
      memcpy(out[k], b, BYTES);                                                                   \
      table->kernel(__VA_ARGS__);                                                                 \
    }                                                                                             \
    report(#kernel, level,                                                                        \
           memcmp(out[0], out[1], BYTES) || memcmp(sums[0], sums[1], sizeof sums[0]) ||           \
               memcmp(floats[0], floats[1], sizeof floats[0]));                                   \
  } while (0)

// Kernels that read several rows, or neighbors in a row.
static void windows_round(segue_level level, const segue_kernels *reference, const segue_kernels *other, int round,
                          size_t n) {
  static _Alignas(64) float numbers[BYTES];
  static _Alignas(64) int16_t words[2][5 * BYTES];
  static uint8_t used_ways[2][BYTES];
  const uint8_t *rows[15];
  const float *number_rows[5];
  for (size_t i = 0; i < BYTES; i++) numbers[i] = unit() * 300 - 20;
  for (size_t i = 0; i < 15; i++) rows[i] = (i & 1 ? a : b) + 4 * below(100);
  for (size_t i = 0; i < 5; i++) number_rows[i] = numbers + 4 * below(100);
  n = n < 400 ? n : 400;
  const size_t radius = 1 + below(6), taps = 4 * (1 + below(3));
  for (size_t i = 0; i < 6 * WIDTH; i++) weights[i] = unit() * 2 - 0.5f;
  EACH(sum_rows, floats[k], number_rows, weights, 5, 0, 4 * n);
  segue_tap_filter filters[200];
  for (uint32_t i = 0; i < 200; i++) filters[i] = (segue_tap_filter){below(100), i / (1 + round % 7)};
  EACH(combine, floats[k], numbers, filters, weights, taps, n < 200 ? n : 200);
  EACH(spread, out[k], numbers, weights, taps, 1 + round % 3, 1 + round % 2, 0, n < 200 ? n : 200);
  EACH(widen, floats[k], a, 4 * n);
  int16_t halves[7] = {32767 - 14000, 4000, 1000, 1000, 500, 300, 200};
  // Reads at most 15 rows.
  const size_t windows = 1 + below(radius < 6 ? 5 : 3);
  EACH(smooth_down, words[k], 4 * n, rows, halves, radius, windows, 4 * n);
  report("smooth_down", level, memcmp(words[0], words[1], sizeof words[0]) != 0);
  EACH(smooth_across, out[k], words[0], halves, radius, round & 1 ? 1 : 4, 4 * n);
  EACH(box_down, sums[k], a, b, 4 * n);
  memset(sums, 0, sizeof sums);
  EACH(add, sums[k], a, WIDTH);
  EACH(box_across, out[k], sums[k], radius, 1.0f / 13, n);
  static uint16_t shorts[2][BYTES];
  for (size_t i = 0; i < BYTES; i++) shorts[0][i] = shorts[1][i] = (uint16_t)((2 * radius + 1) * b[i]);
  EACH(short_box_across, out[k], shorts[k], radius, n);
  EACH(short_box_down, shorts[k], a, b, 4 * n);
  report("short_box_down", level, memcmp(shorts[0], shorts[1], sizeof shorts[0]) != 0);
  EACH(median, out[k], rows, n);
  EACH(convolve, out[k], rows, weights, 3.5f, n);
  const int16_t short_weights[9] = {1638, 3277, -1638, 4915, 6553, 1638, -3277, 1638, 1638};
  EACH(convolve_short, out[k], rows, short_weights, 32, 6, n);
  EACH(luminance, out[k], a, n);
  EACH(slopes, out[k], used_ways[k], rows, n);
  report("slopes' ways", level, memcmp(used_ways[0], used_ways[1], sizeof used_ways[0]) != 0);
  for (size_t i = 0; i < n; i++) used_ways[0][i] %= 5;
  EACH(crests, out[k], rows, used_ways[0], 1.0f / 76, -0.3f, n);
  memset(used_ways, 0, sizeof used_ways);
  EACH(links, out[k], rows, n);
  static uint8_t four[2][4 * BYTES];
  const size_t window = 1 + below(12);
  EACH(extreme_rows, four[k], BYTES, rows, window, round & 1, 4 * n);
  report("extreme_rows' four", level, memcmp(four[0], four[1], sizeof four[0]) != 0);
  const size_t width = 1 + below(40);
  static uint8_t used[2][BYTES];
  for (int k = 0; k < 2; k++) memcpy(used[k], b, BYTES);
  EACH(extreme_across, out[k], used[k], width, round & 1, n, round & 2);
  EACH(mix_turns, out[k] + 1, a, b + 4, numbers, 140, 0.01f, round & 1, n);
  EACH(take_turns, out[k] + 1, a, b + 4, numbers, 140, n);
  EACH(look_up, out[k], a, b, n);
  const int16_t matrix[16] = {8000, -3000, 200, 1, 90, 4000, -5000, 7, 10, 20, 8192, 0, 0, 0, 0, 8192};
  const int32_t offsets[4] = {4096, -100000, 300000, 4096};
  EACH(transform_colors, out[k], a, matrix, offsets, 13, n);
  const uint32_t size = 2 + below(6);
  const segue_color_grid grid = {numbers, size, {(float)size - 1, 1, 30}, {0, 0.5f, -9}, unit(), round & 1};
  for (size_t i = 0; i < 4 * size * size * size; i++) numbers[i] = unit() * 1.5f - 0.25f;
  EACH(map_colors, out[k], a, &grid, n);
}

static void rows_round(segue_level level, const segue_kernels *reference, const segue_kernels *other, int round) {
  const size_t n = 1 + below(round % 50 ? 130 : 500);
  const size_t at = 4 * below(5), step = round & 1 ? 3 : 4;
  const uint32_t width = 1 + below(20), height = 1 + below(20);
  int16_t matrix[8];
  for (int i = 0; i < 8; i++) matrix[i] = (int16_t)((int)below(20000) - 8000);
  fill(a, BYTES);
  fill(b, BYTES);
  const int16_t weight = (int16_t)(round % 9 ? next() & 0x7fff : round % 2 ? 32767 : 0);
  EACH(mix, out[k] + at, a + at, b, 4 * n, weight, false);
  EACH(mix, out[k], a, b, 4 * n, weight, true);
  static int16_t left_over[511];
  for (int i = 0; i < 511; i++) left_over[i] = (int16_t)((i - 255) * weight / 32768);
  EACH(mix_differences, out[k] + at, a + at, b, left_over, 4 * n);
  EACH(smear, out[k], sums[k], a, 1 + round % 700, n);
  EACH(premultiply, out[k] + at, a, n);
  EACH(unpremultiply, out[k] + at, a, n);
  EACH(drop_alpha, out[k] + at, a, n, false);
  EACH(drop_alpha, out[k], a, n, true);
  EACH(matrix, out[k] + at, a, matrix, 16384 + (16 << 15), n);
  EACH(matrix_half, out[k] + at, out[k] + BYTES / 2, a, b, matrix, 16384, round & 1, n);
  EACH(subtract_left, out[k] + at, a, step, n * step);
  EACH(subtract_average, out[k] + at, a, b, step, n * step);
  memcpy(opaque, a, BYTES);
  for (size_t i = 3; i < BYTES; i += 4) opaque[i] = 255;
  if (round & 1) opaque[4 * below((uint32_t)n) + 3] = 254;
  report("is_opaque", level, reference->is_opaque(opaque, n) != other->is_opaque(opaque, n));
  premultiply(a);
  premultiply(b);
  const float opacity = unit();
  EACH(overlay, out[k] + at, a, opacity, n);
  EACH(over, out[k] + at, a, 0x80402010u, n);
  const int64_t u = (int64_t)((uint64_t)next() << 32 | next()) >> (20 + below(10)), v = (int64_t)(int32_t)next() * 64;
  const int64_t du = (int32_t)next(), dv = (int32_t)next();
  EACH(warp, out[k] + at, a, 4 * width, width, height, u, v, du, dv, n);
  const size_t blocks = 1 + below((uint32_t)n);
  uint32_t end = 0;
  for (size_t i = 0; i < blocks; i++) {
    uint32_t room = (uint32_t)(n - end - (blocks - 1 - i));
    end = i + 1 == blocks ? (uint32_t)n : end + 1 + below(room);
    for (uint32_t x = i ? ends[i - 1] : 0; x < end; x++) left[x] = (uint32_t)i;
    ends[i] = end;
  }
  EACH(expand, out[k] + at, a, ends, left, blocks);
  EACH(expand, out[k] + at, a, ends, NULL, blocks);
  memset(sums, 0, sizeof sums);
  for (size_t row = 0; row < 3; row++) EACH(add, sums[k], a + 4 * row, n);
  EACH(mean, out[k] + at, sums[k], ends, blocks, 3);
  for (size_t i = 0; i < n; i++) {
    const uint32_t next_left = i ? left[i - 1] + below(i < n / 2 ? 4 : 12) : 0;
    left[i] = next_left < 480 ? next_left : 480;
    weights[i] = unit();
  }
  EACH(sample, out[k] + at, round & 1 ? a : opaque, round & 2 ? b : opaque, opacity, left, weights, n);
  memset(floats, 0, sizeof floats);
  EACH(resample_down, floats[k], a, opacity, n, true);
  EACH(resample_down, floats[k], b, -0.3f * opacity, n, false);
  EACH(resample_down_wide, floats[k], (const uint16_t *)(const void *)a, opacity / 257, n / 2, true);
  EACH(resample_down_wide, floats[k], (const uint16_t *)(const void *)b, -0.3f * opacity, n / 2, false);
  const size_t taps = 1 + below((uint32_t)(n < 6 ? n : 6));
  for (size_t i = 0; i < n * taps; i++) weights[i] = unit() * 2 - 0.5f;
  for (size_t i = 0; i < n; i++) left[i] = below((uint32_t)(n - taps + 1));
  EACH(resample_across, out[k] + at, floats[k], left, weights, taps, rounding, n);
  windows_round(level, reference, other, round, n);
}

// Kernels that mix in linear light, on opaque rows, rows with one translucent pixel, and random rows.
static void light_round(segue_level level, const segue_kernels *reference, const segue_kernels *other, int round) {
  for (int k = 0; k < 8; k++) rounding[k] = round % 5 ? 0.5f : (float)k / 8;
  const size_t n = 1 + below(round % 20 ? 130 : 500), at = 4 * below(5), taps = 1 + below((uint32_t)(n < 6 ? n : 6));
  fill(a, BYTES);
  fill(b, BYTES);
  for (size_t i = 3; round % 3 && i < BYTES; i += 4) a[i] = b[i] = 255;
  if (round % 3 == 2) a[4 * below((uint32_t)n) + 3] = 254;
  premultiply(a);
  premultiply(b);
  for (size_t i = 0; i < n; i++) {
    left[i] = below((uint32_t)(n - taps + 1));
    weights[i] = unit();
  }
  const float opacity = unit();
  const int16_t share = (int16_t)(next() & 0x7fff);
  EACH(mix, out[k] + at, a, b, 4 * n, share, false);
  EACH(mix_turns, out[k] + at, a, b, weights, 0.5f, 3, round & 1, n);
  EACH(overlay, out[k] + at, a, opacity, n);
  EACH(over, out[k] + at, a, round & 1 ? 0x80402010u : 0xff402010u, n);
  memset(floats, 0, sizeof floats);
  EACH(resample_down, floats[k], a, opacity, n, true);
  EACH(resample_down, floats[k], b, 1 - opacity, n, false);
  EACH(resample_down_wide, floats[k], (const uint16_t *)(const void *)b, -0.1f / 257, n / 2, false);
  for (size_t i = 0; i < n * taps; i++) weights[i] = 1 / (float)taps + 0.1f * (unit() - 0.5f);
  EACH(resample_across, out[k] + at, floats[k], left, weights, taps, rounding, n);
}

int main(void) {
  int levels = 0;
  for (segue_level level = SEGUE_REFERENCE + 1; level <= SEGUE_NEON; level++) {
    if (!segue_kernels_at(level)) continue;
    levels++;
    for (int round = 0; round < 10 * ROUNDS; round++)
      rows_round(level, segue_kernels_at(SEGUE_REFERENCE), segue_kernels_at(level), round);
    for (int round = 0; round < 10 * ROUNDS; round++)
      light_round(level, segue_linear_kernels_at(SEGUE_REFERENCE), segue_linear_kernels_at(level), round);
    for (segue_lane_op op = 0; op < SEGUE_OP_COUNT; op++) {
      long different = 0;
      for (int round = 0; round < ROUNDS; round++)
        different += lanes_round(op, segue_lanes_at(SEGUE_REFERENCE), segue_lanes_at(level), round);
      report(segue_lane_shape_of(op).name, level, different);
    }
  }
  printf("%d levels, %d failures\n", levels, failures);
  return failures || !levels;
}
