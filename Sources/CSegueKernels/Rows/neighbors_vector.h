// Kernels of neighboring pixels in vectors: medians, maxima and minima, box filters and 3 × 3 convolutions.
// Included by vector.h.

#define MIDDLE(a, b, c) MOST(LEAST(a, b), LEAST(MOST(a, b), c))

// Extracts one register from two concatenated registers, starting at pixel `shift`.
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

// The minima, medians and maxima of three rows, for each column and channel.
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
  // Column `x` is the leftmost of the three columns of the first median.
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
    // The last register may overlap the previous one.
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
    /* Rows 3 to count − 1 are in all four windows. */                                                       \
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
  // In-place passes are safe: reads are at least four bytes ahead of writes, and a vector is read before it
  // is written.
#define ONE(at) (largest ? most(row[i], row[i + (at)]) : least(row[i], row[i + (at)]))
#define EXTREME(WHICH, PUT)                                                                                 \
  if (width > 4 && end >= VECTOR) {                                                                         \
    /* The first pass covers four pixels, so that no load crosses cache lines. */                           \
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
  /* Three overlapping windows cover the width. */                                                          \
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
  // Converts pixels to floats, COLUMNS at a time with a neighbor on each side.
  enum { COLUMNS = 64 };
  _Alignas(64) float wide[3][4 * COLUMNS + 16];
  if (n < COLUMNS + 2) return convolve_between(out, rows, weights, offset, n, 0, 4 * n);
  convolve_between(out, rows, weights, offset, n, 0, 4);
  size_t done = 1;
  while (done + 1 < n) {
    // The last batch of columns may overlap the previous one.
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
      // Replaces the sum of alpha by the alpha of the middle pixel.
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

// Box sums are running sums of the differences between entering and leaving columns. Intermediate sums may
// wrap modulo 2^16, but each box sum fits 16 bits, so it is exact. Division by the number of pixels is a
// multiplication by the reciprocal, rounded up, which gives the exact quotient of every box sum for radii up
// to 7.
static void short_box_across(uint8_t *restrict out, const uint16_t *restrict in, size_t radius, size_t n) {
  typedef uint16_t u16x4 __attribute__((vector_size(8)));
  enum { COLUMNS = PIXELS / 2 };
  if (n < COLUMNS) return reference_short_box_across(out, in, radius, n);
  const uint32_t count = (uint32_t)((2 * radius + 1) * (2 * radius + 1));
  const int shift = 31 - __builtin_clz(count);
  const u16v reciprocal = (u16v){} + (uint16_t)((0x10000u << shift) / count + 1), none = {0};
  u16x4 first = (u16x4){} + (uint16_t)(count / 2);
  for (size_t k = 0; k < 2 * radius; k++) {
    u16x4 pixel;
    memcpy(&pixel, in + 4 * k, sizeof pixel);
    first += pixel;
  }
  u16v before = (u16v)((u64v){} + (uint64_t)first);
  // No window precedes the first window, so nothing is subtracted for the first pixel.
  u16v leaving = {0};
  memcpy((uint16_t *)&leaving + 4, in, VECTOR - 8);
  size_t i = 0;
  for (; i + COLUMNS <= n; i += COLUMNS) {
    u16v sums;
    memcpy(&sums, in + 4 * (i + 2 * radius), VECTOR);
    if (i > 0) memcpy(&leaving, in + 4 * (i - 1), VECTOR);
    sums -= leaving;
    // Computes prefix sums. `ON` shifts by pixels of 4 bytes; a pixel of 16-bit words has 8 bytes.
    sums += (u16v)ON(none, sums, PIXELS - 2);
#if VECTOR >= 32
    sums += (u16v)ON(none, sums, PIXELS - 4);
#endif
#if VECTOR >= 64
    sums += (u16v)ON(none, sums, PIXELS - 8);
#endif
    const u16v means = (u16v)HIGH_PRODUCT(sums + before, reciprocal) >> shift;
    const u8s bytes = __builtin_convertvector(means, u8s);
    memcpy(out + 4 * i, &bytes, sizeof bytes);
    before += (u16v)((u64v){} + ((u64v)sums)[COLUMNS - 1]);
  }
  reference_short_box_across(out + 4 * i, in + 4 * i, radius, n - i);
}

// Loads bytes as 16-bit words, multiplied by 2^7.
static inline i16v shifted_words_at(const uint8_t *p) {
  u8s bytes;
  memcpy(&bytes, p, sizeof bytes);
  return __builtin_convertvector(bytes, i16v) << 7;
}

// Computes weighted sums of three rows at three successive columns, as opaque pixels.
static inline u8s short_sums(const i16v words[3][3], const int16_t *weights, int16_t offset, int shift) {
  const i16v low = {0}, high = (i16v){} + 255;
  i16v sum = (i16v){} + offset;
  for (size_t row = 0; row < 3; row++) {
    for (size_t k = 0; k < 3; k++) sum += SCALED(words[row][k], weights[3 * row + k]);
  }
  // Sets alpha by a mask: setting it byte by byte took 5 times as long as the rest of the function (AVX-512).
  const u8s alpha = (u8s)((u32s){} + 0xff000000);
  return __builtin_convertvector(LEAST(MOST(sum >> shift, low), high), u8s) | alpha;
}

static void convolve_short(uint8_t *restrict out, const uint8_t *const *restrict rows, const int16_t *restrict weights,
                           int16_t offset, int shift, size_t n) {
  enum { COLUMNS = PIXELS / 2 };
  if (n < COLUMNS + 2) return convolve_short_between(out, rows, weights, offset, shift, n, 0, 4 * n);
  convolve_short_between(out, rows, weights, offset, shift, n, 0, 4);
  // Column `x` is the leftmost of the three columns of the first sum.
  size_t x = 0;
  i16v words[3][3], next[3];
  for (size_t row = 0; row < 3; row++) words[row][0] = shifted_words_at(rows[row]);
  for (; x + 2 * COLUMNS <= n; x += COLUMNS) {
    for (size_t row = 0; row < 3; row++) {
      next[row] = shifted_words_at(rows[row] + 4 * (x + COLUMNS));
      // `ON` shifts by pixels of 4 bytes; a pixel of 16-bit channels has 8 bytes.
      words[row][1] = (i16v)ON(words[row][0], next[row], 2);
      words[row][2] = (i16v)ON(words[row][0], next[row], 4);
    }
    const u8s bytes = short_sums(words, weights, offset, shift);
    memcpy(out + 4 * (x + 1), &bytes, sizeof bytes);
    for (size_t row = 0; row < 3; row++) words[row][0] = next[row];
  }
  while (x + 2 < n) {
    // The last batch of columns may overlap the previous one.
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
