// Mathematical functions over lanes. They use operations that IEEE 754 rounds correctly (sums, products,
// quotients and square roots of float and double), so all levels give the same bits. Polynomials are minimax
// in relative error, fitted with 40 digits of precision and with coefficients rounded one after the other.
// Tests check each function's error against libm in double.
#pragma once

#include "lanes_types.h"

static inline f32 magnitude(f32 x) { return float_of(bits_of(x) & INT32_MAX); }
static inline f32 with_sign(f32 magnitude, f32 sign) {
  return float_of(bits_of(magnitude) | (bits_of(sign) & INT32_MIN));
}

// min, max and clamp of GLSL. If one argument is NaN, the result is the other argument, as in Mesa; GLSL
// leaves this case undefined.
static inline f32 smaller(f32 a, f32 b) { return a != a ? b : b < a ? b : a; }
static inline f32 larger(f32 a, f32 b) { return a != a ? b : a < b ? b : a; }
static inline f32 clamped(f32 x, f32 low, f32 high) { return smaller(larger(low, x), high); }
// On ARM, the compiler replaces `x > 0 ? x : 0` by an instruction that returns NaN for a signaling NaN.
// Adding 0 makes the NaN quiet.
#if defined(__aarch64__)
#define QUIET(x) ((x) + 0)
#else
#define QUIET(x) (x)
#endif

// clamp(x, 0, 1); NaN gives 0. In this order of operands each comparison compiles to one instruction.
static inline f32 saturated(f32 x) {
  f32 one = (f32){0} + 1;
  x = QUIET(x);
  x = x > 0 ? x : (f32){0};
  return one < x ? one : x;
}

#if WIDTH == 1 || defined(ROUNDS)
static inline f32 rounded(f32 x) { return __builtin_elementwise_roundeven(x); }
static inline f32 rounded_down(f32 x) { return __builtin_elementwise_floor(x); }
static inline f32 rounded_up(f32 x) { return __builtin_elementwise_ceil(x); }
static inline f32 truncated(f32 x) { return __builtin_elementwise_trunc(x); }
#else
// Rounds to the nearest integer, ties to even, without a rounding instruction: adding 2^23 leaves no fraction
// bits, since floats from 2^23 on are integers.
static inline f32 rounded(f32 x) {
  f32 a = magnitude(x);
  return a < 0x1p23f ? with_sign(a + 0x1p23f - 0x1p23f, x) : x;
}
static inline f32 rounded_down(f32 x) {
  f32 nearest = rounded(x);
  return nearest > x ? with_sign(magnitude(nearest - 1), x) : nearest;
}
static inline f32 rounded_up(f32 x) { return -rounded_down(-x); }
static inline f32 truncated(f32 x) { return with_sign(rounded_down(magnitude(x)), x); }
#endif

// Adding this constant to a double of a magnitude below 2^51 leaves the nearest integer in the low bits of
// the sum.
#define WHOLE 0x1.8p52

// The angle in radians up to which multiples of `PI_HIGH` are exact. Larger angles use `far_sine` and
// `far_tangent`.
#define MAX_RADIANS 0x1p22f
#define PI_HIGH 0x1.921fb54p+1
#define PI_LOW 0x1.10b4611a62633p-29

// Computes tangents of angles beyond `MAX_RADIANS`, which are rare, one lane at a time with libm.
static inline f32 far_tangent(f32 x, f32 otherwise) {
#if WIDTH == 1
  return magnitude(x) > MAX_RADIANS ? (float)tan(x) : otherwise;
#else
  for (int k = 0; k < WIDTH; k++) {
    if (x[k] > MAX_RADIANS || x[k] < -MAX_RADIANS) otherwise[k] = (float)tan(x[k]);
  }
  return otherwise;
#endif
}

// Computes sin(r + n·π) = (−1)^n·sin(r), for |r| ≤ π/2.
static inline f32 sine_between(f64 r, i64 n) {
  f64 x = double_of(wide_bits_of(r) ^ (i64)((u64)n << 63)), s = x * x;
  f64 p = (2.6057674651388513e-06 * s - 0.00019809597460923454) * s + 0.008333066180249834;
  return CONVERT(f32, x + x * s * (p * s - 0.16666659548284732));
}

