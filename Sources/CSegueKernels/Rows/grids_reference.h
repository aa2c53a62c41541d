// The reference kernel `map_colors`, which maps colors through a 3D table. Included by reference.h.

static inline float between(float a, float b, float share) { return a + (b - a) * share; }

// Interpolates trilinearly, along red last: two neighbors along red are contiguous in memory, so that vector
// code interpolates both at once along the other axes.
static inline float in_cube(const float *at, const size_t steps[3], const float shares[3]) {
  float along_red[2];
  for (size_t red = 0; red < 2; red++) {
    const float *corner = at + red * steps[0];
    float near = between(corner[0], corner[steps[2]], shares[2]);
    float far = between(corner[steps[1]], corner[steps[1] + steps[2]], shares[2]);
    along_red[red] = between(near, far, shares[1]);
  }
  return between(along_red[0], along_red[1], shares[0]);
}

// Interpolates tetrahedrally: walks from the first corner of the cube to the last corner, along the axis of
// the largest fraction (`shares`) first.
static inline float in_tetrahedron(const float *at, const size_t steps[3], const float shares[3]) {
  size_t axes[3] = {0, 1, 2};
  for (size_t last = 2; last > 0; last--) {
    for (size_t k = 0; k < last; k++) {
      if (shares[axes[k]] >= shares[axes[k + 1]]) continue;
      size_t axis = axes[k];
      axes[k] = axes[k + 1];
      axes[k + 1] = axis;
    }
  }
  float value = at[0];
  for (size_t k = 0; k < 3; k++) {
    const float *next = at + steps[axes[k]];
    value += (next[0] - at[0]) * shares[axes[k]];
    at = next;
  }
  return value;
}

static inline void reference_map_colors(uint8_t *out, const uint8_t *in, const segue_color_grid *grid, size_t n) {
  const size_t size = grid->size, steps[3] = {4, 4 * size, 4 * size * size};
  for (size_t i = 0; i < n; i++) {
    float alpha = in[4 * i + 3], scale = alpha > 0 ? 1 / alpha : 0, straight[3], shares[3];
    const float *at = grid->points;
    for (size_t c = 0; c < 3; c++) {
      straight[c] = in[4 * i + c] * scale;
      float place = clamp(straight[c] * grid->scale[c] + grid->offset[c], (float)(size - 1));
      size_t first = place < size - 2 ? (size_t)place : size - 2;
      shares[c] = place - (float)first;
      at += first * steps[c];
    }
    for (size_t c = 0; c < 3; c++) {
      float color = grid->tetrahedral ? in_tetrahedron(at + c, steps, shares) : in_cube(at + c, steps, shares);
      out[4 * i + c] = (uint8_t)(clamp(between(straight[c], color, grid->intensity), 1) * alpha + 0.5f);
    }
    out[4 * i + 3] = in[4 * i + 3];
  }
}
