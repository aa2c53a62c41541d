// The kernels of lanes_ops.h over the registers of one instruction set, and the vector forms of kernels that
// sample pictures.
#define WIDTH (VECTOR / 4)
#include "lanes_ops.h"

typedef uint8_t __attribute__((ext_vector_type(4 * WIDTH))) u8;
typedef uint16_t __attribute__((ext_vector_type(2 * WIDTH))) u16;
typedef uint64_t __attribute__((ext_vector_type(WIDTH / 2))) u64_half;

// Shuffles the lanes of two registers within each 128 bits: indices 0…3 select lanes of the first register,
// 4…7 lanes of the second register.
#define LANE_OF(quarter, k) (k) % 4 + (k) / 4 * WIDTH + 4 * (quarter)
#define LANES_OF(quarter, i, j, k, l) LANE_OF(quarter, i), LANE_OF(quarter, j), LANE_OF(quarter, k), LANE_OF(quarter, l)
#if WIDTH == 4
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, LANES_OF(0, __VA_ARGS__))
#define SHUFFLE_BYTES(a, ORDER) __builtin_shufflevector(a, a, ORDER(0))
#elif WIDTH == 8
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, LANES_OF(0, __VA_ARGS__), LANES_OF(1, __VA_ARGS__))
#define SHUFFLE_BYTES(a, ORDER) __builtin_shufflevector(a, a, ORDER(0), ORDER(16))
#else
#define SHUFFLE(a, b, ...)                                                                                        \
  __builtin_shufflevector(a, b, LANES_OF(0, __VA_ARGS__), LANES_OF(1, __VA_ARGS__), LANES_OF(2, __VA_ARGS__), \
                          LANES_OF(3, __VA_ARGS__))
#define SHUFFLE_BYTES(a, ORDER) __builtin_shufflevector(a, a, ORDER(0), ORDER(16), ORDER(32), ORDER(48))
#endif

// Shuffle orders for the bytes of two rows of two texels. PAIRS places the left and right byte of each
// channel side by side; SQUARE places the four bytes of a channel side by side.
#define PAIRS(n) n, n + 4, n + 1, n + 5, n + 2, n + 6, n + 3, n + 7
#define ROWS_OF_PAIRS(n) PAIRS(n), PAIRS(n + 8)
#define SQUARE(n) n, n + 4, n + 8, n + 12
#define SQUARES(n) SQUARE(n), SQUARE(n + 1), SQUARE(n + 2), SQUARE(n + 3)
// Repeats the lower, or the upper, 16-bit half of each lane.
#define TWICE(n) n, n + 1, n, n + 1
#define LOWER_HALVES(n) TWICE(n), TWICE(n + 4), TWICE(n + 8), TWICE(n + 12)
#define UPPER_HALVES(n) TWICE(n + 2), TWICE(n + 6), TWICE(n + 10), TWICE(n + 14)

static inline u8 squares_of(u8 texels) {
#if WIDTH == 4 && defined(__SSE2__)
  // Interleaves twice: SSE2 has no instruction for the whole shuffle, and the compiler would emit three times
  // as many instructions. The empty assembly statement keeps the compiler from merging the two shuffles.
#define INTERLEAVED(a) __builtin_shufflevector(a, a, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15)
  texels = INTERLEAVED(texels);
  __asm__("" : "+x"(texels));
  return INTERLEAVED(texels);
#undef INTERLEAVED
#else
  return SHUFFLE_BYTES(texels, SQUARES);
#endif
}

static inline i32 smaller_of(i32 a, int32_t b) { return a < b ? a : (i32){0} + b; }

// A picture's width or height, and the position of its last texel center, both in units of 1/256 texel.
typedef struct {
  f32 all, last;
} extent;

static inline extent extent_of(uint32_t count) {
  return (extent){(f32){0} + 256.0f * (float)count, (f32){0} + 256.0f * (float)(count - 1)};
}

// Converts coordinates to units of 1/256 texel, counted from the center of the first texel; NaN gives 0.
static inline i32 positions(f32 coordinates, extent along) {
  f32 x = coordinates * along.all - 127.5f;
  x = x > 0 ? x : (f32){0};
  return CONVERT(i32, x < along.last ? x : along.last);
}

// The shape of a picture with at least two columns, whose byte offsets fit a 32-bit lane. `last_left` is the
// last column with a right neighbor, `last_top` the last row with a lower neighbor.
typedef struct {
  int32_t stride, last_left, last_top;
} grid;

