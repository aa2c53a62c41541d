// Lanes in registers of a level: the kernels of lanes_ops.h, and what reads pictures by registers.
#define WIDTH (VECTOR / 4)
#include "lanes_ops.h"

typedef uint16_t __attribute__((ext_vector_type(2 * WIDTH))) u16;
typedef uint32_t __attribute__((ext_vector_type(2 * WIDTH))) u32x2;

// Texels left and right of positions.
typedef struct {
  u32 left, right;
} texel_pairs;

// Two channels at once, 16 bits each, below 2^16. Weights of what is right: 1/256, in both halves of a lane.
static inline u32 red_blue(texel_pairs at, u16 weight) {
  return (u32)((u16)(at.left & 0x00ff00ff) * (256 - weight) + (u16)(at.right & 0x00ff00ff) * weight);
}

static inline u32 green_alpha(texel_pairs at, u16 weight) {
  return (u32)(((u16)at.left >> 8) * (256 - weight) + ((u16)at.right >> 8) * weight);
}

// Where the level has one instruction for it; the same number, since product and sum are exact.
#if !defined(FMA)
#define FMA(a, b, c) ((a) * (b) + (c))
#endif

// Down in float, exact up to the last product: 24 bits.
static inline f32 down(u32 top, u32 bottom, f32 weight) {
  f32 t = CONVERT(f32, (i32)top), b = CONVERT(f32, (i32)bottom);
  return FMA(b - t, weight, t) * (1.0f / (255 << 8));
}

// Weights: across in 1/256, in both halves of a lane; down in 0…1.
static inline void blend(texel_pairs top, texel_pairs bottom, u16 weight_x, f32 weight_y, void *const *out, size_t i) {
  u32 top_rb = red_blue(top, weight_x), top_ga = green_alpha(top, weight_x);
  u32 bottom_rb = red_blue(bottom, weight_x), bottom_ga = green_alpha(bottom, weight_x);
  ((f32 *)out[0])[i] = down(top_rb & 0xffff, bottom_rb & 0xffff, weight_y);
  ((f32 *)out[1])[i] = down(top_ga & 0xffff, bottom_ga & 0xffff, weight_y);
  ((f32 *)out[2])[i] = down(top_rb >> 16, bottom_rb >> 16, weight_y);
  ((f32 *)out[3])[i] = down(top_ga >> 16, bottom_ga >> 16, weight_y);
}

static inline i32 smaller_of(i32 a, int32_t b) { return a < b ? a : (i32){0} + b; }

// Positions in 1/256 of a texel, 0 being the first one's center; NaN is 0.
static inline i32 positions(f32 coordinates, uint32_t count) {
  f32 last = (f32){0} + 256.0f * (float)(count - 1), x = coordinates * (256.0f * (float)count) - 127.5f;
  x = x > 0 ? x : (f32){0};
  return CONVERT(i32, x < last ? x : last);
}

// The texels at offsets from `base` and those right of them: 8-byte loads of both.
static inline texel_pairs gather(const uint8_t *base, i32 offsets) {
#if defined(GATHER_HALF)
  u32x2 pairs;
  pairs.lo = GATHER_HALF(base, offsets.lo);
  pairs.hi = GATHER_HALF(base, offsets.hi);
#else
  u64 each;
#pragma clang loop unroll(full)
  for (int k = 0; k < WIDTH; k++) {
    uint64_t pair;
    memcpy(&pair, base + offsets[k], 8);
    each[k] = pair;
  }
  u32x2 pairs = (u32x2)each;
#endif
  return (texel_pairs){pairs.even, pairs.odd};
}

// A picture whose offsets fit a lane, of two columns at least.
typedef struct {
  const uint8_t *pixels;
  int32_t stride, below, width, last_top;
} grid;

#if defined(PERMUTE)
// The texels of 2·WIDTH from `base` on that stand at indices.
static inline u32 pick(const uint8_t *base, u32 indices) {
  u32 low, high;
  memcpy(&low, base, sizeof low);
  memcpy(&high, base + sizeof low, sizeof high);
  return (u32)PERMUTE(low, indices, high);
}

// The least column of some lanes where they are in one row and in few columns, as most pictures are read; else less than 0.
static inline int32_t first_column(const grid *from, const int32_t *xs, const int32_t *ys, i32 columns, i32 rows) {
  int32_t first = (xs[0] < xs[WIDTH - 1] ? xs[0] : xs[WIDTH - 1]) >> 8;
  if (first > from->width - 2 * WIDTH) first = from->width - 2 * WIDTH;
  return ANY(((u32)(columns - first) > 2 * WIDTH - 2) | (rows != ys[0] >> 8)) ? -1 : first;
}
#endif