// Computes the sine or cosine of an angle beyond `MAX_RADIANS`, by Payne and Hanek's reduction: a float is
// m·2^e with m of 24 bits, and 128 fraction bits of m·2^e/(2·π) are enough. The result equals the result of
// glibc 2.36 for all floats beyond `MAX_RADIANS`, except for cos(0x1.119ae6p+115).
//
// - Source: M. Payne, R. Hanek, Radian reduction for trigonometric functions, 1983.
static inline f32 far_sine(f32 x, int is_cosine) {
  // The first 256 fraction bits of 1/(4·π).
  static const uint64_t per_two_turns[] = {
      0x145f306dc9c882a5, 0x3f84eafa3ea69bb8, 0x1b6c52b327887208, 0x3fca2c757bd778ac};
  u32 bits = (u32)bits_of(magnitude(x));
  u64 m = CONVERT(u64, (bits & 0x7fffff) | 0x800000), power = (CONVERT(u64, bits >> 23) - 149) & 127;
  u64 words[3], zero = {0};
  for (int k = 0; k < 3; k++) words[k] = power > 63 ? zero + per_two_turns[k + 1] : zero + per_two_turns[k];
  u64 left = power & 63, right = 63 - left;
  u64 high = words[0] << left | words[1] >> 1 >> right, low = words[1] << left | words[2] >> 1 >> right;
  u64 lowest = m * (low & UINT32_MAX), middle = m * (low >> 32) + (lowest >> 32);
  u64 turns = m * high + (middle >> 32), rest = middle << 32 | (lowest & UINT32_MAX);
  if (is_cosine) turns += UINT64_C(1) << 62;
  // Rounds the angle to the nearest multiple of π.
  u64 half = (turns + (UINT64_C(1) << 62)) >> 63;
  f64 part = CONVERT(f64, (i64)(turns - (half << 63)));
  f64 r = (part + CONVERT(f64, (i64)(rest >> 1)) * 0x1p-63) * (M_PI * 0x1p-63);
  u64 sign = is_cosine ? half : half ^ CONVERT(u64, (u32)bits_of(x) >> 31);
  r = double_of(wide_bits_of(r) ^ (i64)(sign << 63));
  f64 s = r * r, p = s * (1 / 51090942171709440000.) - 1 / 121645100408832000.;
  p = ((p * s + 1 / 355687428096000.) * s - 1 / 1307674368000.) * s + 1 / 6227020800.;
  p = ((p * s - 1 / 39916800.) * s + 1 / 362880.) * s - 1 / 5040.;
  p = (p * s + 1 / 120.) * s - 1 / 6.;
  return magnitude(x) < INFINITY ? CONVERT(f32, r + r * s * p) : x - x;
}

static inline f32 sine(f32 x) {
  f64 wide = CONVERT(f64, x);
  f64 shifted = wide * (1 / M_PI) + WHOLE, n = shifted - WHOLE;
  f32 y = sine_between((wide - n * PI_HIGH) - n * PI_LOW, wide_bits_of(shifted));
  if (__builtin_expect(ANY(magnitude(x) > MAX_RADIANS), 0)) y = magnitude(x) > MAX_RADIANS ? far_sine(x, 0) : y;
  return y;
}

// Uses cos(r + (n + ½)·π) = (−1)^(n + 1)·sin(r).
static inline f32 cosine(f32 x) {
  f64 wide = CONVERT(f64, x);
  f64 shifted = (wide * (1 / M_PI) - 0.5) + WHOLE, n = (shifted - WHOLE) + 0.5;
  f32 y = sine_between((wide - n * PI_HIGH) - n * PI_LOW, wide_bits_of(shifted) + 1);
  if (__builtin_expect(ANY(magnitude(x) > MAX_RADIANS), 0)) y = magnitude(x) > MAX_RADIANS ? far_sine(x, 1) : y;
  return y;
}

// Reduces the angle by multiples of π/2: tan(r + π/2) = −1/tan(r).
static inline f32 tangent(f32 x) {
  f64 wide = CONVERT(f64, x);
  f64 shifted = wide * (2 / M_PI) + WHOLE, n = shifted - WHOLE;
  f64 r = (wide - n * (PI_HIGH / 2)) - n * (PI_LOW / 2);
  f64 s = r * r, p = 0.009386659303016834 * s + 0.003117823759249883;
  p = ((p * s + 0.02443142511448311) * s + 0.05341092517612803) * s + 0.1333880362876795;
  f32 y = CONVERT(f32, r + r * s * (p * s + 0.3333315669433529));
  i32 odd = CONVERT(i32, wide_bits_of(shifted)) & 1;
  y = odd != 0 ? -1 / y : y;
  if (__builtin_expect(ANY(magnitude(x) > MAX_RADIANS), 0)) y = far_tangent(x, y);
  return y;
}

