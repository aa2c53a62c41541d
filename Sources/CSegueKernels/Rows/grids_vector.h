// The kernel of grids_reference.h in vectors. Included by vector.h.

typedef float f32x8 __attribute__((vector_size(32)));

// The number of pixels in a batch, and the positions of these pixels in a grid.
enum { PLACED = 64 };
typedef struct {
  // The factors from premultiplied channels 0…255 to straight channels 0…1.
  _Alignas(64) float scale[PLACED];
  // The index of the cube's first corner, and the fractions along red, green and blue; for tetrahedral
  // interpolation, the fractions are sorted in descending order.
  uint32_t at[PLACED];
  float shares[3][PLACED];
  // The order of the fractions, as a sum: 1 if red ≥ green, 2 if green ≥ blue, 4 if red ≥ blue.
  uint32_t order[PLACED];
} places;

static inline void place_axis(places *to, const uint32_t *pixels, const segue_color_grid *grid, int axis,
                              uint32_t step) {
  const float scale = grid->scale[axis], offset = grid->offset[axis], end = (float)(grid->size - 1);
  const int32_t most = (int32_t)grid->size - 2;
  for (size_t i = 0; i < PLACED; i++) {
    float straight = (float)(int32_t)(pixels[i] >> (8 * axis) & 255) * to->scale[i];
    float position = clamp(straight * scale + offset, end);
    int32_t first = (int32_t)position;
    first = first < most ? first : most;
    to->shares[axis][i] = position - (float)first;
    to->at[i] += (uint32_t)first * step;
  }
}

static inline void place(places *to, const uint8_t *in, const segue_color_grid *grid) {
  _Alignas(64) uint32_t pixels[PLACED];
  memcpy(pixels, in, sizeof pixels);
  for (size_t i = 0; i < PLACED; i++) {
    float alpha = (float)(int32_t)(pixels[i] >> 24);
    to->scale[i] = alpha > 0 ? 1 / alpha : 0;
    to->at[i] = 0;
  }
  place_axis(to, pixels, grid, 0, 4);
  place_axis(to, pixels, grid, 1, 4 * grid->size);
  place_axis(to, pixels, grid, 2, 4 * grid->size * grid->size);
}

static inline void order_shares(places *to) {
  for (size_t i = 0; i < PLACED; i++) {
    float red = to->shares[0][i], green = to->shares[1][i], blue = to->shares[2][i];
    to->order[i] = (red >= green ? 1 : 0) | (green >= blue ? 2 : 0) | (red >= blue ? 4 : 0);
    float smaller = red < green ? red : green, larger = red < green ? green : red;
    float inner = larger < blue ? larger : blue;
    to->shares[0][i] = larger < blue ? blue : larger;
    to->shares[1][i] = smaller < inner ? inner : smaller;
    to->shares[2][i] = smaller < blue ? smaller : blue;
  }
}

// Interpolates trilinearly. One load has two points of the grid that are neighbors along red.
static inline void mix_cubes(float *out, const places *from, const segue_color_grid *grid) {
  const size_t green = 4 * (size_t)grid->size, blue = green * grid->size;
  for (size_t i = 0; i < PLACED; i++) {
    const float *at = grid->points + from->at[i];
    f32x8 near[2], far[2];
    memcpy(&near[0], at, 32);
    memcpy(&near[1], at + blue, 32);
    memcpy(&far[0], at + green, 32);
    memcpy(&far[1], at + green + blue, 32);
    near[0] += (near[1] - near[0]) * from->shares[2][i];
    far[0] += (far[1] - far[0]) * from->shares[2][i];
    near[0] += (far[0] - near[0]) * from->shares[1][i];
    f32x4 color = __builtin_shufflevector(near[0], near[0], 0, 1, 2, 3);
    color += (__builtin_shufflevector(near[0], near[0], 4, 5, 6, 7) - color) * from->shares[0][i];
    memcpy(out + 4 * i, &color, 16);
  }
}

static inline void mix_tetrahedra(float *out, const places *from, const segue_color_grid *grid) {
  const size_t red = 4, green = red * grid->size, blue = green * grid->size;
  // The offsets of a tetrahedron's second and third corner, indexed by `order`; the orders 3 and 4 cannot
  // occur.
  const size_t corners[8][2] = {{blue, green + blue}, {blue, red + blue}, {green, green + blue}, {0, 0},
                                {0, 0},               {red, red + blue},  {green, red + green},  {red, red + green}};
  for (size_t i = 0; i < PLACED; i++) {
    const float *at = grid->points + from->at[i];
    const size_t *corner = corners[from->order[i]];
    f32x4 points[4];
    memcpy(&points[0], at, 16);
    memcpy(&points[1], at + corner[0], 16);
    memcpy(&points[2], at + corner[1], 16);
    memcpy(&points[3], at + red + green + blue, 16);
    f32x4 color = points[0];
    for (size_t k = 0; k < 3; k++) color += (points[k + 1] - points[k]) * from->shares[k][i];
    memcpy(out + 4 * i, &color, 16);
  }
}

static inline void map_placed(uint8_t *out, const uint8_t *in, const segue_color_grid *grid) {
  places found;
  _Alignas(64) float colors[4 * PLACED];
  place(&found, in, grid);
  if (grid->tetrahedral) {
    order_shares(&found);
    mix_tetrahedra(colors, &found, grid);
  } else {
    mix_cubes(colors, &found, grid);
  }
  for (size_t i = 0; i < PLACED; i += 4) {
    u8x16 bytes;
    f32x4 scales;
    f32x16 color;
    memcpy(&bytes, in + 4 * i, sizeof bytes);
    memcpy(&scales, found.scale + i, sizeof scales);
    memcpy(&color, colors + 4 * i, sizeof color);
    f32x16 pixel = __builtin_convertvector(bytes, f32x16);
    f32x16 alpha = __builtin_shufflevector(pixel, pixel, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
    f32x16 straight =
        pixel * __builtin_shufflevector(scales, scales, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    color = straight + (color - straight) * grid->intensity;
    color = LEAST(MOST(color, (f32x16){}), (f32x16){} + 1) * alpha;
    // Inserts alpha in place of the fourth channel.
    color = __builtin_shufflevector(color, alpha, 0, 1, 2, 19, 4, 5, 6, 23, 8, 9, 10, 27, 12, 13, 14, 31) + 0.5f;
    bytes = __builtin_convertvector(color, u8x16);
    memcpy(out + 4 * i, &bytes, sizeof bytes);
  }
}

static void map_colors(uint8_t *restrict out, const uint8_t *restrict in, const segue_color_grid *grid, size_t n) {
  size_t i = 0;
  for (; i + PLACED <= n; i += PLACED) map_placed(out + 4 * i, in + 4 * i, grid);
  if (i == n) return;
  uint8_t rest[4 * PLACED] = {0};
  memcpy(rest, in + 4 * i, 4 * (n - i));
  map_placed(rest, rest, grid);
  memcpy(out + 4 * i, rest, 4 * (n - i));
}
