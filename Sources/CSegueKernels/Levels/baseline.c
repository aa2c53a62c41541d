// The baseline of the architecture: SSE2 on x86-64; elsewhere vector types without intrinsics.
#include "levels.h"

#define FILL segue_fill_baseline
#define FILL_LINEAR segue_fill_linear_baseline
#define FILL_LANES segue_fill_lanes_baseline
#define VECTOR 16

#if defined(__aarch64__)
#define ROUNDS
#endif

#if defined(__x86_64__)
#include <emmintrin.h>

#define LOAD(p) _mm_loadu_si128((const __m128i *)(p))
#define STORE(p, v) _mm_storeu_si128((__m128i *)(p), v)
#define STREAM(p, v) _mm_stream_si128((__m128i *)(p), (__m128i)(v))
#define SPLAT16 _mm_set1_epi16
#define MADD(a, b) _mm_madd_epi16((__m128i)(a), (__m128i)(b))
#define HIGH_PRODUCT(a, b) _mm_mulhi_epu16((__m128i)(a), (__m128i)(b))
#define PACK32(a, b) _mm_packs_epi32((__m128i)(a), (__m128i)(b))
#define PACK16(a, b) _mm_packus_epi16((__m128i)(a), (__m128i)(b))
#define MIX_VECTOR mix_vector
#define SCALED_BY(x, w) (i16v) scaled_vector((__m128i)(x), (__m128i)(w))

// Computes x·w/32768 rounded to nearest, without SSSE3's pmulhrsw. The high half of 2·x·w is the quotient
// x·w/2^15, and the top bit of the low half is added to round; 2·x must fit 16 bits.
static inline __m128i scale(__m128i x, __m128i weight) {
  x = _mm_add_epi16(x, x);
  return _mm_add_epi16(_mm_mulhi_epi16(x, weight), _mm_srli_epi16(_mm_mullo_epi16(x, weight), 15));
}

// Computes x·w/32768 rounded to nearest, for any 16-bit x: bit 14 of the product is added to round.
static inline __m128i scaled_vector(__m128i x, __m128i weight) {
  __m128i high = _mm_mulhi_epi16(x, weight), low = _mm_mullo_epi16(x, weight);
  __m128i quotient = _mm_or_si128(_mm_slli_epi16(high, 1), _mm_srli_epi16(low, 15));
  return _mm_add_epi16(quotient, _mm_and_si128(_mm_srli_epi16(low, 14), _mm_set1_epi16(1)));
}

static inline __m128i mix_vector(__m128i a, __m128i b, __m128i weight) {
  __m128i zero = _mm_setzero_si128();
  __m128i al = _mm_unpacklo_epi8(a, zero), ah = _mm_unpackhi_epi8(a, zero);
  __m128i bl = _mm_unpacklo_epi8(b, zero), bh = _mm_unpackhi_epi8(b, zero);
  al = _mm_add_epi16(al, scale(_mm_sub_epi16(bl, al), weight));
  ah = _mm_add_epi16(ah, scale(_mm_sub_epi16(bh, ah), weight));
  return _mm_packus_epi16(al, ah);
}
#endif

#include "../Rows/vector.h"
#include "../Lanes/lanes_vector.h"
#include "../Rows/floats.h"

void segue_fill_floats_baseline(segue_float_kernels *table, segue_light_curve curve) {
  fill_floats(table, curve);
}
