#define _GNU_SOURCE  // sched_getaffinity, CPU_COUNT
#include "../Rows/reference.h"
#include "levels.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

static segue_kernels tables[SEGUE_NEON + 1], linear_tables[SEGUE_NEON + 1];
static segue_float_kernels float_tables[SEGUE_NEON + 1][SEGUE_HLG + 1];
static segue_lanes_kernel lanes[SEGUE_NEON + 1][SEGUE_OP_COUNT];
static bool present[SEGUE_NEON + 1];
#if defined(__x86_64__)
static bool moves_strings_fast;
#endif

segue_light_tables segue_light;

// Encodes linear light 0…LIGHT_WHITE to 0…255, without rounding, by the power function of sRGB's curve, which
// applies above the curve's linear part.
static double byte_of_light(double light) { return 255 * (1.055 * pow(light / LIGHT_WHITE, 1 / 2.4) - 0.055); }

static void fill_light(void) {
  for (size_t i = 0; i < 256; i++) {
    double byte = (double)i / 255, light = byte <= 0.04045 ? byte / 12.92 : pow((byte + 0.055) / 1.055, 2.4);
    uint16_t number = (uint16_t)(light * LIGHT_WHITE + 0.5);
    segue_light.light[i] = number;
    segue_light.halves[0][i] = (uint8_t)number;
    segue_light.halves[1][i] = (uint8_t)(number >> 8);
  }
  segue_light.light[256] = segue_light.light[255];
  for (size_t part = 0; part < LIGHT_PARTS; part++) {
    // Computes the quadratic that equals the encoding curve at three Chebyshev nodes of this piece of the
    // curve.
    double width = (double)(64u << part / 4), start = width * (double)(4 + part % 4), at[3], value[3];
    for (size_t k = 0; k < 3; k++) {
      at[k] = start + width * (0.5 + 0.4330127018922193 * ((double)k - 1));
      value[k] = byte_of_light(at[k]);
    }
    double first = (value[1] - value[0]) / (at[1] - at[0]), second = (value[2] - value[1]) / (at[2] - at[1]);
    double square = (second - first) / (at[2] - at[0]), slope = first - square * (at[0] + at[1]);
    segue_light.square[part] = (float)square;
    segue_light.slope[part] = (float)slope;
    segue_light.constant[part] = (float)(value[0] - (slope + square * at[0]) * at[0]);
  }
}

static void fill_tables(void) {
#define FILL(level, name)                           \
  segue_fill_##name(&tables[level]);                \
  linear_tables[level] = tables[level];             \
  segue_fill_linear_##name(&linear_tables[level]);  \
  segue_fill_lanes_##name(lanes[level]);            \
  for (segue_light_curve each = SEGUE_STORED; each <= SEGUE_HLG; each++) {  \
    segue_fill_floats_##name(&float_tables[level][each], each);         \
  }                                                 \
  present[level] = true;

  fill_light();

  FILL(SEGUE_REFERENCE, reference)
#if defined(__aarch64__)
  FILL(SEGUE_NEON, baseline)
#else
  FILL(SEGUE_BASELINE, baseline)
#endif
#if defined(__x86_64__)
  unsigned a, b, c, d;
  moves_strings_fast = __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_ENH_MOVSB);
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return;
  FILL(SEGUE_AVX2, avx2)
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512dq"))
    return;
  FILL(SEGUE_AVX512, avx512)
  if (!__builtin_cpu_supports("avx512vbmi")) return;
  segue_fill_permuting(&tables[SEGUE_AVX512]);
  segue_fill_permuting(&linear_tables[SEGUE_AVX512]);
  segue_fill_linear_permuting(&linear_tables[SEGUE_AVX512]);
#endif
#undef FILL
}

static bool is_present(segue_level level) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, fill_tables);
  return present[level];
}

const segue_kernels *segue_kernels_at(segue_level level) { return is_present(level) ? &tables[level] : NULL; }

const segue_kernels *segue_linear_kernels_at(segue_level level) {
  return is_present(level) ? &linear_tables[level] : NULL;
}

const segue_float_kernels *segue_float_kernels_at(segue_level level, segue_light_curve curve) {
  return is_present(level) ? &float_tables[level][curve] : NULL;
}

const segue_lanes_kernel *segue_lanes_at(segue_level level) {
  return is_present(level) ? lanes[level] : NULL;
}

segue_lane_shape segue_lane_shape_of(segue_lane_op op) {
  static const segue_lane_shape shapes[] = {
#define X(name, outputs, inputs) {#name, outputs, inputs},
      SEGUE_LANE_OPS(X)
#undef X
  };
  return shapes[op];
}

bool segue_lanes_any(size_t vectors, const void *mask) {
  uint32_t any = 0;
  for (size_t i = 0; i < vectors * SEGUE_LANES; i++) any |= ((const uint32_t *)mask)[i];
  return any != 0;
}

bool segue_lanes_all(size_t vectors, const void *mask) {
  uint32_t all = UINT32_MAX;
  for (size_t i = 0; i < vectors * SEGUE_LANES; i++) all &= ((const uint32_t *)mask)[i];
  return all != 0;
}

void segue_repeat_row(uint8_t *row, size_t stride, size_t count) {
#if defined(__x86_64__)
  // Copies bytes forward from the row to the rows below; source and target overlap, so the copy repeats the
  // row. With fast string moves, runs of 64 rows at 1080p take 1.05 times as long as a memset (copies that
  // double: 1.1 times; a memcpy for each row: 1.28 times).
  if (moves_strings_fast) {
    uint8_t *to = row + stride;
    size_t bytes = count * stride;
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(row), "+c"(bytes) : : "memory");
    return;
  }
#endif
  // Each copy doubles the number of finished rows, while its source fits the second-level cache.
  enum { MAX_BYTES = 128 << 10 };
  size_t done = 1, total = count + 1, most = stride < MAX_BYTES ? MAX_BYTES / stride : 1;
  while (done < total) {
    size_t rows = done < most ? done : most;
    if (rows > total - done) rows = total - done;
    memcpy(row + done * stride, row + (done - rows) * stride, rows * stride);
    done += rows;
  }
}

void segue_fence(void) {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}

void segue_map_bitmaps(void) { mallopt(M_MMAP_THRESHOLD, 1 << 20); }