#define HALF_PI_HIGH 0x1.921fb6p+0f
#define HALF_PI_LOW -0x1.777a5cp-25f

// Computes atan(x) for x in 0…1.
static inline f32 arc_tangent_below_1(f32 x) {
  f32 s = x * x, p = -0.0017821451f * s + 0.010866272f;
  p = ((p * s - 0.031093534f) * s + 0.05787887f) * s - 0.08399208f;
  p = ((p * s + 0.10950861f) * s - 0.14264014f) * s + 0.1999853f;
  return x + x * s * (p * s - 0.333333f);
}

static inline f32 arc_tangent(f32 x) {
  f32 a = magnitude(x);
  i32 steep = a > 1;
  f32 r = arc_tangent_below_1(steep ? 1 / a : a);
  return with_sign(steep ? (HALF_PI_HIGH - r) + HALF_PI_LOW : r, x);
}

static inline f32 arc_tangent_2(f32 y, f32 x) {
  f32 ax = magnitude(x), ay = magnitude(y);
  i32 steep = ay > ax;
  f32 long_side = steep ? ay : ax, short_side = steep ? ax : ay;
  // Takes 0/0 as 0 and ∞/∞ as 1, as `atan2` of C does.
  f32 r = short_side == long_side ? (long_side == 0 ? (f32){0} : (f32){0} + 1) : short_side / long_side;
  r = arc_tangent_below_1(r);
  r = steep ? (HALF_PI_HIGH - r) + HALF_PI_LOW : r;
  r = bits_of(x) < 0 ? (2 * HALF_PI_HIGH - r) + 2 * HALF_PI_LOW : r;
  return with_sign(r, y);
}

// Computes asin(x) − x, with s = x², for |x| ≤ ½.
static inline f32 arc_sine_rest(f32 x, f32 s) {
  f32 p = ((0.04215823f * s + 0.024184812f) * s + 0.045469146f) * s + 0.074953094f;
  return x * s * (p * s + 0.16666752f);
}

// Uses asin(x) = π/2 − 2·asin(√((1 − x)/2)) for magnitudes x above ½.
static inline f32 arc_sine(f32 x) {
  f32 a = magnitude(x);
  i32 outer = a > 0.5f;
  f32 s = outer ? 0.5f - 0.5f * a : a * a;
  f32 r = outer ? __builtin_elementwise_sqrt(s) : a;
  f32 rest = arc_sine_rest(r, s);
  // Computes π/4 + (π/4 − 2·asin(r)), since the difference in brackets is exact where digits cancel.
  f32 from_quarter = (HALF_PI_HIGH / 2 - 2 * r) - (2 * rest - HALF_PI_LOW);
  return with_sign(outer ? HALF_PI_HIGH / 2 + from_quarter : r + rest, x);
}

static inline f32 arc_cosine(f32 x) {
  f32 a = magnitude(x);
  i32 outer = a > 0.5f;
  f32 s = outer ? 0.5f - 0.5f * a : a * a;
  f32 r = outer ? __builtin_elementwise_sqrt(s) : x;
  f32 rest = arc_sine_rest(r, s);
  f32 from_one = 2 * (r + rest);
  from_one = x < 0 ? (2 * HALF_PI_HIGH - from_one) + 2 * HALF_PI_LOW : from_one;
  return outer ? from_one : HALF_PI_HIGH - (r - (HALF_PI_LOW - rest));
}

// Computes 2^(n + f) for |f| ≤ ½. Multiplies by 2^n in two factors, since 2^n alone could overflow where the
// product does not. The second factor is 0 where the product rounds to 0: a product that underflows takes
// longer (pow(0, y) would take 1.8 times as long on a Zen 4).
static inline f32 power_of_2(f32 f, i32 n) {
  f32 p = ((0.0001333256f * f + 0.0013387928f) * f + 0.009625445f) * f + 0.055503663f;
  p = 1 + f * ((p * f + 0.24022594f) * f + 0.6931472f);
  i32 half = n >> 1;
  // Adds as unsigned numbers, since n is arbitrary for NaN, and signed sums could overflow.
  u32 low = ((u32)half + 127) << 23, high = n > -151 ? ((u32)n - (u32)half + 127) << 23 : (u32){0};
  return p * float_of((i32)low) * float_of((i32)high);
}

