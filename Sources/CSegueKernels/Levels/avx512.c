#include "levels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"))), apply_to = function)

#define FILL segue_fill_avx512
#define FILL_LANES segue_fill_lanes_avx512
#define ROUNDS
#define VECTOR 64
#define LOAD(p) _mm512_loadu_si512(p)
#define STORE(p, v) _mm512_storeu_si512(p, v)
#define STREAM(p, v) _mm512_stream_si512((__m512i *)(p), v)
#define SPLAT16 _mm512_set1_epi16
#define MADD(a, b) _mm512_madd_epi16((__m512i)(a), (__m512i)(b))
#define MIX_VECTOR mix_vector
#define UNPACK_LOW(a, b) _mm512_unpacklo_epi8((__m512i)(a), (__m512i)(b))
#define UNPACK_HIGH(a, b) _mm512_unpackhi_epi8((__m512i)(a), (__m512i)(b))
#define PAIR_SUMS(x) _mm512_maddubs_epi16(x, _mm512_set1_epi8(64))
#define SCALED(x, w) (i16v) _mm512_mulhrs_epi16((__m512i)(x), SPLAT16(w))
#define GATHER_HALF(base, offsets) (u32) _mm512_i32gather_epi64((__m256i)(offsets), base, 1)
#define PERMUTE(a, indices, b) (u32) _mm512_permutex2var_epi32((__m512i)(a), (__m512i)(indices), (__m512i)(b))

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
#endif
