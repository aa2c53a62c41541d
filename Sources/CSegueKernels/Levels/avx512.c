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
#define HIGH_PRODUCT(a, b) _mm512_mulhi_epu16((__m512i)(a), (__m512i)(b))
#define MIX_VECTOR mix_vector
#define PAIR_DIFFERENCES(x) _mm512_maddubs_epi16((__m512i)(x), _mm512_set1_epi16(0x01ff))
#define SCALED_BY(x, w) (i16v) _mm512_mulhrs_epi16((__m512i)(x), (__m512i)(w))
#define FMA __builtin_elementwise_fma
#define PERMUTE(a, indices, b) _mm512_permutex2var_epi32((__m512i)(a), (__m512i)(indices), (__m512i)(b))
#define PICK(v, indices) _mm512_permutexvar_epi32((__m512i)(indices), (__m512i)(v))

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
#include "../Rows/floats.h"

void segue_fill_floats_avx512(segue_float_kernels *table, segue_light_curve curve) {
  fill_floats(table, curve);
}

#pragma clang attribute pop

// Maps channels through tables of 256 bytes, each in four registers. Two permutations look up 64 indices,
// each in one half (128 bytes) of a table; a blend selects the half by the highest bit of an index.
__attribute__((target("avx512f,avx512bw,avx512vbmi"))) static void look_up_permuting(
    uint8_t *restrict out, const uint8_t *restrict in, const uint8_t *restrict tables, size_t n) {
  __m512i parts[3][4];
  for (size_t c = 0; c < 3; c++) {
    for (size_t k = 0; k < 4; k++) parts[c][k] = _mm512_loadu_si512(tables + 256 * c + 64 * k);
  }
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    __m512i bytes = _mm512_loadu_si512(in + 4 * i), result = bytes;
    __mmask64 isHigh = _mm512_movepi8_mask(bytes);
    for (size_t c = 0; c < 3; c++) {
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

// Looks up 64 bytes in a table of 256 bytes, which is held in four registers.
static inline __m512i look_up_half(const __m512i parts[4], __m512i bytes) {
  __m512i low = _mm512_permutex2var_epi8(parts[0], bytes, parts[1]);
  __m512i high = _mm512_permutex2var_epi8(parts[2], bytes, parts[3]);
  return _mm512_mask_blend_epi8(_mm512_movepi8_mask(bytes), low, high);
}

// Decodes opaque pixels to linear light, by two tables of 256 bytes in eight registers: the low and the high
// bytes of the 16-bit light of each sRGB byte.
static void decode_light_permuting(float *restrict light, const uint8_t *restrict in, size_t n) {
  if (!is_opaque(in, n)) return reference_decode_light(light, in, n);
  __m512i parts[2][4], order[4];
  for (size_t k = 0; k < 4; k++) {
    for (size_t half = 0; half < 2; half++) parts[half][k] = _mm512_loadu_si512(segue_light.halves[half] + 64 * k);
    // The indices of the low and the high byte of each channel of four pixels, in the low 16 bits of each
    // 32-bit lane.
    const __m512i steps = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    order[k] = _mm512_add_epi32(_mm512_mullo_epi32(steps, _mm512_set1_epi32(0x0101)),
                                _mm512_set1_epi32((int)(0x4000 + 0x1010 * k)));
  }
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    __m512i bytes = _mm512_loadu_si512(in + 4 * i), found[2];
    for (size_t half = 0; half < 2; half++) found[half] = look_up_half(parts[half], bytes);
    for (size_t k = 0; k < 4; k++) {
      __m512i numbers =
          _mm512_maskz_permutex2var_epi8(0x3333333333333333u, found[0], order[k], found[1]);
      __m512 values = _mm512_mask_blend_ps(0x8888, _mm512_cvtepi32_ps(numbers), _mm512_set1_ps(255));
      _mm512_storeu_ps(light + 4 * i + 16 * k, values);
    }
  }
  reference_decode_light(light + 4 * i, in + 4 * i, n - i);
}

// Encodes mixed light, given as weighted sums in 32-bit lanes, to sRGB bytes, one byte in each 32-bit lane.
static inline __m512i light_bytes(__m512i sums, const __m512 curve[3][2]) {
  __m512 x = _mm512_add_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(sums), _mm512_set1_ps(0x1p-15f)), _mm512_set1_ps(32768));
  __m512i part = _mm512_srai_epi32(_mm512_castps_si512(x), 21);
  part = _mm512_sub_epi32(_mm512_max_epi32(part, _mm512_set1_epi32(540)), _mm512_set1_epi32(540));
  __m512 square = _mm512_permutex2var_ps(curve[0][0], part, curve[0][1]);
  __m512 slope = _mm512_permutex2var_ps(curve[1][0], part, curve[1][1]);
  __m512 constant = _mm512_permutex2var_ps(curve[2][0], part, curve[2][1]);
  __m512 y = _mm512_add_ps(_mm512_mul_ps(_mm512_add_ps(_mm512_mul_ps(square, x), slope), x), constant);
  __mmask16 is_line = _mm512_cmp_ps_mask(x, _mm512_set1_ps(LIGHT_LINE), _CMP_LT_OQ);
  y = _mm512_mask_mul_ps(y, is_line, x, _mm512_set1_ps(12.92f * 255 / LIGHT_WHITE));
  return _mm512_cvttps_epi32(_mm512_add_ps(y, _mm512_set1_ps(0.5f)));
}