static inline f32 exp2_of(f64 x) {
  x = x > 160 ? (f64){0} + 160 : x;
  x = x < -160 ? (f64){0} - 160 : x;
  f64 shifted = x + WHOLE;
  return power_of_2(CONVERT(f32, x - (shifted - WHOLE)), CONVERT(i32, wide_bits_of(shifted)));
}

// Computes log2(m·2^e) = e + 2·atanh((m − 1)/(m + 1))/ln 2, with m in √½…√2; accurate to 38 bits.
static inline f64 log2_of(f64 x) {
  const int64_t root_half = 0x3fe6a09e00000000, fraction = 0x000fffffffffffff;
  // Adds as unsigned numbers, since the sum may overflow for NaN.
  const uint64_t one = 0x3ff0000000000000;
  i64 bits = (i64)((u64)wide_bits_of(x) + (one - (uint64_t)root_half));
  // Converts the biased exponent to a double, by inserting it into the low bits of 2^52.
  f64 e = double_of(((bits >> 52) & 0xfff) | 0x4330000000000000) - (0x1p52 + 1023);
  f64 m = double_of((bits & fraction) + root_half);
  f64 t = (m - 1) / (m + 1), s = t * t;
  f64 p = (0.34072972927389605 * s + 0.4116727384857844) * s + 0.5770835846577257;
  f64 y = e + t * ((p * s + 0.9617966733433064) * s + 2.885390081790085);
  y = x < INFINITY ? y : x;
  return x > 0 ? y : x == 0 ? (f64){0} - INFINITY : (f64){0} + NAN;
}

static inline f32 power(f32 x, f32 y) {
  f32 z = exp2_of(CONVERT(f64, y) * log2_of(CONVERT(f64, x)));
  return y == 0 ? (f32){0} + 1 : z;
}

static inline f32 exponential(f32 x) { return exp2_of(CONVERT(f64, x) * M_LOG2E); }
static inline f64 logarithm(f64 x) { return log2_of(x) * M_LN2; }

static inline f32 hyperbolic_sine(f32 x) {
  f32 a = magnitude(x), s = x * x;
  // Computes e^a/2, which overflows only if sinh(a) does; e^a would overflow earlier.
  f32 e = exp2_of(CONVERT(f64, a) * M_LOG2E - 1);
  f32 near = x + x * s * (((2.7822132e-06f * s + 0.00019842896f) * s + 0.0083333105f) * s + 0.16666667f);
  return a < 1 ? near : with_sign(e - 0.25f / e, x);
}

static inline f32 hyperbolic_cosine(f32 x) {
  f32 e = exp2_of(CONVERT(f64, magnitude(x)) * M_LOG2E - 1);
  return e + 0.25f / e;
}

static inline f32 hyperbolic_tangent(f32 x) {
  f32 a = magnitude(x), s = x * x;
  f32 p = ((-0.0056922962f * s + 0.020628167f) * s - 0.053736515f) * s + 0.13331406f;
  f32 e = exp2_of(CONVERT(f64, a) * (2 * M_LOG2E));
  return a < 0.625f ? x + x * s * (p * s - 0.3333328f) : with_sign(1 - 2 / (e + 1), x);
}

// Computes asinh(x). Small arguments use a series of two terms, since the logarithm of a number near 1 loses
// digits.
static inline f32 inverse_hyperbolic_sine(f32 x) {
  f64 a = CONVERT(f64, magnitude(x));
  f32 far = CONVERT(f32, logarithm(a + __builtin_elementwise_sqrt(a * a + 1)));
  return magnitude(x) < 0x1p-10f ? x - x * x * x * (1.0f / 6) : with_sign(far, x);
}

static inline f32 inverse_hyperbolic_cosine(f32 x) {
  f64 a = CONVERT(f64, x);
  return CONVERT(f32, logarithm(a + __builtin_elementwise_sqrt(a * a - 1)));
}

static inline f32 inverse_hyperbolic_tangent(f32 x) {
  f64 a = CONVERT(f64, x);
  f32 far = CONVERT(f32, 0.5 * logarithm((1 + a) / (1 - a)));
  return magnitude(x) < 0x1p-10f ? x + x * x * x * (1.0f / 3) : far;
}
