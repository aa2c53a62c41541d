// The kernels of edges_reference.h, mostly as loops that the compiler vectorizes: neighbors inside a row are
// contiguous. The first and last pixel use the reference. Included by vector.h.

static void luminance(uint8_t *restrict out, const uint8_t *restrict in, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t pixel;
    memcpy(&pixel, in + 4 * i, 4);
    out[i] = (uint8_t)((1741 * (pixel & 255) + 5861 * (pixel >> 8 & 255) + 591 * (pixel >> 16 & 255) + 4096) >> 13);
  }
}

static void slopes(uint8_t *restrict steepness, uint8_t *restrict way, const uint8_t *const *restrict rows, size_t n) {
  const uint8_t *restrict top = rows[0], *restrict middle = rows[1], *restrict bottom = rows[2];
  slopes_between(steepness, way, rows, n, 0, n < 1 ? n : 1);
  for (size_t i = 1; i + 1 < n; i++) slope_at(steepness + i, way + i, top, middle, bottom, i - 1, i, i + 1);
  if (n > 1) slopes_between(steepness, way, rows, n, n - 1, n);
}

// Computes the strengths of `crest_at` for a register of gradients, without the comparison with neighbors.
static inline u8w strengths(u8w steepness, float scale, float offset) {
  u8v quarters[4];
  memcpy(quarters, &steepness, sizeof quarters);
  for (size_t part = 0; part < 4; part++) {
    f32v t = __builtin_convertvector(quarters[part], f32v) * scale + offset;
    t = LEAST(MOST(t, (f32v){0}), (f32v){} + 1);
    quarters[part] = __builtin_convertvector(t * t * (3 - 2 * t) * 255 + 0.5f, u8v);
  }
  memcpy(&steepness, quarters, sizeof quarters);
  return steepness;
}

static void crests(uint8_t *restrict out, const uint8_t *const *restrict rows, const uint8_t *restrict ways, float scale,
                   float offset, size_t n) {
  const uint8_t *restrict top = rows[0], *restrict middle = rows[1], *restrict bottom = rows[2];
  crests_between(out, rows, ways, scale, offset, n, 0, n < 1 ? n : 1);
  size_t i = 1;
  for (; i + VECTOR < n; i += VECTOR) {
    u8w at = bytes_at(middle + i), way = bytes_at(ways + i), highest = at;
    const u8w pairs[4] = {
        MOST(bytes_at(middle + i - 1), bytes_at(middle + i + 1)), MOST(bytes_at(top + i), bytes_at(bottom + i)),
        MOST(bytes_at(top + i - 1), bytes_at(bottom + i + 1)), MOST(bytes_at(top + i + 1), bytes_at(bottom + i - 1))};
    for (size_t k = 0; k < 4; k++) {
      u8w is_way = (u8w)(way == (uint8_t)(k + 1));
      highest = (highest & ~is_way) | (pairs[k] & is_way);
    }
    put_bytes(out + i, strengths(at, scale, offset) & (u8w)(at >= highest));
  }
  crests_between(out, rows, ways, scale, offset, n, i < n ? i : n, n);
}

static void links(uint8_t *restrict out, const uint8_t *const *restrict rows, size_t n) {
  const uint8_t *restrict top = rows[0], *restrict middle = rows[1], *restrict bottom = rows[2];
  links_between(out, rows, n, 0, n < 1 ? n : 1);
  for (size_t i = 1; i + 1 < n; i++) {
    uint32_t pixel = link_at(top, middle, bottom, i - 1, i, i + 1);
    memcpy(out + 4 * i, &pixel, 4);
  }
  if (n > 1) links_between(out, rows, n, n - 1, n);
}
