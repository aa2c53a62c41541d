// The kernels of windows_reference.h in vectors. Included by vector.h.

#define LEAST __builtin_elementwise_min
#define MOST __builtin_elementwise_max

typedef float f32x16 __attribute__((vector_size(64)));
typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef int16_t i16v __attribute__((vector_size(VECTOR)));
typedef uint8_t u8w __attribute__((vector_size(VECTOR)));
typedef uint8_t u8w_unaligned __attribute__((vector_size(VECTOR), aligned(1)));
// Half a register of bytes: as many bytes as a register has 16-bit numbers.
typedef uint8_t u8s __attribute__((vector_size(VECTOR / 2)));
typedef uint32_t u32s __attribute__((vector_size(VECTOR / 2)));

static inline u8w bytes_at(const uint8_t *p) { return *(const u8w_unaligned *)p; }
static inline void put_bytes(uint8_t *p, u8w bytes) { *(u8w_unaligned *)p = bytes; }

// Stores bytes non-temporally if the level has such an instruction; `p` must be aligned.
static inline void stream_bytes(uint8_t *p, u8w bytes) {
#if defined(STREAM)
  STREAM(p, bytes);
#else
  put_bytes(p, bytes);
#endif
}

static void sum_rows(float *restrict out, const float *const *restrict rows, const float *restrict weights,
                     size_t count, size_t from, size_t n) {
  size_t i = from;
  for (; i + 2 * BLOCK * 4 <= n; i += 2 * BLOCK * 4) {
    f32v sums[2] = {{0}, {0}};
    for (size_t k = 0; k < count; k++) {
      f32v values[2];
      memcpy(values, rows[k] + i, sizeof values);
      sums[0] += values[0] * weights[k];
      sums[1] += values[1] * weights[k];
    }
    memcpy(out + i, sums, sizeof sums);
  }
  reference_sum_rows(out, rows, weights, count, i, n);
}