// The positions of WIDTH samples: byte offsets of the upper left texels, and weights in units of 1/256. In a
// lane of `shares`, the low 16 bits are the weight of the right texels, the high 16 bits the weight of the
// lower texels.
typedef struct {
  int32_t offsets[WIDTH];
  u32 shares;
} samples;

// The number of texels that each sample of a register mixes: one, two of a row, or four of two rows.
typedef enum { AT_TEXELS, IN_ROWS, BETWEEN_ROWS } sampling;

// The rows of WIDTH samples: byte offsets of the upper rows, and weights of the lower rows, in units of
// 1/256, in the high 16 bits of `shares`.
typedef struct {
  i32 offsets;
  u32 shares;
} sampled_rows;

// Finds the rows of positions. For a position on the last row, the upper row is the row above it, and the
// lower row gets the full weight.
static inline sampled_rows find_rows(const grid *from, i32 y) {
  i32 row = smaller_of(y >> 8, from->last_top);
  return (sampled_rows){row * from->stride, (u32)(y - (row << 8)) << 16};
}

static inline sampling find(samples *at, const grid *from, i32 x, sampled_rows rows) {
  i32 column = smaller_of(x >> 8, from->last_left);
  *(i32 *)at->offsets = column * 4 + rows.offsets;
  at->shares = (u32)(x - (column << 8)) | rows.shares;
  return ANY(at->shares > 0xffff) ? BETWEEN_ROWS : ANY((at->shares & 255) != 0) ? IN_ROWS : AT_TEXELS;
}

// Prefetches the texels of every fourth sample; neighboring samples mostly share cache lines.
static inline void ask(const uint8_t *pixels, const grid *from, const samples *at, bool of_two_rows) {
#pragma clang loop unroll(full)
  for (size_t k = 0; k < WIDTH; k += 4) {
    __builtin_prefetch(pixels + at->offsets[k]);
    if (of_two_rows) __builtin_prefetch(pixels + from->stride + at->offsets[k]);
  }
}

// Loads, for every fourth sample, 8 bytes from each of two rows into 128 bits of the result.
static inline u8 two_rows(const uint8_t *upper, const int32_t *at, const uint8_t *lower, const int32_t *lower_at) {
  u64_half rows;
#pragma clang loop unroll(full)
  for (size_t k = 0; k < WIDTH; k += 4) {
    uint64_t pair;
    memcpy(&pair, upper + at[k], 8);
    rows[k / 2] = pair;
    memcpy(&pair, lower + lower_at[k], 8);
    rows[k / 2 + 1] = pair;
  }
  return (u8)rows;
}

// Mixes left and right texels with weights in units of 1/256. The results are below 2^16.
static inline u16 mix_across(u32 pairs, u32 weights) {
  u16 both = (u16)pairs;
#if defined(PAIR_DIFFERENCES)
  u16 difference = (u16)PAIR_DIFFERENCES(both);
#else
  u16 difference = (both >> 8) - (both & 255);
#endif
  return (both << 8) + difference * (u16)weights;
}

// Interpolates between upper and lower texels, and scales to floats 0…1. The sum is exact, in 24 bits; only
// the last product rounds.
static inline f32 mix_down(u16 pairs, u32 weights) {
  const float scale = 1.0f / (255 << 16);
#if defined(MADD)
  // MADD multiplies signed numbers: inputs are lowered by 2^15, which lowers the sum by 2^23.
  i32 sum = (i32)MADD(pairs ^ 0x8000, weights);
#if defined(FMA)
  return FMA(CONVERT(f32, sum), (f32){0} + scale, (f32){0} + 0x1p23f * scale);
#else
  return CONVERT(f32, sum + (1 << 23)) * scale;
#endif
#else
  u32 both = (u32)pairs;
  return CONVERT(f32, (i32)((both & 0xffff) * (weights & 0xffff) + (both >> 16) * (weights >> 16))) * scale;
#endif
}

// Advances the output addresses by a number of registers; the addresses of unused channels stay NULL.
static inline void behind(void *const *out, size_t registers, void **to) {
  for (size_t c = 0; c < 4; c++) to[c] = out[c] ? (f32 *)out[c] + registers : NULL;
}

// The attributes of a function that handles one sampling case. In a single function for all cases, the
// compiler would hoist the loads of each case, which takes 1.2 times as long.
#define WAY static __attribute__((noinline)) void

