// For every float, compares functions that machine code rounds once and kernels round twice
// (BasicBlockFunctions.swift). Uses the instructions of AVX-512, or of AVX2 if AVX2 is defined.
//
// scripts/exhaustive runs it.
#include <stdio.h>
#include <stdlib.h>

#if defined(__x86_64__)
#include <immintrin.h>

#if defined(AVX2)
#define NAME "AVX2"
#define IS_PRESENT (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
#define VECTOR 32
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#define NAME "AVX-512"
#define IS_PRESENT __builtin_cpu_supports("avx512dq")
#define VECTOR 64
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"))), apply_to = function)
#endif
#pragma clang diagnostic ignored "-Wunused-function"
#define ROUNDS
#define WIDTH (VECTOR / 4)
#include "../../Sources/CSegueKernels/Lanes/lanes_math.h"

#define FMA __builtin_elementwise_fma
#define WIDE(x) ((f64){0} + (x))

static f32 fused_sine(f32 x, int is_cosine) {
  f64 wide = CONVERT(f64, x), shift = WIDE(is_cosine ? 0.5 : 0);
  f64 shifted = is_cosine ? FMA(wide, WIDE(1 / M_PI), -shift) + WHOLE : FMA(wide, WIDE(1 / M_PI), WIDE(WHOLE));
  f64 n = (shifted - WHOLE) + shift;
  f64 r = FMA(-n, WIDE(PI_LOW), FMA(-n, WIDE(PI_HIGH), wide));
  r = double_of(wide_bits_of(r) ^ (i64)((u64)(wide_bits_of(shifted) + is_cosine) << 63));
  f64 s = r * r, p = FMA(WIDE(2.6057674651388513e-06), s, WIDE(-0.00019809597460923454));
  p = FMA(FMA(p, s, WIDE(0.008333066180249834)), s, WIDE(-0.16666659548284732));
  f32 y = CONVERT(f32, FMA(r * s, p, r));
  return magnitude(x) > MAX_RADIANS ? far_sine(x, is_cosine) : y;
}

static f64 fused_log2(f64 x) {
  const int64_t root_half = 0x3fe6a09e00000000;
  u64 bits = (u64)wide_bits_of(x) + (0x3ff0000000000000 - (uint64_t)root_half);
  f64 m = double_of((i64)(bits & 0x000fffffffffffff) + root_half);
  f64 t = (m - 1) / (m + 1), s = t * t;
  f64 p = FMA(WIDE(0.34072972927389605), s, WIDE(0.4116727384857844));
  p = FMA(FMA(p, s, WIDE(0.5770835846577257)), s, WIDE(0.9617966733433064));
  p = FMA(p, s, WIDE(2.885390081790085));
#if defined(AVX2)
  f64 e = double_of((i64)(bits >> 52 | 0x4330000000000000)) - (0x1p52 + 1023), y = FMA(t, p, e);
  return x > 0 ? (x < INFINITY ? y : x) : x == 0 ? WIDE(-INFINITY) : x < 0 ? WIDE(NAN) : x;
#else
  union { f64 all; __m512d halves[2]; } e = {double_of((i64)bits)}, y, from = {x};
  for (int k = 0; k < 2; k++) e.halves[k] = _mm512_getexp_pd(e.halves[k]);
  y.all = FMA(t, p, e.all);
  for (int k = 0; k < 2; k++) {
    y.halves[k] = _mm512_fixupimm_pd(y.halves[k], from.halves[k], _mm512_set1_epi64(0x03530422), 0);
  }
  return y.all;
#endif
}

static int differ(f32 a, f32 b) {
  i32 same = (bits_of(a) == bits_of(b)) | ((a != a) & (b != b));
  return -__builtin_reduce_add(~same);
}

// exhaustive PART PARTS compares one of equal parts of all floats, for one process a core.
int main(int count, char **words) {
  if (!IS_PRESENT) {
    puts("exhaustive: this machine has no " NAME);
    return 69;
  }
  long long wrong[4] = {0};
  const uint64_t part = count > 2 ? strtoull(words[1], NULL, 10) : 0, parts = count > 2 ? strtoull(words[2], NULL, 10) : 1;
  const uint64_t blocks = (UINT64_C(1) << 32) / WIDTH;
  for (uint64_t bits = blocks * part / parts * WIDTH; bits < blocks * (part + 1) / parts * WIDTH; bits += WIDTH) {
    i32 lanes;
    for (int k = 0; k < WIDTH; k++) lanes[k] = (int32_t)(uint32_t)(bits + (uint64_t)k);
    f32 x = float_of(lanes);
    // Larger arguments are left to libm on both sides.
    if ((bits & 0x7fffffff) <= 0x4a800000) {
      wrong[0] += differ(sine(x), fused_sine(x, 0));
      wrong[1] += differ(cosine(x), fused_sine(x, 1));
    }
    f64 wide = CONVERT(f64, x), kernel = log2_of(wide), fused = fused_log2(wide);
    wrong[2] += differ(CONVERT(f32, kernel), CONVERT(f32, fused));
    wrong[3] += differ(CONVERT(f32, kernel * M_LN2), CONVERT(f32, fused * M_LN2));
  }
  printf(NAME ", floats that differ: sin %lld, cos %lld, log2 %lld, log %lld\n", wrong[0], wrong[1], wrong[2], wrong[3]);
  return (wrong[0] | wrong[1] | wrong[2] | wrong[3]) != 0;
}
#pragma clang attribute pop
#else
int main(void) {
  puts("exhaustive: this machine is no x86-64");
  return 69;
}
#endif