// Computes `count` pixels of `combine`, 1 or 4, that have the same weights. A register has four successive
// input pixels, one for each of four taps. Four pixels together take 0.57 of the time of four separate pixels
// (AVX2).
static inline void combined(float *restrict out, const float *restrict in, const segue_tap_filter *restrict filters,
                            const float *restrict weights, size_t taps, const size_t count) {
  f32x16 sums[4] = {{0}};
  for (size_t k = 0; k < taps; k += 4) {
    f32x4 four;
    memcpy(&four, weights + k, sizeof four);
    f32x16 factors = __builtin_shufflevector(four, four, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    for (size_t i = 0; i < count; i++) {
      f32x16 pixels;
      memcpy(&pixels, in + 4 * ((size_t)filters[i].start + k), sizeof pixels);
      sums[i] += pixels * factors;
    }
  }
  for (size_t i = 0; i < count; i++) {
    f32x4 parts[4];
    memcpy(parts, &sums[i], sizeof parts);
    parts[0] = (parts[0] + parts[2]) + (parts[1] + parts[3]);
    memcpy(out + 4 * i, &parts[0], sizeof parts[0]);
  }
}

static void combine(float *restrict out, const float *restrict in, const segue_tap_filter *restrict filters,
                    const float *restrict weights, size_t taps, size_t n) {
  for (size_t i = 0; i < n;) {
    const float *used = weights + taps * filters[i].weights;
    size_t same = 1;
    while (same < 4 && i + same < n && filters[i + same].weights == filters[i].weights) same++;
    if (same == 4) {
      combined(out + 4 * i, in, filters + i, used, taps, 4);
    } else {
      combined(out + 4 * i, in, filters + i, used, taps, 1);
      same = 1;
    }
    i += same;
  }
}

static void spread(uint8_t *restrict out, const float *restrict in, const float *restrict weights, size_t taps,
                   size_t phases, size_t advance, size_t from, size_t n) {
  const f32x16 low = {0}, high = (f32x16){} + 255;
  size_t i = from, phase = from / 4 % phases;
  const float *at = in + 4 * (from / 4 / phases * advance);
  for (; i + 4 <= n; i += 4) {
    f32x16 sum = (f32x16){} + 0.5f;
    const float *weight = weights + 16 * taps * phase;
    for (size_t k = 0; k < taps; k++) {
      f32x4 pixel;
      f32x16 factors;
      memcpy(&pixel, at + 4 * k, sizeof pixel);
      memcpy(&factors, weight + 16 * k, sizeof factors);
      sum += __builtin_shufflevector(pixel, pixel, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3) * factors;
    }
    sum = __builtin_elementwise_min(__builtin_elementwise_max(sum, low), high);
    u8x16 bytes = __builtin_convertvector(sum, u8x16);
    memcpy(out + 4 * i, &bytes, sizeof bytes);
    if (++phase == phases) {
      phase = 0;
      at += 4 * advance;
    }
  }
  reference_spread(out, in, weights, taps, phases, advance, i, n);
}

#if defined(SCALED_BY)

#define SCALED(x, w) SCALED_BY(x, SPLAT16(w))

// Loads bytes and converts them to 16-bit words, in units of 1/64 of an 8-bit level.
static inline i16v words_at(const uint8_t *p) {
  u8s bytes;
  memcpy(&bytes, p, sizeof bytes);
  return __builtin_convertvector(bytes, i16v) << 6;
}

// Computes `count` windows of `smooth_down`, 1 or 4, at least a register wide. `above` and `below` hold, for
// each window, the rows at distance k from its middle row; for each k, only one row above and one row below
// are loaded. Four windows of radius 7 together take half the time of four separate windows (AVX2).
static inline void smooth_windows(int16_t *restrict out, size_t stride, const uint8_t *const *restrict rows,
                                  const int16_t *restrict weights, size_t radius, const size_t count, size_t n) {
  for (size_t i = 0; i < n; i += VECTOR / 2) {
    // The last register may overlap the previous one.
    if (i + VECTOR / 2 > n) i = n - VECTOR / 2;
    i16v above[4], below[4], sums[4];
    for (size_t w = 0; w < count; w++) {
      above[w] = below[w] = words_at(rows[radius + w] + i);
      sums[w] = SCALED(above[w], weights[0]);
    }
    for (size_t k = 1; k <= radius; k++) {
      i16v top = words_at(rows[radius - k] + i), bottom = words_at(rows[radius + count - 1 + k] + i);
      for (size_t w = 0; w < count; w++) {
        const i16v passed[2] = {above[w], below[count - 1 - w]};
        above[w] = top;
        below[count - 1 - w] = bottom;
        top = passed[0];
        bottom = passed[1];
      }
      for (size_t w = 0; w < count; w++) sums[w] += SCALED(above[w] + below[w], weights[k]);
    }
    for (size_t w = 0; w < count; w++) memcpy(out + w * stride + i, &sums[w], sizeof sums[w]);
  }
}

static void smooth_down(int16_t *restrict out, size_t stride, const uint8_t *const *restrict rows,
                        const int16_t *restrict weights, size_t radius, size_t count, size_t n) {
  if (n < VECTOR / 2) return reference_smooth_down(out, stride, rows, weights, radius, count, n);
  size_t w = 0;
  for (; w + 4 <= count; w += 4) smooth_windows(out + w * stride, stride, rows + w, weights, radius, 4, n);
  for (; w < count; w++) smooth_windows(out + w * stride, stride, rows + w, weights, radius, 1, n);
}

static void smooth_across(uint8_t *restrict out, const int16_t *restrict in, const int16_t *restrict weights,
                          size_t radius, size_t step, size_t n) {
  // Four registers at a time take 0.59 of the time of single registers (AVX2).
  enum { PARTS = 4, COUNT = PARTS * VECTOR / 2 };
  if (n < COUNT) return reference_smooth_across(out, in, weights, radius, step, n);
  const i16v low = {0}, high = (i16v){} + 255;
  for (size_t i = 0; i < n; i += COUNT) {
    // The last registers may overlap the previous ones.
    if (i + COUNT > n) i = n - COUNT;
    const int16_t *at = in + i + step * radius;
    i16v sums[PARTS], left[PARTS], right[PARTS];
    memcpy(left, at, sizeof left);
    for (size_t part = 0; part < PARTS; part++) sums[part] = SCALED(left[part], weights[0]);
    for (size_t k = 1; k <= radius; k++) {
      memcpy(left, at - step * k, sizeof left);
      memcpy(right, at + step * k, sizeof right);
      for (size_t part = 0; part < PARTS; part++) sums[part] += SCALED(left[part] + right[part], weights[k]);
    }
    u8s bytes[PARTS];
    for (size_t part = 0; part < PARTS; part++) {
      bytes[part] = __builtin_convertvector(LEAST(MOST((sums[part] + 32) >> 6, low), high), u8s);
    }
    memcpy(out + i, bytes, sizeof bytes);
  }
}

#endif

typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef uint32_t u32x16 __attribute__((vector_size(64)));
typedef int32_t i32x16 __attribute__((vector_size(64)));

static void box_down(uint32_t *restrict sums, const uint8_t *restrict entering, const uint8_t *restrict leaving,
                     size_t n) {
  size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    u8x16 enters, leaves;
    u32x16 sum;
    memcpy(&enters, entering + i, sizeof enters);
    memcpy(&leaves, leaving + i, sizeof leaves);
    memcpy(&sum, sums + i, sizeof sum);
    sum += __builtin_convertvector(enters, u32x16) - __builtin_convertvector(leaves, u32x16);
    memcpy(sums + i, &sum, sizeof sum);
  }
  reference_box_down(sums + i, entering + i, leaving + i, n - i);
}

