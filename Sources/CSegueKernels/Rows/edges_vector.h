// The kernels of edges_reference.h as loops that the compiler vectorizes, since neighbors inside the row are
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

static void crests(uint8_t *restrict out, const uint8_t *const *restrict rows, const uint8_t *restrict ways, float scale,
                   float offset, size_t n) {
  const uint8_t *restrict top = rows[0], *restrict middle = rows[1], *restrict bottom = rows[2];
  crests_between(out, rows, ways, scale, offset, n, 0, n < 1 ? n : 1);
  for (size_t i = 1; i + 1 < n; i++) {
    out[i] = crest_at(middle[i], beside(top, middle, bottom, ways[i], i - 1, i, i + 1), scale, offset);
  }
  if (n > 1) crests_between(out, rows, ways, scale, offset, n, n - 1, n);
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
