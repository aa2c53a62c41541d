// Kernels that mix in linear light: strips of pixels are decoded, mixed and encoded. This file is shared by
// all levels; the including file defines the name prefix (LINEAR), the conversions of a strip (DECODE_LIGHT,
// ENCODE_LIGHT), the test for opacity (IS_OPAQUE), and optionally the mix of opaque strips
// (MIX_OPAQUE_LIGHT).

// Loops over strips of n pixels: `first` is a strip's start, `count` its length.
#define EACH_LIGHT_STRIP(n)                                                                                \
  for (size_t first = 0, count; first < (n) && (count = (n) - first < LIGHT_STRIP ? (n) - first : LIGHT_STRIP); \
       first += LIGHT_STRIP)

static void LINEAR(mix)(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n, int16_t weight, bool stream) {
  (void)stream;
  float share = (float)weight / 32768, from[4 * LIGHT_STRIP], to[4 * LIGHT_STRIP];
  EACH_LIGHT_STRIP(n / 4) {
    const uint8_t *x = a + 4 * first, *y = b + 4 * first;
    bool opaque = IS_OPAQUE(x, count) && IS_OPAQUE(y, count);
#if defined(MIX_OPAQUE_LIGHT)
    if (weight > 0 && opaque) {
      MIX_OPAQUE_LIGHT(out + 4 * first, x, y, count, weight);
      continue;
    }
#endif
    DECODE_LIGHT(from, x, count);
    DECODE_LIGHT(to, y, count);
    if (opaque) {
      for (size_t i = 0; i < 4 * count; i++) from[i] = mixed_light((int32_t)from[i], (int32_t)to[i], weight);
    } else {
      for (size_t i = 0; i < 4 * count; i++) {
        bool plain = (x[i | 3] & y[i | 3]) == 255;
        from[i] = plain ? mixed_light((int32_t)from[i], (int32_t)to[i], weight) : from[i] + (to[i] - from[i]) * share;
      }
    }
    ENCODE_LIGHT(out + 4 * first, from, count);
  }
}

static void LINEAR(mix_turns)(uint8_t *out, const uint8_t *a, const uint8_t *b, const float *turns, float edge,
                              float scale, bool smooth, size_t n) {
  float from[4 * LIGHT_STRIP], to[4 * LIGHT_STRIP];
  EACH_LIGHT_STRIP(n) {
    DECODE_LIGHT(from, a + 4 * first, count);
    DECODE_LIGHT(to, b + 4 * first, count);
    for (size_t i = 0; i < count; i++) {
      float share = (float)turn_weight(turns[first + i], edge, scale, smooth) / 32768;
      for (size_t c = 4 * i; c < 4 * i + 4; c++) from[c] += (to[c] - from[c]) * share;
    }
    ENCODE_LIGHT(out + 4 * first, from, count);
  }
}

static void LINEAR(overlay)(uint8_t *out, const uint8_t *in, float opacity, size_t n) {
  float below[4 * LIGHT_STRIP], above[4 * LIGHT_STRIP];
  EACH_LIGHT_STRIP(n) {
    DECODE_LIGHT(below, out + 4 * first, count);
    DECODE_LIGHT(above, in + 4 * first, count);
    for (size_t i = 0; i < count; i++) {
      float covered = above[4 * i + 3] / 255;
      for (size_t c = 4 * i; c < 4 * i + 4; c++) below[c] += (above[c] - below[c] * covered) * opacity;
    }
    ENCODE_LIGHT(out + 4 * first, below, count);
  }
}

static void LINEAR(over)(uint8_t *out, const uint8_t *in, uint32_t background, size_t n) {
  uint8_t behind[4];
  float below[4], above[4 * LIGHT_STRIP];
  memcpy(behind, &background, 4);
  reference_decode_light(below, behind, 1);
  EACH_LIGHT_STRIP(n) {
    DECODE_LIGHT(above, in + 4 * first, count);
    for (size_t i = 0; i < count; i++) {
      float through = 1 - above[4 * i + 3] / 255;
      for (size_t c = 0; c < 4; c++) above[4 * i + c] += below[c] * through;
    }
    ENCODE_LIGHT(out + 4 * first, above, count);
  }
}

static void LINEAR(resample_down)(float *sums, const uint8_t *row, float weight, size_t n, bool begin) {
  float light[4 * LIGHT_STRIP];
  EACH_LIGHT_STRIP(n) {
    DECODE_LIGHT(light, row + 4 * first, count);
    float *at = sums + 4 * first;
    if (begin) {
      for (size_t i = 0; i < 4 * count; i++) at[i] = light[i] * weight;
    } else {
      for (size_t i = 0; i < 4 * count; i++) at[i] += light[i] * weight;
    }
  }
}

static void LINEAR(resample_down_wide)(float *sums, const uint16_t *row, float weight, size_t n, bool begin) {
  // Undoes the caller's factor of 1/257 for 16-bit samples: the loop itself scales samples to 8 bits.
  weight *= 257;
  for (size_t i = 0; i < 4 * n; i += 4) {
    float alpha = (float)row[i + 3] / 65535, light[4] = {0, 0, 0, alpha * 255};
    for (size_t c = 0; c < 3 && alpha > 0; c++) {
      float straight = (float)row[i + c] / 257 / alpha;
      light[c] = light_between(straight < 255 ? straight : 255) * alpha;
    }
    for (size_t c = 0; c < 4; c++) sums[i + c] = (begin ? 0 : sums[i + c]) + light[c] * weight;
  }
}

static void LINEAR(resample_across)(uint8_t *out, const float *sums, const uint32_t *starts, const float *weights,
                                    size_t taps, const float *rounding, size_t n) {
  float light[4 * LIGHT_STRIP];
  bool is_plain = true;
  for (size_t k = 0; k < 8; k++) is_plain &= rounding[k] == 0.5f;
  EACH_LIGHT_STRIP(n) {
    for (size_t i = 0; i < count; i++) {
      float total[4] = {0};
      const float *from = sums + 4 * (size_t)starts[first + i];
      for (size_t k = 0; k < taps; k++) {
        for (size_t c = 0; c < 4; c++) total[c] += from[4 * k + c] * weights[(first + i) * taps + k];
      }
      memcpy(light + 4 * i, total, sizeof total);
    }
    if (is_plain) {
      ENCODE_LIGHT(out + 4 * first, light, count);
    } else {
      round_light(out + 4 * first, light, rounding, count);
    }
  }
}

// Replaces the kernels that mix sRGB bytes by the kernels of this file.
static void LINEAR(fill)(segue_kernels *table) {
  table->mix = LINEAR(mix);
  table->mix_turns = LINEAR(mix_turns);
  table->overlay = LINEAR(overlay);
  table->over = LINEAR(over);
  table->resample_down = LINEAR(resample_down);
  table->resample_down_wide = LINEAR(resample_down_wide);
  table->resample_across = LINEAR(resample_across);
}

#undef LINEAR
#undef DECODE_LIGHT
#undef ENCODE_LIGHT
#undef MIX_OPAQUE_LIGHT
#undef IS_OPAQUE
#undef EACH_LIGHT_STRIP
