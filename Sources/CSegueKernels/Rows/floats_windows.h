// Kernels over rows of floats that read several rows or neighbors (median, maxima and minima), and color tables.
// Included by floats.h.

static inline float lower(float a, float b) { return a < b ? a : b; }
static inline float upper(float a, float b) { return a > b ? a : b; }
static inline float middle_of(float a, float b, float c) { return upper(lower(a, b), lower(upper(a, b), c)); }

// Computes floats from..<to of a row: medians of 3 × 3 neighbors in three rows. The left neighbor of a float
// is `left` floats before it, the right neighbor `right` floats after it.
static inline void medians(float *restrict out, const float *const *rows, size_t from, size_t to, size_t left,
                           size_t right) {
  const float *top = rows[0], *row = rows[1], *bottom = rows[2];
  for (size_t i = from; i < to; i++) {
    float low[3], mid[3], high[3];
    for (size_t k = 0; k < 3; k++) {
      const size_t x = k == 0 ? i - left : k == 1 ? i : i + right;
      const float a = top[x], b = row[x], c = bottom[x];
      low[k] = lower(lower(a, b), c);
      mid[k] = middle_of(a, b, c);
      high[k] = upper(upper(a, b), c);
    }
    out[i] = middle_of(upper(upper(low[0], low[1]), low[2]), middle_of(mid[0], mid[1], mid[2]),
                       lower(lower(high[0], high[1]), high[2]));
  }
}

static void floats_median(float *restrict out, const float *const *rows, size_t n) {
  medians(out, rows, 0, 4, 0, n > 1 ? 4 : 0);
  if (n < 2) return;
  medians(out, rows, 4, 4 * n - 4, 4, 4);
  medians(out, rows, 4 * n - 4, 4 * n, 4, 0);
}

// Sets each element of `out` to the maximum or minimum of the elements of `out` and `row`.
static inline void take_extremes(float *out, const float *row, bool largest, size_t n) {
  if (largest) {
    for (size_t i = 0; i < n; i++) out[i] = upper(out[i], row[i]);
  } else {
    for (size_t i = 0; i < n; i++) out[i] = lower(out[i], row[i]);
  }
}

static void floats_extreme_rows(float *restrict out, const float *const *rows, size_t count, bool largest, size_t n) {
  memcpy(out, rows[0], n * sizeof *out);
  for (size_t row = 1; row < count; row++) take_extremes(out, rows[row], largest, n);
}

// Computes the maximum or minimum of each window of `width` pixels: doubles the width of windows with each
// pass, until two windows cover `width` pixels.
static void floats_extreme_across(float *restrict out, float *restrict row, size_t width, bool largest, size_t n) {
  size_t covered = 1;
  for (; 2 * covered <= width; covered *= 2) {
    take_extremes(row, row + 4 * covered, largest, 4 * (n + width - 2 * covered));
  }
  memcpy(out, row, 16 * n);
  take_extremes(out, row + 4 * (width - covered), largest, 4 * n);
}

// Maps colors as `reference_map_colors` does; a point of the table is a vector.
static void floats_map_colors(float *restrict out, const float *restrict in, const segue_color_grid *grid, size_t n) {
  const size_t size = grid->size, steps[3] = {4, 4 * size, 4 * size * size};
  for (size_t i = 0; i < n; i++) {
    const float alpha = in[4 * i + 3];
    floats4 straight = LOAD_AS(floats4, in + 4 * i) / (alpha > 0 ? alpha : 1), color;
    const float *at = grid->points;
    float shares[3];
    for (size_t c = 0; c < 3; c++) {
      const float place = limited(straight[c] * grid->scale[c] + grid->offset[c], (float)(size - 1));
      const size_t first = place < (float)(size - 2) ? (size_t)place : size - 2;
      shares[c] = place - (float)first;
      at += first * steps[c];
    }
    if (grid->tetrahedral) {
      // Tetrahedral interpolation: goes along three edges of the grid cell from its first to its last corner,
      // first along the axis with the largest of `shares`, last along the axis with the smallest.
      const size_t first = shares[0] >= shares[1] ? (shares[0] >= shares[2] ? 0 : 2) : (shares[1] >= shares[2] ? 1 : 2);
      const size_t last = shares[2] <= shares[1] ? (shares[2] <= shares[0] ? 2 : 0) : (shares[1] < shares[0] ? 1 : 0);
      const size_t middle = 3 - first - last;
      const float *second = at + steps[first], *third = second + steps[middle];
      const floats4 a = LOAD_AS(floats4, at), b = LOAD_AS(floats4, second), c = LOAD_AS(floats4, third);
      color = a + (b - a) * shares[first] + (c - b) * shares[middle] +
              (LOAD_AS(floats4, third + steps[last]) - c) * shares[last];
    } else {
      floats4 along_red[2];
      for (size_t red = 0; red < 2; red++) {
        const float *corner = at + red * steps[0];
        floats4 a = LOAD_AS(floats4, corner), b = LOAD_AS(floats4, corner + steps[2]);
        floats4 c = LOAD_AS(floats4, corner + steps[1]), d = LOAD_AS(floats4, corner + steps[1] + steps[2]);
        floats4 near = a + (b - a) * shares[2], far = c + (d - c) * shares[2];
        along_red[red] = near + (far - near) * shares[1];
      }
      color = along_red[0] + (along_red[1] - along_red[0]) * shares[0];
    }
    color = straight + (color - straight) * grid->intensity;
    color = color > 0 ? color : (floats4){0};
    color = (color < 1 ? color : (floats4){0} + 1) * alpha;
    color.w = alpha;
    STORE_AT(out + 4 * i, color);
  }
}
