#include "levels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

#define FILL segue_fill_avx2
#define FILL_LINEAR segue_fill_linear_avx2
#define FILL_LANES segue_fill_lanes_avx2
#define ROUNDS
#define VECTOR 32
#define LOAD(p) _mm256_loadu_si256((const __m256i *)(p))
#define STORE(p, v) _mm256_storeu_si256((__m256i *)(p), v)
#define STREAM(p, v) _mm256_stream_si256((__m256i *)(p), (__m256i)(v))
#define SPLAT16 _mm256_set1_epi16
#define MADD(a, b) _mm256_madd_epi16((__m256i)(a), (__m256i)(b))
#define HIGH_PRODUCT(a, b) _mm256_mulhi_epu16((__m256i)(a), (__m256i)(b))
#define PACK32(a, b) _mm256_packs_epi32((__m256i)(a), (__m256i)(b))
#define PACK16(a, b) _mm256_packus_epi16((__m256i)(a), (__m256i)(b))
#define MIX_VECTOR mix_vector
#define PAIR_DIFFERENCES(x) _mm256_maddubs_epi16((__m256i)(x), _mm256_set1_epi16(0x01ff))
#define SCALED_BY(x, w) (i16v) _mm256_mulhrs_epi16((__m256i)(x), (__m256i)(w))
#define PERMUTE(a, indices, b) permute((__m256i)(a), (__m256i)(indices), (__m256i)(b))
#define REPEAT16(p) (s8w) _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(p)))
#define PICK_BYTES(table, indices) (s8w) _mm256_shuffle_epi8((__m256i)(table), (__m256i)(indices))
#define UNPACK_LOW32(a, b) (u32v) _mm256_unpacklo_epi32((__m256i)(a), (__m256i)(b))
#define UNPACK_HIGH32(a, b) (u32v) _mm256_unpackhi_epi32((__m256i)(a), (__m256i)(b))
#define UNPACK_LOW64(a, b) (u32v) _mm256_unpacklo_epi64((__m256i)(a), (__m256i)(b))
#define UNPACK_HIGH64(a, b) (u32v) _mm256_unpackhi_epi64((__m256i)(a), (__m256i)(b))
#define PICK(v, indices) _mm256_permutevar8x32_epi32((__m256i)(v), (__m256i)(indices))

static inline __m256i mix_vector(__m256i a, __m256i b, __m256i weight) {
  __m256i zero = _mm256_setzero_si256();
  __m256i al = _mm256_unpacklo_epi8(a, zero), ah = _mm256_unpackhi_epi8(a, zero);
  __m256i bl = _mm256_unpacklo_epi8(b, zero), bh = _mm256_unpackhi_epi8(b, zero);
  al = _mm256_add_epi16(al, _mm256_mulhrs_epi16(_mm256_sub_epi16(bl, al), weight));
  ah = _mm256_add_epi16(ah, _mm256_mulhrs_epi16(_mm256_sub_epi16(bh, ah), weight));
  return _mm256_packus_epi16(al, ah);
}

static inline __m256i permute(__m256i a, __m256i indices, __m256i b) {
  __m256 low = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(a, indices));
  __m256 high = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(b, indices));
  // Moves bit 3 of an index to the sign bit, by which the blend selects.
  return _mm256_castps_si256(_mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32(indices, 28))));
}

#include "../Rows/vector.h"
#include "../Lanes/lanes_vector.h"
#include "../Rows/floats.h"

void segue_fill_floats_avx2(segue_float_kernels *table, segue_light_curve curve) {
  fill_floats(table, curve);
}

#pragma clang attribute pop
#endif
