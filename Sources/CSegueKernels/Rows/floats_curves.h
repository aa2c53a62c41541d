// Transfer functions of sRGB, PQ and HLG over vectors of floats. Powers, exponentials and logarithms are
// computed from polynomial approximations of log2(x) and 2^x. Included by floats.h.

// Computes the base-2 logarithm of normal numbers above 0, with an absolute or relative error of at most
// 2·10⁻⁷: log2(m·2^e) = e + 2·atanh((m − 1)/(m + 1))/ln 2, with m in √½…√2.
ALWAYS_INLINE floats16 log2_16(floats16 x) {
  // Subtracts unsigned numbers, since a signed difference would overflow for numbers below 0, whose result is
  // arbitrary.
  uints16 bits = (uints16)x;
  ints16 e = (ints16)(bits - 0x3f3504f3) >> 23;
  floats16 m = (floats16)(bits - ((uints16)e << 23)), t = (m - 1) / (m + 1), s = t * t;
  floats16 p = ((0.320598898f * s + 0.412198589f) * s + 0.577078016f) * s + 0.961796694f;
  return __builtin_convertvector(e, floats16) + t * (p * s + 2.88539008f);
}

// Computes 2^x with a relative error of at most 2·10⁻⁷; x is clamped to −126…127.
ALWAYS_INLINE floats16 exp2_16(floats16 x) {
  x = x > -126 ? x : (floats16){0} - 126;
  x = x < 127 ? x : (floats16){0} + 127;
  floats16 n = (x + 0x1.8p23f) - 0x1.8p23f, f = x - n;
  floats16 p = ((0.0001333256f * f + 0.0013387928f) * f + 0.009625445f) * f + 0.055503663f;
  p = 1 + f * ((p * f + 0.24022594f) * f + 0.6931472f);
  return p * (floats16)((__builtin_convertvector(n, ints16) + 127) * (1 << 23));
}

ALWAYS_INLINE floats16 power16(floats16 x, float y) { return exp2_16(log2_16(x) * y); }

// The curve of sRGB, continued above 1 and, point-symmetrically, below 0.
ALWAYS_INLINE floats16 srgb_to_light(floats16 samples) {
  floats16 x = __builtin_elementwise_abs(samples);
  floats16 light = x > 0.04045f ? power16((x + 0.055f) * (1 / 1.055f), 2.4f) : x * (1 / 12.92f);
  return samples < 0 ? -light : light;
}

ALWAYS_INLINE floats16 srgb_from_light(floats16 light) {
  floats16 x = __builtin_elementwise_abs(light);
  floats16 samples = x > 0.0031308f ? 1.055f * power16(x, 1 / 2.4f) - 0.055f : x * 12.92f;
  return light < 0 ? -samples : samples;
}

// The curve of PQ (SMPTE ST 2084): light 1 is 10,000 nits. Samples below 0 become 0; samples above 1.5 are
// clamped, since the curve has a pole near 2.
#define PQ_M1 0.1593017578125f
#define PQ_M2 78.84375f
#define PQ_C1 0.8359375f
#define PQ_C2 18.8515625f
#define PQ_C3 18.6875f
ALWAYS_INLINE floats16 pq_to_light(floats16 samples) {
  floats16 root = power16(samples < 1.5f ? samples : (floats16){0} + 1.5f, 1 / PQ_M2), rest = root - PQ_C1;
  return ((samples > 0) & (rest > 0)) ? power16(rest / (PQ_C2 - PQ_C3 * root), 1 / PQ_M1) : (floats16){0};
}

ALWAYS_INLINE floats16 pq_from_light(floats16 light) {
  floats16 root = power16(light, PQ_M1), samples = power16((PQ_C1 + PQ_C2 * root) / (1 + PQ_C3 * root), PQ_M2);
  return light > 0 ? samples : (floats16){0};
}

// The curve of HLG (ITU-R BT.2100), to and from scene light. Samples below 0 become 0.
#define HLG_A 0.17883277f
#define HLG_B 0.28466892f
#define HLG_C 0.55991073f
#define LOG2_E 1.44269504f
ALWAYS_INLINE floats16 hlg_to_light(floats16 samples) {
  floats16 x = samples > 0 ? samples : (floats16){0};
  floats16 bright = (exp2_16((x - HLG_C) * (LOG2_E / HLG_A)) + HLG_B) * (1 / 12.0f);
  return x > 0.5f ? bright : x * x * (1 / 3.0f);
}

ALWAYS_INLINE floats16 hlg_from_light(floats16 light) {
  floats16 x = light > 0 ? light : (floats16){0};
  floats16 bright = log2_16(12 * x - HLG_B) * (HLG_A / LOG2_E) + HLG_C;
  return x > 1 / 12.0f ? bright : __builtin_elementwise_sqrt(3 * x);
}