WAY fetch_between_rows(const uint8_t *upper, int32_t stride, const samples *at, size_t count, void *const *out) {
  const uint8_t *lower = upper + stride;
  f32 *const to[4] = {out[0], out[1], out[2], out[3]};
  for (size_t i = 0; i < count; i++, at++) {
    // Loads the channels of every fourth sample into each register, then transposes to one channel a
    // register.
    u32 of[4], channels[4];
#pragma clang loop unroll(full)
    for (size_t k = 0; k < 4; k++) of[k] = (u32)squares_of(two_rows(upper, at->offsets + k, lower, at->offsets + k));
    u32 rg = SHUFFLE(of[0], of[1], 0, 4, 1, 5), ba = SHUFFLE(of[0], of[1], 2, 6, 3, 7);
    u32 next_rg = SHUFFLE(of[2], of[3], 0, 4, 1, 5), next_ba = SHUFFLE(of[2], of[3], 2, 6, 3, 7);
    channels[0] = SHUFFLE(rg, next_rg, 0, 1, 4, 5);
    channels[1] = SHUFFLE(rg, next_rg, 2, 3, 6, 7);
    channels[2] = SHUFFLE(ba, next_ba, 0, 1, 4, 5);
    channels[3] = SHUFFLE(ba, next_ba, 2, 3, 6, 7);
    // Unpacks weights once for all channels, by shuffles of one load: loads are the bottleneck.
    u32 across = (u32)SHUFFLE_BYTES((u8)at->shares, LOWER_HALVES);
    u32 down = (u32)SHUFFLE_BYTES((u8)at->shares, UPPER_HALVES);
    // Replaces each low half by 256 minus the weight: its complement plus 257.
    down = (u32)((u16)(down ^ 0xffff) + (u16)((u32){0} + 257));
#pragma clang loop unroll(full)
    for (size_t c = 0; c < 4; c++) {
      if (to[c]) to[c][i] = mix_down(mix_across(channels[c], across), down);
    }
  }
}

// Whether all samples of a register are at one position.
static inline bool is_one(const samples *at) {
  return !ANY(((u32)(*(const i32 *)at->offsets - at->offsets[0]) | (at->shares ^ at->shares[0])) != 0);
}

// Samples a picture at positions that repeat over successive registers, as in a mosaic. A register with all
// samples at one position gets the previous result if the previous register of this kind had the same
// position.
WAY fetch_cells(const uint8_t *upper, int32_t stride, const samples *at, size_t count, void *const *out) {
  f32 *const to[4] = {out[0], out[1], out[2], out[3]};
  f32 cell[4];
  const samples *last = NULL;
  for (size_t i = 0; i < count; i++, at++) {
    if (!is_one(at)) {
      void *own[4];
      behind(out, i, own);
      fetch_between_rows(upper, stride, at, 1, own);
      continue;
    }
    if (!last || last->offsets[0] != at->offsets[0] || last->shares[0] != at->shares[0]) {
      void *const own[4] = {cell, cell + 1, cell + 2, cell + 3};
      fetch_between_rows(upper, stride, at, 1, own);
      last = at;
    }
    for (int c = 0; c < 4; c++) {
      if (to[c]) to[c][i] = cell[c];
    }
  }
}

WAY fetch_in_rows(const uint8_t *pixels, const samples *at, size_t count, void *const *out) {
  const float scale = 1.0f / (255 << 8);
  f32 *r = out[0], *g = out[1], *b = out[2], *a = out[3];
  for (size_t i = 0; i < count; i++, at++) {
    u32 across = (u32)SHUFFLE_BYTES((u8)at->shares, LOWER_HALVES);
    u16 mixed[2];
#define EVERY_FOURTH_TWO(k)                                                                  \
  {                                                                                          \
    u8 rows = two_rows(pixels, at->offsets + k, pixels, at->offsets + k + 1);                \
    u32 weights = SHUFFLE(across, across, k, k, k + 1, k + 1);                               \
    mixed[k / 2] = mix_across((u32)SHUFFLE_BYTES(rows, ROWS_OF_PAIRS), weights);                  \
  }
    EVERY_FOURTH_TWO(0) EVERY_FOURTH_TWO(2)
#undef EVERY_FOURTH_TWO
    u32 rg = SHUFFLE((u32)mixed[0], (u32)mixed[1], 0, 2, 4, 6);
    u32 ba = SHUFFLE((u32)mixed[0], (u32)mixed[1], 1, 3, 5, 7);
    if (r) r[i] = CONVERT(f32, (i32)(rg & 0xffff)) * scale;
    if (g) g[i] = CONVERT(f32, (i32)(rg >> 16)) * scale;
    if (b) b[i] = CONVERT(f32, (i32)(ba & 0xffff)) * scale;
    if (a) a[i] = CONVERT(f32, (i32)(ba >> 16)) * scale;
  }
}

