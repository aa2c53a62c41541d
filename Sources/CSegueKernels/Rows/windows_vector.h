// The kernels of windows_reference.h in vectors. Included by vector.h.

typedef float f32x16 __attribute__((vector_size(64)));
typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef int16_t i16v __attribute__((vector_size(VECTOR)));
typedef uint8_t u8w __attribute__((vector_size(VECTOR)));
typedef uint8_t u8w_unaligned __attribute__((vector_size(VECTOR), aligned(1)));
// As many bytes as a register has 16-bit numbers.
typedef uint8_t u8s __attribute__((vector_size(VECTOR / 2)));
typedef uint32_t u32s __attribute__((vector_size(VECTOR / 2)));

static inline u8w bytes_at(const uint8_t *p) { return *(const u8w_unaligned *)p; }
static inline void put_bytes(uint8_t *p, u8w bytes) { *(u8w_unaligned *)p = bytes; }

// Past the caches, where that can be said: `p` is aligned.
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

// Four taps at a time, a pixel of each in a register.
static inline f32x4 combined(const float *restrict in, const float *restrict weights, size_t taps) {
  f32x16 sums = {0};
  for (size_t k = 0; k < taps; k += 4) {
    f32x16 pixels;
    f32x4 four;
    memcpy(&pixels, in + 4 * k, sizeof pixels);
    memcpy(&four, weights + k, sizeof four);
    sums += pixels * __builtin_shufflevector(four, four, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
  }
  f32x4 parts[4];
  memcpy(parts, &sums, sizeof parts);
  return (parts[0] + parts[2]) + (parts[1] + parts[3]);
}

static void combine(float *restrict out, const float *restrict in, const uint32_t *restrict starts,
                   const float *restrict weights, size_t taps, size_t n) {
  for (size_t i = 0; i < n; i++) {
    f32x4 pixel = combined(in + 4 * (size_t)starts[i], weights + i * taps, taps);
    memcpy(out + 4 * i, &pixel, sizeof pixel);
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

#if defined(PAIR_SUMS)

// Bytes of two rows next to each other are multiplied by 64 and added in one instruction. They lie in two halves, whose
// order is put right at the end.
static inline void smooth_block(int16_t *out, const uint8_t *const *rows, const int16_t *weights, size_t radius,
                                size_t i) {
  u8w zero = {0}, middle = bytes_at(rows[radius] + i);
  i16v low = SCALED(PAIR_SUMS(UNPACK_LOW(middle, zero)), weights[0]);
  i16v high = SCALED(PAIR_SUMS(UNPACK_HIGH(middle, zero)), weights[0]);
  for (size_t k = 1; k <= radius; k++) {
    u8w a = bytes_at(rows[radius - k] + i), b = bytes_at(rows[radius + k] + i);
    low += SCALED(PAIR_SUMS(UNPACK_LOW(a, b)), weights[k]);
    high += SCALED(PAIR_SUMS(UNPACK_HIGH(a, b)), weights[k]);
  }
  // 16 bytes of a register gave 8 numbers of each half.
  for (size_t part = 0; part < VECTOR / 16; part++) {
    memcpy(out + 16 * part, (const int16_t *)&low + 8 * part, 16);
    memcpy(out + 16 * part + 8, (const int16_t *)&high + 8 * part, 16);
  }
}

static void smooth_down(int16_t *restrict out, const uint8_t *const *restrict rows, const int16_t *restrict weights,
                        size_t radius, size_t from, size_t n) {
  size_t i = from;
  for (; i + VECTOR <= n; i += VECTOR) smooth_block(out + i, rows, weights, radius, i);
  reference_smooth_down(out, rows, weights, radius, i, n);
}

#else

static inline i16v words_at(const uint8_t *p) {
  u8s bytes;
  memcpy(&bytes, p, sizeof bytes);
  return __builtin_convertvector(bytes, i16v);
}

static void smooth_down(int16_t *restrict out, const uint8_t *const *restrict rows, const int16_t *restrict weights,
                        size_t radius, size_t from, size_t n) {
  size_t i = from;
  for (; i + VECTOR / 2 <= n; i += VECTOR / 2) {
    i16v sum = SCALED(words_at(rows[radius] + i) << 6, weights[0]);
    for (size_t k = 1; k <= radius; k++) {
      sum += SCALED((words_at(rows[radius - k] + i) + words_at(rows[radius + k] + i)) << 6, weights[k]);
    }
    memcpy(out + i, &sum, sizeof sum);
  }
  reference_smooth_down(out, rows, weights, radius, i, n);
}

#endif

static inline i16v smoothed(const int16_t *at, const int16_t *weights, size_t radius, size_t step) {
  i16v middle;
  memcpy(&middle, at, sizeof middle);
  i16v sum = SCALED(middle, weights[0]);
  for (size_t k = 1; k <= radius; k++) {
    i16v left, right;
    memcpy(&left, at - step * k, sizeof left);
    memcpy(&right, at + step * k, sizeof right);
    sum += SCALED(left + right, weights[k]);
  }
  return (sum + 32) >> 6;
}

static void smooth_across(uint8_t *restrict out, const int16_t *restrict in, const int16_t *restrict weights,
                          size_t radius, size_t step, size_t from, size_t n) {
  size_t i = from;
  const i16v low = {0}, high = (i16v){} + 255;
  for (; i + VECTOR / 2 <= n; i += VECTOR / 2) {
    i16v values = smoothed(in + i + step * radius, weights, radius, step);
    u8s bytes = __builtin_convertvector(__builtin_elementwise_min(__builtin_elementwise_max(values, low), high), u8s);
    memcpy(out + i, &bytes, sizeof bytes);
  }
  reference_smooth_across(out, in, weights, radius, step, i, n);
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

// Each of four pixels becomes the sum of itself and those before it: two additions rather than three in a row.
static inline void add_up(u32x16 *pixels) {
  const u32x16 none = {0}, all = *pixels;
  const u32x16 two = all + __builtin_shufflevector(all, none, 16, 17, 18, 19, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  *pixels = two + __builtin_shufflevector(two, none, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7);
}

// Adds the last of four pixels to four others.
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
  // Nothing leaves with the first pixel.
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

#define LEAST __builtin_elementwise_min
#define MOST __builtin_elementwise_max
#define MIDDLE(a, b, c) MOST(LEAST(a, b), LEAST(MOST(a, b), c))

// What lies `shift` times 4 bytes on, in a register and the one after it.
#if VECTOR == 64
#define ON(a, b, shift) \
  (u8w) __builtin_shufflevector((u32v)(a), (u32v)(b), (shift), (shift) + 1, (shift) + 2, (shift) + 3, (shift) + 4, \
                                (shift) + 5, (shift) + 6, (shift) + 7, (shift) + 8, (shift) + 9, (shift) + 10, \
                                (shift) + 11, (shift) + 12, (shift) + 13, (shift) + 14, (shift) + 15)
#elif VECTOR == 32
#define ON(a, b, shift) \
  (u8w) __builtin_shufflevector((u32v)(a), (u32v)(b), (shift), (shift) + 1, (shift) + 2, (shift) + 3, (shift) + 4, \
                                (shift) + 5, (shift) + 6, (shift) + 7)
#else
#define ON(a, b, shift) \
  (u8w) __builtin_shufflevector((u32v)(a), (u32v)(b), (shift), (shift) + 1, (shift) + 2, (shift) + 3)
#endif

// The three of each column in order.
typedef struct {
  u8w low, mid, high;
} sorted_columns;

static inline sorted_columns sorted_at(const uint8_t *const *rows, size_t x) {
  u8w a = bytes_at(rows[0] + 4 * x), b = bytes_at(rows[1] + 4 * x), c = bytes_at(rows[2] + 4 * x);
  u8w smaller = LEAST(a, b), larger = MOST(a, b);
  return (sorted_columns){LEAST(smaller, c), MOST(smaller, LEAST(larger, c)), MOST(larger, c)};
}

static inline u8w median_of(sorted_columns a, sorted_columns b, sorted_columns c) {
  return MIDDLE(MOST(MOST(a.low, b.low), c.low), MIDDLE(a.mid, b.mid, c.mid), LEAST(LEAST(a.high, b.high), c.high));
}

static void median(uint8_t *restrict out, const uint8_t *const *restrict rows, size_t n) {
  if (n < PIXELS + 2) return median_between(out, rows, n, 0, 4 * n);
  median_between(out, rows, n, 0, 4);
  // Column `x` is the left one of the first median.
  size_t x = 0;
  sorted_columns here = sorted_at(rows, 0);
  for (; x + 2 * PIXELS <= n; x += PIXELS) {
    const sorted_columns next = sorted_at(rows, x + PIXELS);
#define COLUMNS_ON(k) \
  (sorted_columns) { ON(here.low, next.low, k), ON(here.mid, next.mid, k), ON(here.high, next.high, k) }
    put_bytes(out + 4 * (x + 1), median_of(here, COLUMNS_ON(1), COLUMNS_ON(2)));
#undef COLUMNS_ON
    here = next;
  }
  while (x + 2 < n) {
    // The last ones may be computed twice.
    if (x + PIXELS + 2 > n) x = n - PIXELS - 2;
    put_bytes(out + 4 * (x + 1), median_of(sorted_at(rows, x), sorted_at(rows, x + 1), sorted_at(rows, x + 2)));
    x += PIXELS;
  }
  median_between(out, rows, n, 4 * (n - 1), 4 * n);
}

static void extreme_rows(uint8_t *restrict out, size_t stride, const uint8_t *const *restrict rows, size_t count,
                         bool largest, size_t n) {
  size_t i = 0;
#define EXTREME(WHICH)                                                                                       \
  for (; count > 3 && i + VECTOR <= n; i += VECTOR) {                                                        \
    /* From the fourth on, what is left of the first window's rows is in all four. */                        \
    u8w all = bytes_at(rows[3] + i);                                                                         \
    for (size_t k = 4; k < count; k++) all = WHICH(all, bytes_at(rows[k] + i));                              \
    u8w second = bytes_at(rows[2] + i), above = WHICH(bytes_at(rows[1] + i), second);                        \
    u8w third = bytes_at(rows[count] + i), below = WHICH(bytes_at(rows[count + 1] + i), third);              \
    put_bytes(out + i, WHICH(WHICH(all, above), bytes_at(rows[0] + i)));                                     \
    put_bytes(out + stride + i, WHICH(WHICH(all, above), third));                                            \
    put_bytes(out + 2 * stride + i, WHICH(WHICH(all, below), second));                                       \
    put_bytes(out + 3 * stride + i, WHICH(WHICH(all, below), bytes_at(rows[count + 2] + i)));                \
  }                                                                                                          \
  for (; i + VECTOR <= n; i += VECTOR) {                                                                     \
    for (size_t row = 0; row < 4; row++) {                                                                   \
      u8w value = bytes_at(rows[row] + i);                                                                   \
      for (size_t k = 1; k < count; k++) value = WHICH(value, bytes_at(rows[row + k] + i));                  \
      put_bytes(out + row * stride + i, value);                                                              \
    }                                                                                                        \
  }
  if (largest) {
    EXTREME(MOST)
  } else {
    EXTREME(LEAST)
  }
#undef EXTREME
  extreme_rows_between(out, stride, rows, count, largest, i, n);
}

static void extreme_across(uint8_t *out, uint8_t *row, size_t width, bool largest, size_t n, bool stream) {
  size_t reach = 1, end = 4 * (n + width - 1), i = 0;
  // What is read lies behind what is written, by four bytes at least; a vector is read before it is written.
#define ONE(at) (largest ? most(row[i], row[i + (at)]) : least(row[i], row[i + (at)]))
#define EXTREME(WHICH, PUT)                                                                                 \
  if (width > 4 && end >= VECTOR) {                                                                         \
    /* Four pixels at once: three passes less, and no load that lies in two lines of the cache. */          \
    u8w next = bytes_at(row);                                                                               \
    for (; i + 2 * VECTOR <= end; i += VECTOR) {                                                            \
      u8w now = next;                                                                                       \
      next = bytes_at(row + i + VECTOR);                                                                    \
      put_bytes(row + i, WHICH(WHICH(now, ON(now, next, 1)), WHICH(ON(now, next, 2), ON(now, next, 3))));   \
    }                                                                                                       \
    end -= 12;                                                                                              \
    for (; i < end; i++) row[i] = ONE(4), row[i] = ONE(8), row[i] = ONE(12);                                \
    reach = 4;                                                                                              \
  }                                                                                                         \
  for (; reach * 3 < width; reach *= 2) {                                                                   \
    end -= 4 * reach;                                                                                       \
    for (i = 0; i + VECTOR <= end; i += VECTOR) {                                                           \
      put_bytes(row + i, WHICH(bytes_at(row + i), bytes_at(row + i + 4 * reach)));                          \
    }                                                                                                       \
    for (; i < end; i++) row[i] = ONE(4 * reach);                                                           \
  }                                                                                                         \
  /* Three of them, which overlap, are the whole. */                                                        \
  const size_t middle = 4 * (width < 2 * reach ? width - reach : reach), last = 4 * (width - reach);        \
  for (i = 0; i + VECTOR <= 4 * n; i += VECTOR) {                                                           \
    PUT(out + i, WHICH(bytes_at(row + i), WHICH(bytes_at(row + i + middle), bytes_at(row + i + last))));    \
  }                                                                                                         \
  for (; i < 4 * n; i++) {                                                                                  \
    const uint8_t value = ONE(middle);                                                                      \
    out[i] = largest ? most(value, row[i + last]) : least(value, row[i + last]);                            \
  }
  if (stream && (uintptr_t)out % VECTOR == 0) {
    if (largest) {
      EXTREME(MOST, stream_bytes)
    } else {
      EXTREME(LEAST, stream_bytes)
    }
  } else if (largest) {
    EXTREME(MOST, put_bytes)
  } else {
    EXTREME(LEAST, put_bytes)
  }
#undef EXTREME
#undef ONE
}

static void convolve(uint8_t *restrict out, const uint8_t *const *restrict rows, const float *restrict weights,
                     float offset, size_t n) {
  // Pixels as floats, some columns at a time and one more on each side.
  enum { COLUMNS = 64 };
  _Alignas(64) float wide[3][4 * COLUMNS + 16];
  if (n < COLUMNS + 2) return convolve_between(out, rows, weights, offset, n, 0, 4 * n);
  convolve_between(out, rows, weights, offset, n, 0, 4);
  size_t done = 1;
  while (done + 1 < n) {
    // The last ones may be computed twice.
    if (done + COLUMNS + 1 > n) done = n - COLUMNS - 1;
    for (size_t row = 0; row < 3; row++) {
      const uint8_t *from = rows[row] + 4 * (done - 1);
      for (size_t i = 0; i < 4 * COLUMNS + 8; i++) wide[row][i] = from[i];
    }
    for (size_t i = 0; i < 4 * COLUMNS; i += 16) {
      f32x16 sum = (f32x16){} + offset;
      for (size_t row = 0; row < 3; row++) {
        for (size_t k = 0; k < 3; k++) {
          f32x16 values;
          memcpy(&values, wide[row] + i + 4 * k, sizeof values);
          sum += values * weights[3 * row + k];
        }
      }
      f32x16 center;
      memcpy(&center, wide[1] + i + 4, sizeof center);
      f32x16 alpha = __builtin_shufflevector(center, center, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
      // Alpha stays: it is put where the sums of alpha are.
      sum = __builtin_shufflevector(sum, alpha, 0, 1, 2, 19, 4, 5, 6, 23, 8, 9, 10, 27, 12, 13, 14, 31);
      sum = LEAST(MOST(sum, (f32x16){}), alpha) + 0.5f;
      u8x16 bytes = __builtin_convertvector(sum, u8x16);
      memcpy(out + 4 * done + i, &bytes, sizeof bytes);
    }
    done += COLUMNS;
  }
  convolve_between(out, rows, weights, offset, n, 4 * (n - 1), 4 * n);
}

#if defined(SCALED_BY)

// Bytes as words, 2^7 times as much.
static inline i16v shifted_words_at(const uint8_t *p) {
  u8s bytes;
  memcpy(&bytes, p, sizeof bytes);
  return __builtin_convertvector(bytes, i16v) << 7;
}

// Sums of the words of three rows: those from a column on, from the next one on, and from the one after it.
static inline u8s short_sums(const i16v words[3][3], const int16_t *weights, int16_t offset, int shift) {
  const i16v low = {0}, high = (i16v){} + 255;
  i16v sum = (i16v){} + offset;
  for (size_t row = 0; row < 3; row++) {
    for (size_t k = 0; k < 3; k++) sum += SCALED(words[row][k], weights[3 * row + k]);
  }
  // Set byte by byte, alpha took 5 times as long as all the rest with AVX-512.
  const u8s alpha = (u8s)((u32s){} + 0xff000000);
  return __builtin_convertvector(LEAST(MOST(sum >> shift, low), high), u8s) | alpha;
}

static void convolve_short(uint8_t *restrict out, const uint8_t *const *restrict rows, const int16_t *restrict weights,
                           int16_t offset, int shift, size_t n) {
  enum { COLUMNS = PIXELS / 2 };
  if (n < COLUMNS + 2) return convolve_short_between(out, rows, weights, offset, shift, n, 0, 4 * n);
  convolve_short_between(out, rows, weights, offset, shift, n, 0, 4);
  // Column `x` is the left one of the first sum.
  size_t x = 0;
  i16v words[3][3], next[3];
  for (size_t row = 0; row < 3; row++) words[row][0] = shifted_words_at(rows[row]);
  for (; x + 2 * COLUMNS <= n; x += COLUMNS) {
    for (size_t row = 0; row < 3; row++) {
      next[row] = shifted_words_at(rows[row] + 4 * (x + COLUMNS));
      // A pixel's words are as long as two pixels.
      words[row][1] = (i16v)ON(words[row][0], next[row], 2);
      words[row][2] = (i16v)ON(words[row][0], next[row], 4);
    }
    const u8s bytes = short_sums(words, weights, offset, shift);
    memcpy(out + 4 * (x + 1), &bytes, sizeof bytes);
    for (size_t row = 0; row < 3; row++) words[row][0] = next[row];
  }
  while (x + 2 < n) {
    // The last ones may be computed twice.
    if (x + COLUMNS + 2 > n) x = n - COLUMNS - 2;
    for (size_t row = 0; row < 3; row++) {
      for (size_t k = 0; k < 3; k++) words[row][k] = shifted_words_at(rows[row] + 4 * (x + k));
    }
    const u8s bytes = short_sums(words, weights, offset, shift);
    memcpy(out + 4 * (x + 1), &bytes, sizeof bytes);
    x += COLUMNS;
  }
  convolve_short_between(out, rows, weights, offset, shift, n, 4 * (n - 1), 4 * n);
}

#endif

static void look_up(uint8_t *restrict out, const uint8_t *restrict in, const uint8_t *restrict tables, size_t n) {
  const uint8_t *red = tables, *green = tables + 256, *blue = tables + 512, *alpha = tables + 768;
  // Gathers of bytes take twice as long.
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
  // Red with blue, and green with alpha, are pairs of 16-bit numbers as they stand in a pixel.
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
