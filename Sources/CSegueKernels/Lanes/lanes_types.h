// Vector types of WIDTH lanes, scalars at a WIDTH of 1, and macros that define kernels.
#pragma once

#include <math.h>
#include <string.h>

#include "../Levels/levels.h"

#pragma STDC FP_CONTRACT OFF
// Vectors wider than a register are passed only within a file, so their ABI does not matter.
#pragma clang diagnostic ignored "-Wpsabi"

#if WIDTH == 1
#define LANES(T) __attribute__((may_alias)) T
#define CONVERT(T, x) ((T)(x))
// Converts the result of a comparison to a mask: 0 or −1.
#define MASK(x) (-(x))
#define ANY(mask) (mask)
#else
#define LANES(T) __attribute__((ext_vector_type(WIDTH))) T
#define CONVERT(T, x) __builtin_convertvector(x, T)
#define MASK(x) (x)
#define ANY(mask) __builtin_reduce_or(mask)
#endif

typedef LANES(float) f32;
typedef LANES(int32_t) i32;
typedef LANES(uint32_t) u32;
typedef LANES(double) f64;
typedef LANES(int64_t) i64;
typedef LANES(uint64_t) u64;

static inline i32 bits_of(f32 x) {
  union { f32 x; i32 bits; } u = {x};
  return u.bits;
}

static inline f32 float_of(i32 bits) {
  union { i32 bits; f32 x; } u = {bits};
  return u.x;
}

static inline i64 wide_bits_of(f64 x) {
  union { f64 x; i64 bits; } u = {x};
  return u.bits;
}

static inline f64 double_of(i64 bits) {
  union { i64 bits; f64 x; } u = {bits};
  return u.x;
}

// Defines a kernel whose statements run once for every WIDTH lanes. IN(type, k) and OUT(type, k) are the
// current lanes of input k and of output k.
#define KERNEL(NAME, ...)                                                                                            \
  static void lanes_##NAME(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {           \
    (void)data;                                                                                                      \
    const char *at[NAME##_INPUTS];                                                                                   \
    size_t step[NAME##_INPUTS];                                                                                      \
    char *to[NAME##_OUTPUTS];                                                                                        \
    for (int k = 0; k < NAME##_INPUTS; k++) {                                                                        \
      at[k] = in[k].at;                                                                                              \
      step[k] = in[k].step * sizeof(f32);                                                                            \
    }                                                                                                                \
    for (int k = 0; k < NAME##_OUTPUTS; k++) to[k] = out[k];                                                         \
    for (size_t i = 0; i < vectors * (SEGUE_LANES / WIDTH); i++) {                                                   \
      __VA_ARGS__                                                                                                    \
      for (int k = 0; k < NAME##_INPUTS; k++) at[k] += step[k];                                                      \
      for (int k = 0; k < NAME##_OUTPUTS; k++) to[k] += sizeof(f32);                                                 \
    }                                                                                                                \
  }
#define IN(T, k) (*(const T *)at[k])
#define OUT(T, k) (*(T *)to[k])

// These macros define kernels of one expression over inputs a, b and c of type T, with a result of type R.
#define KERNEL1(NAME, R, T, ...) KERNEL(NAME, T a = IN(T, 0); OUT(R, 0) = __VA_ARGS__;)
#define KERNEL2(NAME, R, T, ...) KERNEL(NAME, T a = IN(T, 0), b = IN(T, 1); OUT(R, 0) = __VA_ARGS__;)
#define KERNEL3(NAME, R, T, ...) \
  KERNEL(NAME, T a = IN(T, 0), b = IN(T, 1), c = IN(T, 2); OUT(R, 0) = __VA_ARGS__;)