static const _Alignas(64) int32_t run_offsets[16] = {0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60};

WAY fetch_at_texels(const uint8_t *picture, const samples *at, size_t count, void *const *out) {
  for (size_t i = 0; i < count; i++, at++) {
    // Advances by a texel where the weight of the right texel is 256, which occurs at the end of a row.
    i32 offsets = *(const i32 *)at->offsets + (i32)(at->shares >> 8 & 1) * 4;
    u32 pixels;
    if (!ANY(offsets - offsets[0] != *(const i32 *)run_offsets)) {
      memcpy(&pixels, picture + offsets[0], sizeof pixels);
    } else {
#pragma clang loop unroll(full)
      for (size_t k = 0; k < WIDTH; k++) {
        uint32_t pixel;
        memcpy(&pixel, picture + offsets[k], 4);
        pixels[k] = pixel;
      }
    }
    for (int c = 0; c < 4; c++) {
      if (out[c]) ((f32 *)out[c])[i] = CONVERT(f32, (i32)(pixels >> 8 * c & 255)) * (1.0f / 255);
    }
  }
}

// The number of registers of samples in a batch. All positions of a batch are stored before the first
// position is read: reading offsets back from memory takes half the time of moving them out of vector
// registers.
enum { AT_ONCE = 32 };
typedef struct {
  samples at[AT_ONCE];
  sampling ways[AT_ONCE];
  size_t start, count;
} batch;

// Pictures of equal shape, sampled at equal positions. `at_once` is the number of registers in a batch.
typedef struct {
  const segue_texture *const *textures;
  size_t count, at_once;
  grid shape;
  extent across, down;
  // The rows of a register's samples, computed once if v is uniform.
  sampled_rows row;
} sampled_pictures;

// Computes the positions of a batch, and prefetches its texels.
static inline void find_batch(batch *next, size_t start, size_t registers, const segue_lanes_in *in,
                              const sampled_pictures *from) {
  const f32 *u = in[0].at, *v = in[1].at;
  const extent across = from->across, down = from->down;
  const grid shape = from->shape;
  next->start = start;
  next->count = registers - start < from->at_once ? registers - start : from->at_once;
  if (in[1].step) {
    for (size_t i = 0; i < next->count; i++) {
      i32 x = positions(u[(start + i) * in[0].step], across);
      next->ways[i] = find(next->at + i, &shape, x, find_rows(&shape, positions(v[start + i], down)));
    }
  } else {
    for (size_t i = 0; i < next->count; i++) {
      next->ways[i] = find(next->at + i, &shape, positions(u[(start + i) * in[0].step], across), from->row);
    }
  }
  for (size_t i = 0; i < next->count && from->textures[0]->asks_ahead; i++) {
    for (size_t k = 0; k < from->count && next->ways[i] != AT_TEXELS; k++) {
      ask(from->textures[k]->pixels, &shape, next->at + i, next->ways[i] == BETWEEN_ROWS);
    }
  }
}

static inline void read_batch(const batch *from, void *const *out, const sampled_pictures *pictures) {
  for (size_t i = 0, end; i < from->count; i = end) {
    const sampling way = from->ways[i];
    for (end = i + 1; end < from->count && from->ways[end] == way;) end++;
    const samples *at = from->at + i;
    for (size_t k = 0; k < pictures->count; k++) {
      const uint8_t *pixels = pictures->textures[k]->pixels;
      void *to[4];
      behind(out + 4 * k, from->start + i, to);
      switch (way) {
      case AT_TEXELS: fetch_at_texels(pixels, at, end - i, to); break;
      case IN_ROWS: fetch_in_rows(pixels, at, end - i, to); break;
      case BETWEEN_ROWS:
        // Tests only the first and the middle register of the run for samples at a single position, as in a
        // mosaic. Testing all registers would slow down pictures in which samples differ.
        (is_one(at) || is_one(at + (end - i) / 2) ? fetch_cells : fetch_between_rows)(
            pixels, pictures->shape.stride, at, end - i, to);
        break;
      }
    }
  }
}

