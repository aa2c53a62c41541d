// The kernels of lane instructions, written once for vector types of WIDTH lanes. At a WIDTH of 1, the
// kernels are scalar C, which is the reference.
#pragma once

#include "lanes_math.h"

KERNEL1(NEG, f32, f32, -a)
KERNEL1(ABS, f32, f32, magnitude(a))
KERNEL1(SIGN, f32, f32, a > 0 ? (f32){0} + 1 : a < 0 ? (f32){0} - 1 : (f32){0})
KERNEL1(FLOOR, f32, f32, rounded_down(a))
KERNEL1(CEIL, f32, f32, rounded_up(a))
KERNEL1(FRACT, f32, f32, a - rounded_down(a))
KERNEL1(TRUNC, f32, f32, truncated(a))
KERNEL1(ROUND_EVEN, f32, f32, rounded(a))
KERNEL1(SQRT, f32, f32, __builtin_elementwise_sqrt(a))
KERNEL1(INVERSESQRT, f32, f32, 1 / __builtin_elementwise_sqrt(a))
KERNEL1(SIN, f32, f32, sine(a))
KERNEL1(COS, f32, f32, cosine(a))
KERNEL1(TAN, f32, f32, tangent(a))
KERNEL1(ASIN, f32, f32, arc_sine(a))
KERNEL1(ACOS, f32, f32, arc_cosine(a))
KERNEL1(ATAN, f32, f32, arc_tangent(a))
KERNEL1(SINH, f32, f32, hyperbolic_sine(a))
KERNEL1(COSH, f32, f32, hyperbolic_cosine(a))
KERNEL1(TANH, f32, f32, hyperbolic_tangent(a))
KERNEL1(ASINH, f32, f32, inverse_hyperbolic_sine(a))
KERNEL1(ACOSH, f32, f32, inverse_hyperbolic_cosine(a))
KERNEL1(ATANH, f32, f32, inverse_hyperbolic_tangent(a))
KERNEL1(EXP, f32, f32, exponential(a))
KERNEL1(EXP2, f32, f32, exp2_of(CONVERT(f64, a)))
KERNEL1(LOG, f32, f32, CONVERT(f32, logarithm(CONVERT(f64, a))))
KERNEL1(LOG2, f32, f32, CONVERT(f32, log2_of(CONVERT(f64, a))))

KERNEL2(ADD, f32, f32, a + b)
KERNEL2(SUB, f32, f32, a - b)
KERNEL2(MUL, f32, f32, a * b)
KERNEL2(DIV, f32, f32, a / b)
KERNEL2(MIN, f32, f32, smaller(a, b))
KERNEL2(MAX, f32, f32, larger(a, b))
KERNEL2(MOD, f32, f32, a - b * rounded_down(a / b))
KERNEL2(POW, f32, f32, power(a, b))
KERNEL2(ATAN2, f32, f32, arc_tangent_2(a, b))
// STEP gives 0 if either input is NaN, as in Mesa.
KERNEL2(STEP, f32, f32, b >= a ? (f32){0} + 1 : (f32){0})

static inline f32 smooth(f32 t) { return t * t * (3 - 2 * t); }

KERNEL3(MAD, f32, f32, a * b + c)
KERNEL3(MIX, f32, f32, a * (1 - c) + b * c)
KERNEL3(CLAMP, f32, f32, clamped(a, b, c))
KERNEL1(SATURATE, f32, f32, saturated(a))
KERNEL2(SATURATED_ADD, f32, f32, saturated(a + b))
KERNEL2(SATURATED_MUL, f32, f32, saturated(a * b))
KERNEL3(SATURATED_MAD, f32, f32, saturated(a * b + c))
KERNEL3(SATURATED_MIX, f32, f32, saturated(a * (1 - c) + b * c))
// Equal edges give a step function that is 0 at the edge, as on graphics hardware and in Mesa; GLSL leaves
// the result undefined.
KERNEL3(SMOOTHSTEP, f32, f32, smooth(saturated((c - a) / (b - a))))

static inline f32 dot_2(f32 ax, f32 ay, f32 bx, f32 by) { return ax * bx + ay * by; }
// Sums from the last component to the first, as Mesa does.
static inline f32 dot_3(f32 ax, f32 ay, f32 az, f32 bx, f32 by, f32 bz) { return az * bz + ay * by + ax * bx; }

