// Kernels of pixellation: they sample one color for each block bilinearly, and fill rows with the colors of
// blocks.

#if VECTOR == 64
// Picks the left and right neighbors of samples from four registers of pixels at `row`.
static inline neighbor_pixels pick_neighbors(const uint8_t *row, u32v left) {
  u32v from[4];
  memcpy(from, row, sizeof from);
  u32v places[2] = {left, left + 1}, picked[2];
  for (size_t k = 0; k < 2; k++) {
    u32v low = (u32v)PERMUTE(from[0], places[k], from[1]), high = (u32v)PERMUTE(from[2], places[k], from[3]);
    u32v isHigh = (u32v)(places[k] >= 2 * PIXELS);
    picked[k] = (high & isHigh) | (low & ~isHigh);
  }
  return (neighbor_pixels){picked[0], picked[1]};
}

// Computes whole registers of samples, as long as four registers of pixels hold all neighbors of a register
// of samples; returns the number of computed samples.
static inline size_t sample_registers(uint8_t *restrict out, const uint8_t *restrict top,
                                      const uint8_t *restrict bottom, float weight_y, const uint32_t *restrict left,
                                      const float *restrict weight_x, size_t n) {
  const uint32_t width = left[n - 1] + 2, held = 4 * PIXELS;
  if (width < held || n < PIXELS) return 0;
  size_t i = 0;
  while (i < n) {
    // The last register may overlap the previous one.
    if (i + PIXELS > n) i = n - PIXELS;
    if (left[i + PIXELS - 1] + 1 - left[i] >= held) return i;
    const size_t first = left[i] < width - held ? left[i] : width - held;
    u32v places;
    f32v across;
    memcpy(&places, left + i, sizeof places);
    memcpy(&across, weight_x + i, sizeof across);
    places -= (uint32_t)first;
    u32v pixels = mix_neighbors(pick_neighbors(top + 4 * first, places), pick_neighbors(bottom + 4 * first, places),
                                across, (f32v){} + weight_y);
    memcpy(out + 4 * i, &pixels, sizeof pixels);
    i += PIXELS;
  }
  return n;
}
#else
// Computes whole registers of samples; returns the number of computed samples.
static inline size_t sample_registers(uint8_t *restrict out, const uint8_t *restrict top,
                                      const uint8_t *restrict bottom, float weight_y, const uint32_t *restrict left,
                                      const float *restrict weight_x, size_t n) {
  size_t i = 0;
  for (; i + PIXELS <= n; i += PIXELS) {
    f32v across;
    memcpy(&across, weight_x + i, sizeof across);
    u32v pixels = mix_neighbors(load_neighbors(top, left + i, 4), load_neighbors(bottom, left + i, 4), across,
                                (f32v){} + weight_y);
    memcpy(out + 4 * i, &pixels, sizeof pixels);
  }
  return i;
}
#endif

static void sample(uint8_t *restrict out, const uint8_t *restrict top, const uint8_t *restrict bottom, float weight_y,
                   const uint32_t *restrict left, const float *restrict weight_x, size_t n) {
  size_t i = n ? sample_registers(out, top, bottom, weight_y, left, weight_x, n) : 0;
  for (; i + BLOCK <= n; i += BLOCK) {
    // Loads a sample's left and right neighbors at once, as 8 bytes.
    uint32_t texels[4][BLOCK];
    f32v across;
    for (size_t k = 0; k < BLOCK; k++) {
      uint32_t pair[2];
      memcpy(pair, top + 4 * (size_t)left[i + k], 8);
      texels[0][k] = pair[0];
      texels[1][k] = pair[1];
      memcpy(pair, bottom + 4 * (size_t)left[i + k], 8);
      texels[2][k] = pair[0];
      texels[3][k] = pair[1];
      for (size_t c = 0; c < 4; c++) across[4 * k + c] = weight_x[i + k];
    }
    u8v bytes = bilinear(texels, across, (f32v){} + weight_y);
    memcpy(out + 4 * i, &bytes, sizeof bytes);
  }
  reference_sample(out + 4 * i, top, bottom, weight_y, left + i, weight_x + i, n - i);
}

#if defined(PICK)
// Fills one register at a time by a permutation of a register of colors. One register of colors is enough,
// since a block is at least one pixel wide.
static inline void expand_picking(uint8_t *restrict out, const uint8_t *restrict colors,
                                  const uint32_t *restrict blocks, size_t width, size_t n) {
  size_t x = 0;
  for (; x + PIXELS <= width; x += PIXELS) {
    const size_t first = blocks[x] < n - PIXELS ? blocks[x] : n - PIXELS;
    u32v places, from;
    memcpy(&places, blocks + x, sizeof places);
    memcpy(&from, colors + 4 * first, sizeof from);
    from = (u32v)PICK(from, places - (uint32_t)first);
    memcpy(out + 4 * x, &from, sizeof from);
  }
  for (; x < width; x++) memcpy(out + 4 * x, colors + 4 * (size_t)blocks[x], 4);
}
#endif

static void expand(uint8_t *restrict out, const uint8_t *restrict colors, const uint32_t *restrict ends,
                   const uint32_t *restrict blocks, size_t n) {
  const size_t width = n ? ends[n - 1] : 0;
#if defined(PICK)
  if (blocks && n >= PIXELS) return expand_picking(out, colors, blocks, width, n);
#else
  (void)blocks;
#endif
  // Stores whole registers of each color while they fit into the row; the next color overwrites the excess.
  size_t x = 0, i = 0;
  for (; i < n && (size_t)ends[i] + PIXELS <= width; i++) {
    uint32_t color;
    memcpy(&color, colors + 4 * i, 4);
    u32v fill = (u32v){} + color;
    *(u32v_unaligned *)(out + 4 * x) = fill;
    for (x += PIXELS; x < ends[i]; x += PIXELS) *(u32v_unaligned *)(out + 4 * x) = fill;
    x = ends[i];
  }
  expand_from(out, x, colors, ends, i, n);
}