// Samples pictures of equal shape, each to four outputs.
static void fetch(size_t vectors, void *const *out, const segue_lanes_in *in, const segue_texture *const *textures,
                  size_t pictures) {
  const segue_texture *texture = textures[0];
  const int64_t last_row = texture->height - 1;
  const int64_t reach = (texture->stride < 0 ? -texture->stride : texture->stride) * last_row;
  // The reference handles pictures of a single column, and byte offsets that exceed a 32-bit lane.
  if (texture->width < 2 || reach + 4 * (int64_t)texture->width > INT32_MAX) {
    for (size_t k = 0; k < pictures; k++) segue_fetch_reference(vectors, out + 4 * k, in, textures[k]);
    return;
  }
  sampled_pictures from = {.textures = textures, .count = pictures};
  from.shape = (grid){last_row ? (int32_t)texture->stride : 0, (int32_t)texture->width - 2,
                      last_row ? (int32_t)last_row - 1 : 0};
  from.across = extent_of(texture->width);
  from.down = extent_of(texture->height);
  from.row = find_rows(&from.shape, positions(*(const f32 *)in[1].at, from.down));
  from.at_once = texture->asks_ahead ? AT_ONCE / 2 : AT_ONCE;
  // A batch is prefetched before the previous batch is read.
  const size_t ahead = texture->asks_ahead ? from.at_once : 0;
  const size_t registers = vectors * (SEGUE_LANES / WIDTH);
  batch batches[2];
  size_t k = 0;
  for (size_t start = 0; start < registers + ahead; start += from.at_once) {
    if (start < registers) find_batch(batches + k, start, registers, in, &from);
    if (ahead) k ^= 1;
    if (start >= ahead) read_batch(batches + k, out, &from);
  }
}

static void lanes_FETCH(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  const segue_texture *texture = data;
  fetch(vectors, out, in, &texture, 1);
}

static void lanes_FETCH_PAIR(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  const segue_texture_pair *pair = data;
  const segue_texture *a = pair->of[0], *b = pair->of[1];
  if (a->width == b->width && a->height == b->height && a->stride == b->stride) {
    // Pictures of equal shape share positions, whose computation is a quarter of the work.
    fetch(vectors, out, in, pair->of, 2);
  } else {
    for (size_t k = 0; k < 2; k++) fetch(vectors, out + 4 * k, in, pair->of + k, 1);
  }
}

#include "lanes_float_samples.h"

// Returns WIDTH texels of a row from column x on; columns are clamped to the row.
static inline u32 run_of(const uint8_t *row, int64_t x, uint32_t width) {
  u32 pixels;
  if (x >= 0 && x + WIDTH <= width) {
    memcpy(&pixels, row + 4 * x, sizeof pixels);
  } else {
    for (int k = 0; k < WIDTH; k++) {
      int64_t at = x + k < 0 ? 0 : x + k < width ? x + k : (int64_t)width - 1;
      uint32_t pixel;
      memcpy(&pixel, row + 4 * at, 4);
      pixels[k] = pixel;
    }
  }
  return pixels;
}

static inline const uint8_t *row_of(const segue_texture *texture, int64_t y) {
  y = y < 0 ? 0 : y < texture->height ? y : (int64_t)texture->height - 1;
  return texture->pixels + y * texture->stride;
}

static void lanes_FETCH_ROW(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  (void)in;
  const segue_texture_run run = *(const segue_texture_run *)data;
  const uint8_t *row = row_of(&run.texture, run.y);
  void *const to[4] = {out[0], out[1], out[2], out[3]};
  for (size_t i = 0; i < vectors * (SEGUE_LANES / WIDTH); i++) {
    u32 pixels = run_of(row, (int64_t)run.x + (int64_t)i * WIDTH, run.texture.width);
    for (int c = 0; c < 4; c++) {
      if (to[c]) ((f32 *)to[c])[i] = CONVERT(f32, (i32)(pixels >> (8 * c) & 255)) * (1.0f / 255);
    }
  }
}

void FILL_LANES(segue_lanes_kernel *table) {
#define X(name, outputs, inputs) table[SEGUE_OP_##name] = lanes_##name;
  SEGUE_LANE_OPS(X)
#undef X
}
