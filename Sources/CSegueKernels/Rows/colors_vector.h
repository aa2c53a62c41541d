// Color tables and matrices in vectors. Included by vector.h.

static void look_up(uint8_t *restrict out, const uint8_t *restrict in, const uint8_t *restrict tables, size_t n) {
  const uint8_t *red = tables, *green = tables + 256, *blue = tables + 512, *alpha = tables + 768;
  // Scalar loads: gathers of bytes take twice as long.
#pragma clang loop vectorize(disable)
  for (size_t i = 0; i < n; i++) {
    uint32_t pixel;
    memcpy(&pixel, in + 4 * i, 4);
    pixel = red[pixel & 255] | (uint32_t)green[pixel >> 8 & 255] << 8 | (uint32_t)blue[pixel >> 16 & 255] << 16 |
            (uint32_t)alpha[pixel >> 24] << 24;
    memcpy(out + 4 * i, &pixel, 4);
  }
}

static void transform_colors(uint8_t *restrict out, const uint8_t *restrict in, const int16_t *restrict weights,
                             const int32_t *restrict offsets, int shift, size_t n) {
  size_t i = 0;
#if defined(MADD)
  typedef int32_t i32w __attribute__((vector_size(VECTOR)));
  // Pairs the weights of red and blue, and of green and alpha, for multiply-adds of 16-bit numbers.
  u32v pairs[4][2];
  for (size_t c = 0; c < 4; c++) {
    const int16_t *w = weights + 4 * c;
    pairs[c][0] = (u32v){} + ((uint32_t)(uint16_t)w[0] | (uint32_t)(uint16_t)w[2] << 16);
    pairs[c][1] = (u32v){} + ((uint32_t)(uint16_t)w[1] | (uint32_t)(uint16_t)w[3] << 16);
  }
  const i32w low = {0}, high = (i32w){} + 255;
  for (; i + VECTOR / 4 <= n; i += VECTOR / 4) {
    u32v pixels, result = {0};
    memcpy(&pixels, in + 4 * i, sizeof pixels);
    u32v redBlue = pixels & 0x00ff00ff, greenAlpha = pixels >> 8 & 0x00ff00ff;
    for (size_t c = 0; c < 4; c++) {
      i32w sum = (i32w)MADD(redBlue, pairs[c][0]) + (i32w)MADD(greenAlpha, pairs[c][1]) + offsets[c];
      sum = LEAST(MOST(sum >> shift, low), high);
      result |= (u32v)sum << (8 * c);
    }
    memcpy(out + 4 * i, &result, sizeof result);
  }
#endif
  reference_transform_colors(out + 4 * i, in + 4 * i, weights, offsets, shift, n - i);
}
