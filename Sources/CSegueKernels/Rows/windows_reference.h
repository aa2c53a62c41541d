// Reference kernels that read several rows, or neighbors in a row. Included by reference.h.

// Computes x·weight/32768 rounded to nearest, ties up.
static inline int16_t scaled(int16_t x, int16_t weight) { return (int16_t)((x * weight + 0x4000) >> 15); }

static inline size_t inside(int64_t i, size_t n) { return i < 0 ? 0 : i < (int64_t)n ? (size_t)i : n - 1; }

static inline void reference_sum_rows(float *out, const float *const *rows, const float *weights, size_t count,
                                      size_t from, size_t n) {
  for (size_t i = from; i < n; i++) {
    float sum = 0;
    for (size_t k = 0; k < count; k++) sum += rows[k][i] * weights[k];
    out[i] = sum;
  }
}

// Computes one pixel of `combine` in four partial sums, so that vector code can add four taps at a time.
static inline void combine_taps(float *out, const float *in, const float *weights, size_t taps) {
  for (size_t c = 0; c < 4; c++) {
    float sums[4] = {0};
    for (size_t k = 0; k < taps; k++) sums[k & 3] += in[4 * k + c] * weights[k];
    out[c] = (sums[0] + sums[2]) + (sums[1] + sums[3]);
  }
}

static inline void reference_combine(float *out, const float *in, const segue_tap_filter *filters, const float *weights,
                                    size_t taps, size_t n) {
  for (size_t i = 0; i < n; i++) {
    combine_taps(out + 4 * i, in + 4 * (size_t)filters[i].start, weights + taps * filters[i].weights, taps);
  }
}

// The reference of the kernel `spread`, for the output pixels from..<n; `from` is a multiple of 4.
static inline void reference_spread(uint8_t *out, const float *in, const float *weights, size_t taps, size_t phases,
                                    size_t advance, size_t from, size_t n) {
  for (size_t i = from; i < n; i++) {
    size_t block = i / 4;
    const float *weight = weights + 16 * taps * (block % phases) + 4 * (i % 4);
    for (size_t c = 0; c < 4; c++) {
      float sum = 0.5f;
      for (size_t k = 0; k < taps; k++) sum += in[4 * (block / phases * advance + k) + c] * weight[16 * k + c];
      out[4 * i + c] = (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
    }
  }
}

static inline void reference_widen(float *out, const uint8_t *in, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = in[i];
}

static inline void reference_smooth_down(int16_t *out, size_t stride, const uint8_t *const *rows,
                                         const int16_t *weights, size_t radius, size_t count, size_t n) {
  for (size_t w = 0; w < count; w++) {
    const uint8_t *const *middle = rows + w + radius;
    for (size_t i = 0; i < n; i++) {
      int16_t sum = scaled((int16_t)(middle[0][i] << 6), weights[0]);
      for (size_t k = 1; k <= radius; k++) {
        sum = (int16_t)(sum + scaled((int16_t)(((*(middle - k))[i] + middle[k][i]) << 6), weights[k]));
      }
      out[w * stride + i] = sum;
    }
  }
}

static inline void reference_smooth_across(uint8_t *out, const int16_t *in, const int16_t *weights, size_t radius,
                                           size_t step, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const int16_t *at = in + i + step * radius;
    int16_t sum = scaled(at[0], weights[0]);
    for (size_t k = 1; k <= radius; k++) {
      sum = (int16_t)(sum + scaled((int16_t)(*(at - step * k) + at[step * k]), weights[k]));
    }
    int value = (sum + 32) >> 6;
    out[i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
  }
}

static inline void reference_box_down(uint32_t *restrict sums, const uint8_t *restrict entering,
                                      const uint8_t *restrict leaving, size_t n) {
  for (size_t i = 0; i < n; i++) sums[i] += (uint32_t)entering[i] - leaving[i];
}

static inline void reference_box_across(uint8_t *restrict out, const uint32_t *restrict in, size_t radius, float scale,
                                        size_t n) {
  for (size_t c = 0; c < 4; c++) {
    uint32_t sum = 0;
    for (size_t k = 0; k < 2 * radius; k++) sum += in[4 * k + c];
    for (size_t i = 0; i < n; i++) {
      sum += in[4 * (i + 2 * radius) + c];
      out[4 * i + c] = (uint8_t)((float)(int32_t)sum * scale + 0.5f);
      sum -= in[4 * i + c];
    }
  }
}

static inline void reference_short_box_down(uint16_t *restrict sums, const uint8_t *restrict entering,
                                            const uint8_t *restrict leaving, size_t n) {
  for (size_t i = 0; i < n; i++) sums[i] = (uint16_t)(sums[i] + entering[i] - leaving[i]);
}

// The number of pixels in a box is odd, so a mean is never a tie, and float arithmetic would give the same
// result.
static inline void reference_short_box_across(uint8_t *restrict out, const uint16_t *restrict in, size_t radius,
                                              size_t n) {
  const size_t count = (2 * radius + 1) * (2 * radius + 1);
  for (size_t i = 0; i < 4 * n; i++) {
    size_t sum = 0;
    for (size_t k = 0; k <= 2 * radius; k++) sum += in[4 * k + i];
    out[i] = (uint8_t)((sum + count / 2) / count);
  }
}

static inline uint8_t least(uint8_t a, uint8_t b) { return a < b ? a : b; }
static inline uint8_t most(uint8_t a, uint8_t b) { return a > b ? a : b; }
static inline uint8_t middle(uint8_t a, uint8_t b, uint8_t c) { return most(least(a, b), least(most(a, b), c)); }

// Computes bytes from..<to of the medians of a row of n pixels.
static inline void median_between(uint8_t *out, const uint8_t *const *rows, size_t n, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    uint8_t low[3], mid[3], high[3];
    for (int64_t k = 0; k < 3; k++) {
      size_t x = 4 * inside((int64_t)(i / 4) + k - 1, n) + i % 4;
      uint8_t a = rows[0][x], b = rows[1][x], c = rows[2][x];
      low[k] = least(least(a, b), c);
      mid[k] = middle(a, b, c);
      high[k] = most(most(a, b), c);
    }
    out[i] = middle(most(most(low[0], low[1]), low[2]), middle(mid[0], mid[1], mid[2]),
                    least(least(high[0], high[1]), high[2]));
  }
}