// Computes prefix sums of four pixels, by two additions rather than three.
static inline void add_up(u32x16 *pixels) {
  const u32x16 none = {0}, all = *pixels;
  const u32x16 two = all + __builtin_shufflevector(all, none, 16, 17, 18, 19, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  *pixels = two + __builtin_shufflevector(two, none, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7);
}

// Adds the last of four pixels to each of four other pixels.
static inline void add_last(u32x16 *to, const u32x16 *pixels) {
  *to += __builtin_shufflevector(*pixels, *pixels, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15);
}

static void box_across(uint8_t *restrict out, const uint32_t *restrict in, size_t radius, float scale, size_t n) {
  if (n < 4) return reference_box_across(out, in, radius, scale, n);
  u32x4 sum = {0};
  for (size_t k = 0; k < 2 * radius; k++) {
    u32x4 pixel;
    memcpy(&pixel, in + 4 * k, sizeof pixel);
    sum += pixel;
  }
  u32x16 before = __builtin_shufflevector(sum, sum, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
  // Nothing is subtracted for the first of the four pixels, since no window precedes the first window.
  u32x16 leaving = {0};
  memcpy((uint32_t *)&leaving + 4, in, 3 * sizeof sum);
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    u32x16 entering;
    memcpy(&entering, in + 4 * (i + 2 * radius), sizeof entering);
    if (i > 0) memcpy(&leaving, in + 4 * (i - 1), sizeof leaving);
    u32x16 sums = entering - leaving;
    add_up(&sums);
    u8x16 bytes = __builtin_convertvector(
        __builtin_convertvector((i32x16)(sums + before), f32x16) * scale + 0.5f, u8x16);
    memcpy(out + 4 * i, &bytes, sizeof bytes);
    add_last(&before, &sums);
  }
  for (; i < n; i++) {
    for (size_t c = 0; c < 4; c++) {
      before[c] += in[4 * (i + 2 * radius) + c] - in[4 * (i - 1) + c];
      out[4 * i + c] = (uint8_t)((float)(int32_t)before[c] * scale + 0.5f);
    }
  }
}