KERNEL2(LENGTH2, f32, f32, __builtin_elementwise_sqrt(dot_2(a, b, a, b)))
KERNEL3(LENGTH3, f32, f32, __builtin_elementwise_sqrt(dot_3(a, b, c, a, b, c)))
KERNEL(NORMALIZE2, {
  f32 x = IN(f32, 0), y = IN(f32, 1), scale = 1 / __builtin_elementwise_sqrt(dot_2(x, y, x, y));
  OUT(f32, 0) = x * scale;
  OUT(f32, 1) = y * scale;
})
KERNEL(NORMALIZE3, {
  f32 x = IN(f32, 0), y = IN(f32, 1), z = IN(f32, 2);
  f32 scale = 1 / __builtin_elementwise_sqrt(dot_3(x, y, z, x, y, z));
  OUT(f32, 0) = x * scale;
  OUT(f32, 1) = y * scale;
  OUT(f32, 2) = z * scale;
})
KERNEL2(LT, i32, f32, MASK(a < b))
KERNEL2(LE, i32, f32, MASK(a <= b))
KERNEL2(EQ, i32, f32, MASK(a == b))
KERNEL2(NE, i32, f32, MASK(a != b))
KERNEL1(IS_NAN, i32, f32, MASK(a != a))
KERNEL1(IS_INF, i32, f32, MASK(magnitude(a) == INFINITY))
KERNEL2(ILT, i32, i32, MASK(a < b))
KERNEL2(ILE, i32, i32, MASK(a <= b))
KERNEL2(IEQ, i32, i32, MASK(a == b))
KERNEL2(INE, i32, i32, MASK(a != b))
KERNEL2(ULT, i32, u32, MASK(a < b))
KERNEL2(ULE, i32, u32, MASK(a <= b))

// Divides 32-bit integers in double. The truncated quotient is exact: the 53 bits of a double distinguish
// every quotient from the neighboring integers.
static inline i32 quotient(i32 a, i32 b) {
  i32 divisor = ((b == 0) | (b == -1)) ? (i32){0} + 1 : b;
  i32 q = CONVERT(i32, CONVERT(f64, a) / CONVERT(f64, divisor));
  return b == 0 ? (i32){0} : b == -1 ? (i32)(0 - (u32)a) : q;
}

static inline u32 unsigned_quotient(u32 a, u32 b) {
  u32 divisor = b == 0 ? (u32){0} + 1 : b;
  u32 q = CONVERT(u32, CONVERT(f64, a) / CONVERT(f64, divisor));
  return b == 0 ? (u32){0} : q;
}

KERNEL2(IADD, u32, u32, a + b)
KERNEL2(ISUB, u32, u32, a - b)
KERNEL2(IMUL, u32, u32, a * b)
KERNEL2(IDIV, i32, i32, quotient(a, b))
KERNEL2(IMOD, i32, i32, b == 0 ? (i32){0} : (i32)((u32)a - (u32)quotient(a, b) * (u32)b))
KERNEL2(IMIN, i32, i32, b < a ? b : a)
KERNEL2(IMAX, i32, i32, a < b ? b : a)
KERNEL1(INEG, u32, u32, 0 - a)
KERNEL1(IABS, i32, i32, a < 0 ? (i32)(0 - (u32)a) : a)
KERNEL1(ISIGN, i32, i32, a > 0 ? (i32){0} + 1 : a >> 31)
KERNEL2(UDIV, u32, u32, unsigned_quotient(a, b))
KERNEL2(UMOD, u32, u32, b == 0 ? (u32){0} : a - unsigned_quotient(a, b) * b)
KERNEL2(UMIN, u32, u32, b < a ? b : a)
KERNEL2(UMAX, u32, u32, a < b ? b : a)
KERNEL2(AND, u32, u32, a & b)
KERNEL2(OR, u32, u32, a | b)
KERNEL2(XOR, u32, u32, a ^ b)
KERNEL1(NOT, u32, u32, ~a)
KERNEL2(SHL, u32, u32, a << (b & 31))
KERNEL2(SHR, i32, i32, a >> (b & 31))
KERNEL2(USHR, u32, u32, a >> (b & 31))

static inline i32 integer(f32 x) {
  i32 inside = CONVERT(i32, ((x >= -0x1p31f) & (x < 0x1p31f)) ? x : (f32){0});
  return x >= 0x1p31f ? (i32){0} + INT32_MAX : x < -0x1p31f ? (i32){0} + INT32_MIN : inside;
}

static inline u32 unsigned_integer(f32 x) {
  u32 inside = CONVERT(u32, ((x > 0) & (x < 0x1p32f)) ? x : (f32){0});
  return x >= 0x1p32f ? (u32){0} + UINT32_MAX : inside;
}

KERNEL1(F2I, i32, f32, integer(a))
KERNEL1(F2U, u32, f32, unsigned_integer(a))
KERNEL1(I2F, f32, i32, CONVERT(f32, a))
KERNEL1(U2F, f32, u32, CONVERT(f32, a))
KERNEL(SELECT, OUT(u32, 0) = IN(i32, 0) < 0 ? IN(u32, 1) : IN(u32, 2);)
KERNEL1(MOVE, u32, u32, a)