// The texels in columns and beside them, of rows from `pixels` on; from `first` on in one row they are loaded in order.
static inline texel_pairs pairs_at(const grid *from, const uint8_t *pixels, int32_t first, i32 columns, i32 rows) {
  (void)first;
#if defined(PERMUTE)
  if (first >= 0) {
    const uint8_t *row = pixels + rows[0] * from->stride + 4 * first;
    u32 at = (u32)(columns - first);
    return (texel_pairs){pick(row, at), pick(row, at + 1)};
  }
#endif
  return gather(pixels, columns * 4 + rows * from->stride);
}

// Samples between texels of one row each: half of the work.
static inline void blend_across(texel_pairs at, u32 weight_x, void *const *out, size_t i) {
  if (!ANY((weight_x & 255) != 0)) {
    // Texels as they are.
    u32 pixels = weight_x != 0 ? at.right : at.left;
    for (int c = 0; c < 4; c++) ((f32 *)out[c])[i] = CONVERT(f32, (i32)(pixels >> 8 * c & 255)) * (1.0f / 255);
    return;
  }
  u16 weights = (u16)(weight_x | weight_x << 16);
  u32 rb = red_blue(at, weights), ga = green_alpha(at, weights);
  const float scale = 1.0f / (255 << 8);
  ((f32 *)out[0])[i] = CONVERT(f32, (i32)(rb & 0xffff)) * scale;
  ((f32 *)out[1])[i] = CONVERT(f32, (i32)(ga & 0xffff)) * scale;
  ((f32 *)out[2])[i] = CONVERT(f32, (i32)(rb >> 16)) * scale;
  ((f32 *)out[3])[i] = CONVERT(f32, (i32)(ga >> 16)) * scale;
}

// One register of samples at positions, which stand in memory.
static inline void fetch_at(const grid *from, const int32_t *xs, const int32_t *ys, void *const *out, size_t i) {
  i32 x = *(const i32 *)xs, y = *(const i32 *)ys, rows = y >> 8;
  // At the last texel it is the one before it, and all of the next.
  i32 columns = smaller_of(x >> 8, from->width - 2);
  u32 weight_x = (u32)(x - (columns << 8));
  int32_t first = -1;
#if defined(PERMUTE)
  first = first_column(from, xs, ys, columns, rows);
#endif
  if (!ANY((y & 255) != 0)) {
    blend_across(pairs_at(from, from->pixels, first, columns, rows), weight_x, out, i);
    return;
  }
  rows = smaller_of(rows, from->last_top);
  f32 weight_y = CONVERT(f32, y - (rows << 8)) * (1.0f / 256);
  texel_pairs top = pairs_at(from, from->pixels, first, columns, rows);
  texel_pairs bottom = pairs_at(from, from->pixels + from->below, first, columns, rows);
  blend(top, bottom, (u16)(weight_x | weight_x << 16), weight_y, out, i);
}

static void lanes_FETCH(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  const segue_texture *texture = data;
  const int64_t rows = texture->height - 1, reach = (texture->stride < 0 ? -texture->stride : texture->stride) * rows;
  // No pair to load, or offsets that need more than a lane.
  if (texture->width < 2 || reach + 4 * (int64_t)texture->width > INT32_MAX) {
    segue_fetch_reference(vectors, out, in, data);
    return;
  }
  const int32_t stride = rows ? (int32_t)texture->stride : 0;
  const grid from = {texture->pixels, stride, stride, (int32_t)texture->width, rows ? (int32_t)rows - 1 : 0};
  const f32 *u = in[0].at, *v = in[1].at;
  void *const to[4] = {out[0], out[1], out[2], out[3]};
  // Positions first: their lanes are read back as addresses, which takes half as long as moving them out of registers.
  enum { AT_ONCE = 256 };
  _Alignas(64) int32_t xs[AT_ONCE], ys[AT_ONCE];
  const size_t n = vectors * (SEGUE_LANES / WIDTH);
  for (size_t done = 0; done < n; done += AT_ONCE / WIDTH) {
    size_t count = n - done < AT_ONCE / WIDTH ? n - done : AT_ONCE / WIDTH;
    for (size_t i = 0; i < count; i++) {
      *(i32 *)(xs + i * WIDTH) = positions(u[(done + i) * in[0].step], texture->width);
      *(i32 *)(ys + i * WIDTH) = positions(v[(done + i) * in[1].step], texture->height);
    }
    for (size_t i = 0; i < count; i++) fetch_at(&from, xs + i * WIDTH, ys + i * WIDTH, to, done + i);
  }
}

// WIDTH texels from x on, the edge's beyond it.
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
