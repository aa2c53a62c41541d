// The reference kernels over lanes: the kernels of lanes_ops.h at a WIDTH of 1, and scalar forms of the
// kernels that sample pictures.
#define WIDTH 1
#include "lanes_ops.h"

static int64_t clamp_index(int64_t i, uint32_t count) {
  if (i < 0) return 0;
  return i < count ? i : (int64_t)count - 1;
}

// Interpolates bilinearly at a position in units of 1/256 texel. Integer sums are exact; only the last
// product rounds.
static void blend(const segue_texture *texture, int64_t x, int64_t y, float *channels[4], size_t lane) {
  int32_t across = x & 255, down = y & 255;
  int64_t left = clamp_index(x >> 8, texture->width), right = clamp_index((x >> 8) + 1, texture->width);
  const uint8_t *top = texture->pixels + clamp_index(y >> 8, texture->height) * texture->stride;
  const uint8_t *bottom = texture->pixels + clamp_index((y >> 8) + 1, texture->height) * texture->stride;
  for (size_t c = 0; c < 4; c++) {
    if (!channels[c]) continue;
    int32_t t = top[4 * left + c] * (256 - across) + top[4 * right + c] * across;
    int32_t b = bottom[4 * left + c] * (256 - across) + bottom[4 * right + c] * across;
    channels[c][lane] = (float)(t * (256 - down) + b * down) * (1.0f / (255 << 16));
  }
}

// Converts a coordinate to units of 1/256 texel, counted from the center of the first texel; NaN gives 0.
static int64_t position(float coordinate, uint32_t count) {
  float last = 256.0f * (float)(count - 1), x = coordinate * (256.0f * (float)count) - 127.5f;
  x = x > 0 ? x : 0;
  return (int64_t)(x < last ? x : last);
}

static void lanes_FETCH(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  const segue_texture *texture = data;
  const float *u = in[0].at, *v = in[1].at;
  float *channels[4] = {out[0], out[1], out[2], out[3]};
  for (size_t i = 0; i < vectors * SEGUE_LANES; i++) {
    int64_t x = position(u[i * in[0].step], texture->width), y = position(v[i * in[1].step], texture->height);
    blend(texture, x, y, channels, i);
  }
}

static void lanes_FETCH_PAIR(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  const segue_texture_pair *pair = data;
  for (size_t k = 0; k < 2; k++) lanes_FETCH(vectors, out + 4 * k, in, pair->of[k]);
}

static void lanes_FETCH_FLOATS(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  fetch_floats(vectors, out, in, data);
}

static void lanes_FETCH_ROW(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  (void)in;
  const segue_texture_run *run = data;
  float *channels[4] = {out[0], out[1], out[2], out[3]};
  for (size_t i = 0; i < vectors * SEGUE_LANES; i++) {
    blend(&run->texture, ((int64_t)run->x + (int64_t)i) * 256, (int64_t)run->y * 256, channels, i);
  }
}

void segue_fetch_reference(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  lanes_FETCH(vectors, out, in, data);
}

void segue_fill_lanes_reference(segue_lanes_kernel *table) {
#define X(name, outputs, inputs) table[SEGUE_OP_##name] = lanes_##name;
  SEGUE_LANE_OPS(X)
#undef X
}
