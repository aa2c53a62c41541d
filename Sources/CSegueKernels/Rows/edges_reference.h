// The reference kernels of edge detection. Rows have one byte a pixel, except the input of the luminance
// kernel and the output of the links kernel. Included by reference.h.

static inline void reference_luminance(uint8_t *out, const uint8_t *in, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = (uint8_t)((1741 * in[4 * i] + 5861 * in[4 * i + 1] + 591 * in[4 * i + 2] + 4096) >> 13);
}

// Computes the magnitude and direction of the Sobel gradient at column `at`, from columns `left`, `at` and
// `right`.
static inline void slope_at(uint8_t *steepness, uint8_t *way, const uint8_t *top, const uint8_t *middle,
                            const uint8_t *bottom, size_t left, size_t at, size_t right) {
  int across = top[right] - top[left] + 2 * (middle[right] - middle[left]) + bottom[right] - bottom[left];
  int down = bottom[left] - top[left] + 2 * (bottom[at] - top[at]) + bottom[right] - top[right];
  int squares = across * across + down * down;
  float root = __builtin_sqrtf((float)squares);
  *steepness = (uint8_t)((root < 255 ? root : 255) + 0.5f);
  // A gradient within 22.5° of an axis counts as parallel to this axis; the factor is sin²(22.5°).
  float least = 0.1464466f * (float)squares;
  int isAcross = (float)(across * across) >= least, isDown = (float)(down * down) >= least;
  int turn = (across ^ down) < 0 ? 4 : 3;
  *way = (uint8_t)(squares == 0 ? 0 : isAcross ? isDown ? turn : 1 : 2);
}

static inline void slopes_between(uint8_t *steepness, uint8_t *way, const uint8_t *const *rows, size_t n, size_t from,
                                  size_t to) {
  for (size_t i = from; i < to; i++) {
    slope_at(steepness + i, way + i, rows[0], rows[1], rows[2], inside((int64_t)i - 1, n), i, inside((int64_t)i + 1, n));
  }
}

static inline void reference_slopes(uint8_t *steepness, uint8_t *way, const uint8_t *const *rows, size_t n) {
  slopes_between(steepness, way, rows, n, 0, n);
}

// Returns the larger of the two neighbors in the direction of a pixel's gradient; the pixel itself if its
// gradient is 0.
static inline uint8_t beside(const uint8_t *top, const uint8_t *middle, const uint8_t *bottom, uint8_t way, size_t left,
                             size_t at, size_t right) {
  uint8_t across = most(middle[left], middle[right]), down = most(top[at], bottom[at]);
  uint8_t falling = most(top[left], bottom[right]), rising = most(top[right], bottom[left]);
  return way == 0 ? middle[at] : way == 1 ? across : way == 2 ? down : way == 3 ? falling : rising;
}

static inline uint8_t crest_at(uint8_t steepness, uint8_t beside, float scale, float offset) {
  float t = (float)steepness * scale + offset;
  t = t > 0 ? t < 1 ? t : 1 : 0;
  uint8_t strength = (uint8_t)(t * t * (3 - 2 * t) * 255 + 0.5f);
  return steepness >= beside ? strength : 0;
}

static inline void crests_between(uint8_t *out, const uint8_t *const *rows, const uint8_t *ways, float scale,
                                  float offset, size_t n, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    uint8_t highest = beside(rows[0], rows[1], rows[2], ways[i], inside((int64_t)i - 1, n), i, inside((int64_t)i + 1, n));
    out[i] = crest_at(rows[1][i], highest, scale, offset);
  }
}

static inline void reference_crests(uint8_t *out, const uint8_t *const *rows, const uint8_t *ways, float scale,
                                    float offset, size_t n) {
  crests_between(out, rows, ways, scale, offset, n, 0, n);
}

static inline uint32_t link_at(const uint8_t *top, const uint8_t *middle, const uint8_t *bottom, size_t left, size_t at,
                               size_t right) {
  // The thresholds are 1.5 for the sum and 0.01 for the middle byte, multiplied by 255 and rounded up.
  uint16_t sum = (uint16_t)(top[left] + top[at] + top[right] + middle[left] + middle[at] + middle[right] + bottom[left] +
                            bottom[at] + bottom[right]);
  return ((sum >= 383) & (middle[at] >= 3)) ? 0xffffffff : 0xff000000;
}

static inline void links_between(uint8_t *out, const uint8_t *const *rows, size_t n, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    uint32_t pixel = link_at(rows[0], rows[1], rows[2], inside((int64_t)i - 1, n), i, inside((int64_t)i + 1, n));
    memcpy(out + 4 * i, &pixel, 4);
  }
}

static inline void reference_links(uint8_t *out, const uint8_t *const *rows, size_t n) {
  links_between(out, rows, n, 0, n);
}
