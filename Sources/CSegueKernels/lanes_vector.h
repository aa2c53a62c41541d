// Lanes in registers of a level: the kernels of lanes_ops.h, and what reads pictures by registers.
#define WIDTH (VECTOR / 4)
#include "lanes_ops.h"

typedef uint16_t __attribute__((ext_vector_type(2 * WIDTH))) u16;

// Texels left and right of positions, above and below.
typedef struct {
  u32 top_left, top_right, bottom_left, bottom_right;
} texels;

// Two channels at once, 16 bits each: l·256 + (r − l)·weight, which is below 2^16 though its parts are not.
static inline u32 across(u32 left, u32 right, u16 weight) {
  u16 l = (u16)(left & 0x00ff00ff), r = (u16)(right & 0x00ff00ff);
  return (u32)((l << 8) + (r - l) * weight);
}

// Down in float, exact up to the last product: 24 bits.
static inline f32 down(u32 top, u32 bottom, f32 weight) {
  f32 t = CONVERT(f32, (i32)top), b = CONVERT(f32, (i32)bottom);
  return (t + (b - t) * weight) * (1.0f / (255 << 8));
}

// Weights: across in 1/256, in both halves of a lane; down in 0…1.
static inline void blend(texels at, u16 weight_x, f32 weight_y, void *const *out, size_t i) {
  u32 top_rb = across(at.top_left, at.top_right, weight_x);
  u32 top_ga = across(at.top_left >> 8, at.top_right >> 8, weight_x);
  u32 bottom_rb = across(at.bottom_left, at.bottom_right, weight_x);
  u32 bottom_ga = across(at.bottom_left >> 8, at.bottom_right >> 8, weight_x);
  ((f32 *)out[0])[i] = down(top_rb & 0xffff, bottom_rb & 0xffff, weight_y);
  ((f32 *)out[1])[i] = down(top_ga & 0xffff, bottom_ga & 0xffff, weight_y);
  ((f32 *)out[2])[i] = down(top_rb >> 16, bottom_rb >> 16, weight_y);
  ((f32 *)out[3])[i] = down(top_ga >> 16, bottom_ga >> 16, weight_y);
}

// Positions in 1/256 of a texel, 0 being the first one's centre; NaN is 0.
static inline i32 positions(f32 coordinates, uint32_t count) {
  f32 last = (f32){0} + 256.0f * (float)(count - 1), x = coordinates * (256.0f * (float)count) - 127.5f;
  x = x > 0 ? x : (f32){0};
  return CONVERT(i32, x < last ? x : last);
}

// Texels side by side are one 8-byte load.
static inline void gather(const uint8_t *base, i32 offsets, u32 *left, u32 *right) {
  typedef uint64_t __attribute__((ext_vector_type(WIDTH))) u64;
  u64 pairs;
#pragma clang loop unroll(full)
  for (int k = 0; k < WIDTH; k++) {
    uint64_t pair;
    memcpy(&pair, base + offsets[k], 8);
    pairs[k] = pair;
  }
  *left = CONVERT(u32, pairs);
  *right = CONVERT(u32, pairs >> 32);
}

static void lanes_FETCH(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  const segue_texture texture = *(const segue_texture *)data;
  const int64_t rows = texture.height - 1, reach = (texture.stride < 0 ? -texture.stride : texture.stride) * rows;
  // No pair to load, or offsets that need more than a lane.
  if (texture.width < 2 || reach + 4 * (int64_t)texture.width > INT32_MAX) {
    segue_fetch_reference(vectors, out, in, data);
    return;
  }
  const ptrdiff_t below = rows ? texture.stride : 0;
  for (size_t i = 0; i < vectors * (SEGUE_LANES / WIDTH); i++) {
    f32 u = ((const f32 *)in[0].at)[i * in[0].step], v = ((const f32 *)in[1].at)[i * in[1].step];
    i32 x = positions(u, texture.width), y = positions(v, texture.height);
    // At the last texel it is the one before it, and all of the next.
    i32 left = x >> 8, top = y >> 8;
    left = left > (int32_t)texture.width - 2 ? (i32){0} + ((int32_t)texture.width - 2) : left;
    top = top > (int32_t)rows - 1 ? (i32){0} + (int32_t)(rows ? rows - 1 : 0) : top;
    u32 weight_x = (u32)(x - (left << 8));
    f32 weight_y = CONVERT(f32, y - (top << 8)) * (1.0f / 256);
    i32 offsets = left * 4 + top * (int32_t)texture.stride;
    texels at;
    gather(texture.pixels, offsets, &at.top_left, &at.top_right);
    gather(texture.pixels + below, offsets, &at.bottom_left, &at.bottom_right);
    blend(at, (u16)(weight_x | weight_x << 16), weight_y, out, i);
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
  for (size_t i = 0; i < vectors * (SEGUE_LANES / WIDTH); i++) {
    u32 pixels = run_of(row, (int64_t)run.x + (int64_t)i * WIDTH, run.texture.width);
    for (int c = 0; c < 4; c++) {
      ((f32 *)out[c])[i] = CONVERT(f32, (i32)(pixels >> (8 * c) & 255)) * (1.0f / 255);
    }
  }
}

static void lanes_FETCH_SHIFTED(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  (void)in;
  const segue_texture_run run = *(const segue_texture_run *)data;
  const uint8_t *top = row_of(&run.texture, run.y), *bottom = row_of(&run.texture, (int64_t)run.y + 1);
  const u16 weight_x = (u16){0} + (uint16_t)run.fraction_x;
  const f32 weight_y = (f32){0} + (float)run.fraction_y * (1.0f / 256);
  const uint32_t width = run.texture.width;
  for (size_t i = 0; i < vectors * (SEGUE_LANES / WIDTH); i++) {
    int64_t x = (int64_t)run.x + (int64_t)i * WIDTH;
    texels at = {run_of(top, x, width), run_of(top, x + 1, width), run_of(bottom, x, width),
                 run_of(bottom, x + 1, width)};
    blend(at, weight_x, weight_y, out, i);
  }
}

void FILL_LANES(segue_lanes_kernel *table) {
#define X(name, outputs, inputs) table[SEGUE_OP_##name] = lanes_##name;
  SEGUE_LANE_OPS(X)
#undef X
}