// Clamps to 0…1 and scales to a byte. Adding 2^23 rounds the product to an integer in the low bits of the
// sum.
static inline u32 byte_of(f32 x) {
  x = QUIET(x);
  x = x > 0 ? x : (f32){0};
  x = x < 1 ? x : (f32){0} + 1;
  return (u32)(bits_of(x * 255 + 0x1p23f) & 255);
}

static void lanes_STORE(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  (void)out;
  const segue_pixels *to = data;
  for (size_t i = 0; i < vectors * SEGUE_LANES && i < to->count; i += WIDTH) {
    u32 pixels = {0};
    for (int c = 0; c < 4; c++) {
      const f32 *channel = (const f32 *)((const char *)in[c].at + in[c].step * 4 * i);
      pixels |= byte_of(*channel) << (8 * c);
    }
    size_t count = to->count - i < WIDTH ? to->count - i : WIDTH;
    if (count == WIDTH) {
      memcpy(to->pixels + 4 * i, &pixels, 4 * WIDTH);
    } else {
      memcpy(to->pixels + 4 * i, &pixels, 4 * count);
    }
  }
}

// A lane of a register; the type may alias, since a lane holds any 32-bit type.
typedef __attribute__((may_alias)) float lane;

// Computes derivatives within each vector: output lane i is input lane (i | bits) minus input lane (i &
// ~bits).
static inline void differences(size_t vectors, void *to, const segue_lanes_in *in, int bits) {
  for (size_t vector = 0; vector < vectors; vector++) {
    lane from[SEGUE_LANES], *out = (lane *)to + SEGUE_LANES * vector;
    memcpy(from, (const lane *)in->at + SEGUE_LANES * in->step * vector, sizeof from);
    for (int k = 0; k < SEGUE_LANES; k++) out[k] = from[k | bits] - from[k & ~bits];
  }
}

static void lanes_DDX(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  (void)data;
  differences(vectors, out[0], in, 1);
}

static void lanes_DDY(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  (void)data;
  differences(vectors, out[0], in, SEGUE_LANES / 2);
}

// The four channels of a pixel as floats.
typedef float __attribute__((ext_vector_type(4))) float_color;

typedef uint16_t __attribute__((ext_vector_type(4))) word_color;

// Returns a texel of a picture of 16-bit words as floats 0…65535.
static inline float_color words_of(const segue_texture *texture, int64_t x, int64_t y) {
  word_color words;
  memcpy(&words, texture->pixels + y * texture->stride + (int64_t)sizeof words * x, sizeof words);
  return __builtin_convertvector(words, float_color);
}

static inline float_color float_texel(const segue_texture *texture, int64_t x, int64_t y) {
  if (texture->has_words) return words_of(texture, x, y) * (1.0f / 65535);
  float_color texel;
  memcpy(&texel, texture->pixels + y * texture->stride + (int64_t)sizeof texel * x, sizeof texel);
  return texel;
}

// Interpolates linearly. With a weight of 0, the result is `a`, even if `b` is NaN.
static inline float_color float_between(float_color a, float_color b, float weight) {
  const float_color share = (float_color){0} + weight;
  return share == 0 ? a : a + (b - a) * share;
}

// Finds the texels before and after a coordinate, and returns the weight of the texel after it, in steps of
// 1/256. Position 0 is the center of the first texel; NaN gives 0.
static inline float float_place(float coordinate, uint32_t count, int32_t *before, int32_t *behind) {
  float last = 256.0f * (float)(count - 1), x = coordinate * (256.0f * (float)count) - 127.5f;
  x = x > 0 ? x : 0;
  // The position is below 2^30, since a side has at most 2^22 texels.
  int32_t at = (int32_t)(x < last ? x : last);
  *before = at >> 8;
  *behind = *before + 1 < (int32_t)count ? *before + 1 : *before;
  return (float)(at & 255) * (1.0f / 256);
}

// Like `float_place`, but without rounding the weight; positions within rounding errors of a texel center are
// moved to this center.
static inline float exact_place(float coordinate, uint32_t count, int32_t *before, int32_t *behind) {
  float last = (float)(count - 1), x = coordinate * (float)count - 0.5f;
  x = x > 0 ? x : 0;
  x = x < last ? x : last;
  // The coordinate and the product above each have a rounding error of up to count·2^-24 texels.
  float near = (float)(int32_t)(x + 0.5f), distance = x - near, most = (float)count * 0x1p-22f;
  x = distance < most && distance > -most ? near : x;
  *before = (int32_t)x;
  *behind = *before + 1 < (int32_t)count ? *before + 1 : *before;
  return x - (float)*before;
}