// Mixes opaque pixels in linear light. The lookup tables stay in registers, and are read by permutations. One
// multiply-add of 16-bit pairs weights both pictures and adds them.
static void mix_opaque_light_permuting(uint8_t *restrict out, const uint8_t *restrict a, const uint8_t *restrict b,
                                       size_t n, int16_t weight) {
  __m512i parts[2][4];
  __m512 curve[3][2];
  for (size_t k = 0; k < 4; k++) {
    parts[0][k] = _mm512_loadu_si512(segue_light.halves[0] + 64 * k);
    // Lowers light by 32768, since the multiply-add is signed.
    parts[1][k] = _mm512_xor_si512(_mm512_loadu_si512(segue_light.halves[1] + 64 * k), _mm512_set1_epi8((char)0x80));
  }
  for (size_t k = 0; k < 2; k++) {
    curve[0][k] = _mm512_loadu_ps(segue_light.square + 16 * k);
    curve[1][k] = _mm512_loadu_ps(segue_light.slope + 16 * k);
    curve[2][k] = _mm512_loadu_ps(segue_light.constant + 16 * k);
  }
  const __m512i weights = _mm512_set1_epi32((int32_t)((uint32_t)weight << 16 | (uint32_t)(32768 - weight)));
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    __m512i x = _mm512_loadu_si512(a + 4 * i), y = _mm512_loadu_si512(b + 4 * i);
    __m512i xl = look_up_half(parts[0], x), xh = look_up_half(parts[1], x);
    __m512i yl = look_up_half(parts[0], y), yh = look_up_half(parts[1], y);
    __m512i results[4];
    for (size_t half = 0; half < 2; half++) {
      __m512i u = half ? _mm512_unpackhi_epi8(xl, xh) : _mm512_unpacklo_epi8(xl, xh);
      __m512i v = half ? _mm512_unpackhi_epi8(yl, yh) : _mm512_unpacklo_epi8(yl, yh);
      results[2 * half] = light_bytes(_mm512_madd_epi16(_mm512_unpacklo_epi16(u, v), weights), curve);
      results[2 * half + 1] = light_bytes(_mm512_madd_epi16(_mm512_unpackhi_epi16(u, v), weights), curve);
    }
    // Packing restores the order of bytes that interleaving changed.
    __m512i bytes = _mm512_packus_epi16(_mm512_packs_epi32(results[0], results[1]),
                                        _mm512_packs_epi32(results[2], results[3]));
    _mm512_storeu_si512(out + 4 * i, _mm512_or_si512(bytes, _mm512_set1_epi32((int32_t)0xff000000)));
  }
  mix_opaque_light(out + 4 * i, a + 4 * i, b + 4 * i, n - i, weight);
}

#define LINEAR(name) permuting_##name
#define MIX_OPAQUE_LIGHT mix_opaque_light_permuting
#define IS_OPAQUE is_opaque
#define DECODE_LIGHT decode_light_permuting
#define ENCODE_LIGHT encode_light
#include "../Rows/light.h"

void segue_fill_linear_permuting(segue_kernels *table) { permuting_fill(table); }

#pragma clang attribute pop
#endif
