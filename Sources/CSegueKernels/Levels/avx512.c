#include "levels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"))), apply_to = function)

#define FILL segue_fill_avx512
#define FILL_LINEAR segue_fill_linear_avx512
#define FILL_LANES segue_fill_lanes_avx512
#define ROUNDS
#define VECTOR 64
#define LOAD(p) _mm512_loadu_si512(p)
#define STORE(p, v) _mm512_storeu_si512(p, v)
#define STREAM(p, v) _mm512_stream_si512((__m512i *)(p), (__m512i)(v))
#define SPLAT16 _mm512_set1_epi16
#define MADD(a, b) _mm512_madd_epi16((__m512i)(a), (__m512i)(b))
#define MIX_VECTOR mix_vector
#define UNPACK_LOW(a, b) _mm512_unpacklo_epi8((__m512i)(a), (__m512i)(b))
#define UNPACK_HIGH(a, b) _mm512_unpackhi_epi8((__m512i)(a), (__m512i)(b))
#define PAIR_SUMS(x) _mm512_maddubs_epi16(x, _mm512_set1_epi8(64))
#define SCALED_BY(x, w) (i16v) _mm512_mulhrs_epi16((__m512i)(x), (__m512i)(w))
#define GATHER_HALF(base, offsets) (u32) _mm512_i32gather_epi64((__m256i)(offsets), base, 1)
#define PERMUTE(a, indices, b) _mm512_permutex2var_epi32((__m512i)(a), (__m512i)(indices), (__m512i)(b))

static inline __m512i mix_vector(__m512i a, __m512i b, __m512i weight) {
  __m512i zero = _mm512_setzero_si512();
  __m512i al = _mm512_unpacklo_epi8(a, zero), ah = _mm512_unpackhi_epi8(a, zero);
  __m512i bl = _mm512_unpacklo_epi8(b, zero), bh = _mm512_unpackhi_epi8(b, zero);
  al = _mm512_add_epi16(al, _mm512_mulhrs_epi16(_mm512_sub_epi16(bl, al), weight));
  ah = _mm512_add_epi16(ah, _mm512_mulhrs_epi16(_mm512_sub_epi16(bh, ah), weight));
  return _mm512_packus_epi16(al, ah);
}

#include "../Rows/vector.h"
#include "../Lanes/lanes_vector.h"

#pragma clang attribute pop

// Four registers are a table of 256 bytes: two instructions look up 64 bytes, and a blend chooses by the highest bit.
__attribute__((target("avx512f,avx512bw,avx512vbmi"))) static void look_up_permuting(
    uint8_t *restrict out, const uint8_t *restrict in, const uint8_t *restrict tables, size_t n) {
  __m512i parts[4][4];
  for (size_t c = 0; c < 4; c++) {
    for (size_t k = 0; k < 4; k++) parts[c][k] = _mm512_loadu_si512(tables + 256 * c + 64 * k);
  }
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    __m512i bytes = _mm512_loadu_si512(in + 4 * i), result = _mm512_setzero_si512();
    __mmask64 isHigh = _mm512_movepi8_mask(bytes);
    for (size_t c = 0; c < 4; c++) {
      __m512i low = _mm512_permutex2var_epi8(parts[c][0], bytes, parts[c][1]);
      __m512i high = _mm512_permutex2var_epi8(parts[c][2], bytes, parts[c][3]);
      __m512i both = _mm512_mask_blend_epi8(isHigh, low, high);
      result = _mm512_mask_blend_epi8(0x1111111111111111u << c, result, both);
    }
    _mm512_storeu_si512(out + 4 * i, result);
  }
  reference_look_up(out + 4 * i, in + 4 * i, tables, n - i);
}

void segue_fill_permuting(segue_kernels *table) { table->look_up = look_up_permuting; }

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi"))), \
                             apply_to = function)

// Two tables of 256 bytes, the lower and the upper half of each byte's light, in eight registers.
static void decode_light_permuting(float *restrict light, const uint8_t *restrict in, size_t n) {
  if (!is_opaque(in, n)) return reference_decode_light(light, in, n);
  __m512i parts[2][4], order[4];
  for (size_t k = 0; k < 4; k++) {
    for (size_t half = 0; half < 2; half++) parts[half][k] = _mm512_loadu_si512(segue_light.halves[half] + 64 * k);
    // Both halves of four pixels' numbers, where they are the lower halves of 32 bits.
    const __m512i steps = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    order[k] = _mm512_add_epi32(_mm512_mullo_epi32(steps, _mm512_set1_epi32(0x0101)),
                                _mm512_set1_epi32((int)(0x4000 + 0x1010 * k)));
  }
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    __m512i bytes = _mm512_loadu_si512(in + 4 * i), found[2];
    __mmask64 is_high = _mm512_movepi8_mask(bytes);
    for (size_t half = 0; half < 2; half++) {
      __m512i low = _mm512_permutex2var_epi8(parts[half][0], bytes, parts[half][1]);
      __m512i high = _mm512_permutex2var_epi8(parts[half][2], bytes, parts[half][3]);
      found[half] = _mm512_mask_blend_epi8(is_high, low, high);
    }
    for (size_t k = 0; k < 4; k++) {
      __m512i numbers =
          _mm512_maskz_permutex2var_epi8(0x3333333333333333u, found[0], order[k], found[1]);
      __m512 values = _mm512_mask_blend_ps(0x8888, _mm512_cvtepi32_ps(numbers), _mm512_set1_ps(255));
      _mm512_storeu_ps(light + 4 * i + 16 * k, values);
    }
  }
  reference_decode_light(light + 4 * i, in + 4 * i, n - i);
}

#define LINEAR(name) permuting_##name
#define DECODE_LIGHT decode_light_permuting
#define ENCODE_LIGHT encode_light
#include "../Rows/light.h"

void segue_fill_linear_permuting(segue_kernels *table) { permuting_fill(table); }

#pragma clang attribute pop
#endif