// Writes the channels of four texels to four lanes of each output, from `lane_index` on.
static inline void put_texels(void *const *out, size_t lane_index, const float_color t[4]) {
  float_color rg = __builtin_shufflevector(t[0], t[1], 0, 4, 1, 5), ba = __builtin_shufflevector(t[0], t[1], 2, 6, 3, 7);
  float_color next_rg = __builtin_shufflevector(t[2], t[3], 0, 4, 1, 5);
  float_color next_ba = __builtin_shufflevector(t[2], t[3], 2, 6, 3, 7);
  const float_color channels[4] = {
      __builtin_shufflevector(rg, next_rg, 0, 1, 4, 5), __builtin_shufflevector(rg, next_rg, 2, 3, 6, 7),
      __builtin_shufflevector(ba, next_ba, 0, 1, 4, 5), __builtin_shufflevector(ba, next_ba, 2, 3, 6, 7)};
  for (int c = 0; c < 4; c++) {
    if (out[c]) memcpy((lane *)out[c] + lane_index, channels + c, sizeof channels[c]);
  }
}

static void lanes_FETCH_ROW_FLOATS(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  (void)in;
  const segue_texture_run *run = data;
  const int64_t last = (int64_t)run->texture.height - 1, right = (int64_t)run->texture.width - 1;
  const int64_t y = run->y < 0 ? 0 : run->y < last ? run->y : last;
  void *const to[4] = {out[0], out[1], out[2], out[3]};
  for (size_t i = 0; i < vectors * SEGUE_LANES; i += 4) {
    const int64_t x = (int64_t)i + run->x;
    float_color texels[4];
    if (x >= 0 && x + 3 <= right && run->texture.has_words) {
      word_color words[4];
      memcpy(words, run->texture.pixels + y * run->texture.stride + 8 * x, sizeof words);
      for (int k = 0; k < 4; k++) texels[k] = __builtin_convertvector(words[k], float_color) * (1.0f / 65535);
    } else if (x >= 0 && x + 3 <= right) {
      memcpy(texels, run->texture.pixels + y * run->texture.stride + 16 * x, sizeof texels);
    } else {
      for (int k = 0; k < 4; k++) {
        texels[k] = float_texel(&run->texture, x + k < 0 ? 0 : x + k < right ? x + k : right, y);
      }
    }
    put_texels(to, i, texels);
  }
}

// Interpolates a picture of floats horizontally first, a picture of 16-bit words vertically first; words are
// scaled to 0…1 at the end.
static inline float_color float_sample(const segue_texture *from, float u, float v) {
  int32_t x[2], y[2];
  float (*place)(float, uint32_t, int32_t *, int32_t *) = from->is_exact ? exact_place : float_place;
  const float across = place(u, from->width, x, x + 1), down = place(v, from->height, y, y + 1);
  if (!from->has_words) {
    float_color rows[2];
    for (size_t k = 0; k < 2; k++) {
      rows[k] = float_between(float_texel(from, x[0], y[k]), float_texel(from, x[1], y[k]), across);
    }
    return float_between(rows[0], rows[1], down);
  }
  float_color sides[2];
  for (size_t k = 0; k < 2; k++) {
    const float_color upper = words_of(from, x[k], y[0]);
    sides[k] = upper + (words_of(from, x[k], y[1]) - upper) * down;
  }
  return (sides[0] + (sides[1] - sides[0]) * across) * (1.0f / 65535);
}

static void fetch_floats(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  const lane *u = in[0].at, *v = in[1].at;
  for (size_t i = 0; i < vectors * SEGUE_LANES; i++) {
    const float_color sample = float_sample(data, u[i * in[0].step], v[i * in[1].step]);
    for (int c = 0; c < 4; c++) {
      if (out[c]) ((lane *)out[c])[i] = sample[c];
    }
  }
}

static void lanes_STORE_FLOATS(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  (void)out;
  const segue_pixels *to = data;
  const size_t count = to->count < vectors * SEGUE_LANES ? to->count : vectors * SEGUE_LANES;
  for (size_t i = 0; i < count; i += 4) {
    float_color channels[4], pixels[4];
    for (int c = 0; c < 4; c++) {
      const size_t vector = i / SEGUE_LANES * in[c].step;
      memcpy(channels + c, (const lane *)in[c].at + vector * SEGUE_LANES + i % SEGUE_LANES, sizeof channels[c]);
      if (to->drops_signs) channels[c] += 0.0f;
    }
    float_color *const to_pixels[4] = {pixels, pixels + 1, pixels + 2, pixels + 3};
    put_texels((void *const *)to_pixels, 0, channels);
    for (size_t k = 0; k < 4 && i + k < count; k++) memcpy(to->pixels + 16 * (i + k), pixels + k, 16);
  }
}
