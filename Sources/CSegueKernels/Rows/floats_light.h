// Kernels over rows of floats that mix in linear light: strips of pixels are decoded, mixed by the kernels of
// floats.h, and encoded again. Included once for each transfer function; the including file defines the name
// prefix (LIGHT), and the transfer function and its inverse over vectors of 16 straight samples (TO_LIGHT,
// FROM_LIGHT).

static inline void LIGHT(decode_block)(float *out, const float *in) {
  floats16 pixels = LOAD_AS(floats16, in), alpha = ALPHA_OF(pixels), divisor = alpha > 0 ? alpha : (floats16){0} + 1;
  STORE_AT(out, WITH_ALPHA(TO_LIGHT(pixels / divisor) * divisor, alpha));
}

static inline void LIGHT(encode_block)(float *out, const float *in) {
  floats16 pixels = LOAD_AS(floats16, in), alpha = ALPHA_OF(pixels), divisor = alpha > 0 ? alpha : (floats16){0} + 1;
  STORE_AT(out, WITH_ALPHA(FROM_LIGHT(pixels / divisor) * divisor, alpha));
}

static void LIGHT(decode)(float *out, const float *in, size_t n) { IN_BLOCKS(n, LIGHT(decode_block), out, in) }
static void LIGHT(encode)(float *out, const float *in, size_t n) { IN_BLOCKS(n, LIGHT(encode_block), out, in) }

static void LIGHT(mix)(float *out, const float *a, const float *b, float weight, size_t n) {
  float from[FLOAT_STRIP], to[FLOAT_STRIP], mixed[FLOAT_STRIP];
  EACH_FLOAT_STRIP(n / 4) {
    const float *x = a + 4 * first, *y = b + 4 * first;
    LIGHT(decode)(from, x, count);
    LIGHT(decode)(to, y, count);
    floats_mix(mixed, from, to, weight, 4 * count);
    keep_unmixed(mixed, from, x, to, y, LIGHT(encode), count);
    memcpy(out + 4 * first, mixed, 16 * count);
  }
}

static void LIGHT(mix_turns)(float *out, const float *a, const float *b, const float *turns, float edge, float scale,
                             bool smooth, size_t n) {
  float from[FLOAT_STRIP], to[FLOAT_STRIP], mixed[FLOAT_STRIP];
  EACH_FLOAT_STRIP(n) {
    const float *x = a + 4 * first, *y = b + 4 * first;
    LIGHT(decode)(from, x, count);
    LIGHT(decode)(to, y, count);
    floats_mix_turns(mixed, from, to, turns + first, edge, scale, smooth, count);
    keep_unmixed(mixed, from, x, to, y, LIGHT(encode), count);
    memcpy(out + 4 * first, mixed, 16 * count);
  }
}

static void LIGHT(overlay)(float *out, const float *in, float opacity, size_t n) {
  float below[FLOAT_STRIP], above[FLOAT_STRIP], mixed[FLOAT_STRIP];
  EACH_FLOAT_STRIP(n) {
    const float *x = out + 4 * first, *y = in + 4 * first;
    LIGHT(decode)(below, x, count);
    LIGHT(decode)(above, y, count);
    memcpy(mixed, below, 16 * count);
    floats_overlay(mixed, above, opacity, count);
    keep_unmixed(mixed, below, x, above, y, LIGHT(encode), count);
    memcpy(out + 4 * first, mixed, 16 * count);
  }
}

static void LIGHT(over)(float *out, const float *in, const float *background, size_t n) {
  float below[4], above[FLOAT_STRIP], mixed[FLOAT_STRIP];
  LIGHT(decode)(below, background, 1);
  EACH_FLOAT_STRIP(n) {
    const float *x = in + 4 * first;
    LIGHT(decode)(above, x, count);
    floats_over(mixed, above, below, count);
    keep_unmixed(mixed, above, x, above, x, LIGHT(encode), count);
    memcpy(out + 4 * first, mixed, 16 * count);
  }
}

static void LIGHT(resample_down)(float *sums, const float *row, float weight, size_t n, bool begin) {
  float light[FLOAT_STRIP];
  EACH_FLOAT_STRIP(n / 4) {
    LIGHT(decode)(light, row + 4 * first, count);
    floats_resample_down(sums + 4 * first, light, weight, 4 * count, begin);
  }
}

static void LIGHT(resample_across)(float *out, const float *sums, const uint32_t *starts, const float *weights,
                                   size_t taps, size_t n) {
  float light[FLOAT_STRIP];
  EACH_FLOAT_STRIP(n) {
    floats_resample_across(light, sums, starts + first, weights + taps * first, taps, count);
    LIGHT(encode)(out + 4 * first, light, count);
  }
}

// Replaces the kernels that mix stored values by the kernels of this file.
static void LIGHT(fill)(segue_float_kernels *table) {
  table->mix = LIGHT(mix);
  table->mix_turns = LIGHT(mix_turns);
  table->overlay = LIGHT(overlay);
  table->over = LIGHT(over);
  table->resample_down = LIGHT(resample_down);
  table->resample_across = LIGHT(resample_across);
}

#undef LIGHT
#undef TO_LIGHT
#undef FROM_LIGHT