static inline void reference_median(uint8_t *out, const uint8_t *const *rows, size_t n) {
  median_between(out, rows, n, 0, 4 * n);
}

// Computes bytes from..<to of `convolve` for a row of n pixels. A sum starts at the offset; the nine products
// are added in order from the top left to the bottom right pixel, since the order determines the rounding.
static inline void convolve_between(uint8_t *out, const uint8_t *const *rows, const float *weights, float offset,
                                    size_t n, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    if (i % 4 == 3) {
      out[i] = rows[1][i];
      continue;
    }
    float sum = offset;
    for (size_t row = 0; row < 3; row++) {
      for (size_t k = 0; k < 3; k++) {
        sum += rows[row][4 * inside((int64_t)(i / 4 + k) - 1, n) + i % 4] * weights[3 * row + k];
      }
    }
    uint8_t alpha = rows[1][i | 3];
    out[i] = (uint8_t)(sum > 0 ? sum < alpha ? sum + 0.5f : alpha : 0);
  }
}

static inline void reference_convolve(uint8_t *out, const uint8_t *const *rows, const float *weights, float offset,
                                      size_t n) {
  convolve_between(out, rows, weights, offset, n, 0, 4 * n);
}

// Computes bytes from..<to of `convolve_short` for a row of n pixels.
static inline void convolve_short_between(uint8_t *out, const uint8_t *const *rows, const int16_t *weights,
                                          int16_t offset, int shift, size_t n, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    int sum = offset;
    for (size_t row = 0; row < 3; row++) {
      for (size_t k = 0; k < 3; k++) {
        uint8_t value = rows[row][4 * inside((int64_t)(i / 4 + k) - 1, n) + i % 4];
        sum += scaled((int16_t)(value << 7), weights[3 * row + k]);
      }
    }
    sum >>= shift;
    out[i] = i % 4 == 3 ? 255 : (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
  }
}

static inline void reference_convolve_short(uint8_t *out, const uint8_t *const *rows, const int16_t *weights,
                                            int16_t offset, int shift, size_t n) {
  convolve_short_between(out, rows, weights, offset, shift, n, 0, 4 * n);
}

static inline void extreme_rows_between(uint8_t *out, size_t stride, const uint8_t *const *rows, size_t count,
                                        bool largest, size_t from, size_t n) {
  for (size_t row = 0; row < 4; row++) {
    for (size_t i = from; i < n; i++) {
      uint8_t value = rows[row][i];
      for (size_t k = 1; k < count; k++) value = largest ? most(value, rows[row + k][i]) : least(value, rows[row + k][i]);
      out[row * stride + i] = value;
    }
  }
}

static inline void reference_extreme_rows(uint8_t *out, size_t stride, const uint8_t *const *rows, size_t count,
                                          bool largest, size_t n) {
  extreme_rows_between(out, stride, rows, count, largest, 0, n);
}

// Computes the maximum or minimum of each window of `width` pixels: doubles the width of windows with each
// pass. The last pass combines two windows, which may overlap.
static inline void reference_extreme_across(uint8_t *out, uint8_t *row, size_t width, bool largest, size_t n,
                                            bool stream) {
  (void)stream;
  size_t reach = 1, end = 4 * (n + width - 1);
  for (; reach * 2 < width; reach *= 2) {
    end -= 4 * reach;
    for (size_t i = 0; i < end; i++) {
      row[i] = largest ? most(row[i], row[i + 4 * reach]) : least(row[i], row[i + 4 * reach]);
    }
  }
  for (size_t i = 0; i < 4 * n; i++) {
    size_t last = i + 4 * (width - reach);
    out[i] = largest ? most(row[i], row[last]) : least(row[i], row[last]);
  }
}

static inline void reference_look_up(uint8_t *out, const uint8_t *in, const uint8_t *tables, size_t n) {
  for (size_t i = 0; i < 4 * n; i++) out[i] = i % 4 < 3 ? tables[256 * (i % 4) + in[i]] : in[i];
}

static inline void reference_transform_colors(uint8_t *out, const uint8_t *in, const int16_t *weights,
                                              const int32_t *offsets, int shift, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint8_t pixel[4];
    memcpy(pixel, in + 4 * i, 4);
    for (size_t c = 0; c < 4; c++) {
      int32_t sum = offsets[c];
      for (size_t k = 0; k < 4; k++) sum += weights[4 * c + k] * pixel[k];
      sum >>= shift;
      out[4 * i + c] = (uint8_t)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
    }
  }
}
