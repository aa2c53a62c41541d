// Vector kernels that sample pictures of floats or of 16-bit words. Included by lanes_vector.h.

// The positions of a vector of samples in a picture of floats or of 16-bit words: byte offsets of the upper
// left texels, and weights of the right and the lower texels.
typedef struct {
  _Alignas(64) int32_t offsets[SEGUE_LANES];
  _Alignas(64) float across[SEGUE_LANES];
  _Alignas(64) float down[SEGUE_LANES];
} float_vector;

// The vector form of `exact_place` and `float_place` (lanes_ops.h), for WIDTH coordinates. For a position on
// the last texel, returns the texel before it and a weight of 1, so that both texels are inside the picture.
static inline i32 find_axis(f32 coordinates, uint32_t count, bool is_exact, f32 *weights) {
  const int32_t last_left = count > 1 ? (int32_t)count - 2 : 0;
  if (!is_exact) {
    i32 at = positions(coordinates, extent_of(count)), before = smaller_of(at >> 8, last_left);
    *weights = CONVERT(f32, at - (before << 8)) * (1.0f / 256);
    return before;
  }
  const float last = (float)(count - 1), most = (float)count * 0x1p-22f;
  f32 x = coordinates * (float)count - 0.5f;
  x = x > 0 ? x : (f32){0};
  x = x < last ? x : (f32){0} + last;
  f32 near = CONVERT(f32, CONVERT(i32, x + 0.5f)), distance = x - near;
  x = ((distance < most) & (distance > -most)) ? near : x;
  i32 before = smaller_of(CONVERT(i32, x), last_left);
  *weights = x - CONVERT(f32, before);
  return before;
}

static inline void find_vector(float_vector *at, const segue_texture *from, const segue_lanes_in *in, size_t vector) {
  const int32_t size = from->has_words ? 8 : 16;
  for (size_t k = 0; k < SEGUE_LANES / WIDTH; k++) {
    const size_t lane = vector * (SEGUE_LANES / WIDTH) + k;
    f32 across, down;
    i32 column = find_axis(((const f32 *)in[0].at)[lane * in[0].step], from->width, from->is_exact, &across);
    i32 row = find_axis(((const f32 *)in[1].at)[lane * in[1].step], from->height, from->is_exact, &down);
    ((i32 *)at->offsets)[k] = row * (int32_t)from->stride + column * size;
    ((f32 *)at->across)[k] = across;
    ((f32 *)at->down)[k] = down;
  }
  if (!from->asks_ahead) return;
  for (size_t k = 0; k < SEGUE_LANES; k++) {
    const uint8_t *texels = from->pixels + at->offsets[k];
    __builtin_prefetch(texels);
    __builtin_prefetch(texels + from->stride);
  }
}

// The number of samples that are computed together. A sample reads pairs of texels with four channels each,
// so a register of 16 lanes holds two samples, and a register of 8 lanes one sample.
#if WIDTH == 16
#define GROUP 16
#define EACH_HALF(MACRO, ...) MACRO(0, __VA_ARGS__), MACRO(2, __VA_ARGS__)
#else
#define GROUP 8
#define EACH_HALF(MACRO, ...) MACRO(0, __VA_ARGS__)
#endif
typedef float __attribute__((ext_vector_type(GROUP))) group;
typedef float __attribute__((ext_vector_type(8))) eight;
typedef uint16_t __attribute__((ext_vector_type(8))) eight_words;

// Shuffles the lanes of two registers within each 128 bits: indices 0…3 select lanes of `a`, 4…7 lanes of
// `b`.
#define GROUP_LANE(quarter, k) (k) % 4 + (k) / 4 * GROUP + 4 * (quarter)
#define GROUP_LANES(quarter, i, j, k, l)                                                                      \
  GROUP_LANE(quarter, i), GROUP_LANE(quarter, j), GROUP_LANE(quarter, k), GROUP_LANE(quarter, l),             \
      GROUP_LANE((quarter) + 1, i), GROUP_LANE((quarter) + 1, j), GROUP_LANE((quarter) + 1, k),               \
      GROUP_LANE((quarter) + 1, l)
#define GROUP_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, EACH_HALF(GROUP_LANES, __VA_ARGS__))
// Selects the first (k = 0) or the second (k = 1) 128 bits of each 256 bits of `a`, then of `b`.
#define QUARTER(half, first) \
  4 * (half) + (first), 4 * (half) + (first) + 1, 4 * (half) + (first) + 2, 4 * (half) + (first) + 3
#define QUARTERS(a, b, k) \
  __builtin_shufflevector(a, b, EACH_HALF(QUARTER, 4 * (k)), EACH_HALF(QUARTER, GROUP + 4 * (k)))

// Returns the index of the sample that is loaded into half `half` of register `j`; with this order, samples
// are in sequence after the transposition.
static inline size_t group_sample(size_t j, size_t half) { return j / 4 * (GROUP / 2) + j % 4 + 4 * half; }

static inline group both(eight a, eight b) {
#if GROUP == 16
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#else
  (void)b;
  return a;
#endif
}

// Returns the weights of the samples in register `j`, each repeated in 8 lanes, from GROUP weights.
static inline group weights_of(const float *weights, size_t j) {
#if GROUP == 16
  group all;
  memcpy(&all, weights, sizeof all);
  all = j < 4 ? __builtin_shufflevector(all, all, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7)
              : __builtin_shufflevector(all, all, 8, 9, 10, 11, 8, 9, 10, 11, 12, 13, 14, 15, 12, 13, 14, 15);
  switch (j % 4) {
    case 0: return GROUP_SHUFFLE(all, all, 0, 0, 0, 0);
    case 1: return GROUP_SHUFFLE(all, all, 1, 1, 1, 1);
    case 2: return GROUP_SHUFFLE(all, all, 2, 2, 2, 2);
    default: return GROUP_SHUFFLE(all, all, 3, 3, 3, 3);
  }
#else
  return (group)weights[j];
#endif
}

// Interpolates linearly; with a weight of 0 or 1, the result is exactly `a` or `b`, even if the other input
// is NaN.
static inline group group_between(group a, group b, group weight) {
  group mixed = a + (b - a) * weight;
  mixed = weight == 0 ? a : mixed;
  return weight == 1 ? b : mixed;
}

static inline eight two_colors(const uint8_t *first, const uint8_t *second) {
  float_color colors[2];
  memcpy(&colors[0], first, sizeof colors[0]);
  memcpy(&colors[1], second, sizeof colors[1]);
  return __builtin_shufflevector(colors[0], colors[1], 0, 1, 2, 3, 4, 5, 6, 7);
}

static inline group two_texels(const uint8_t *first, const uint8_t *second) {
  eight_words words[2];
  memcpy(&words[0], first, sizeof words[0]);
  memcpy(&words[1], second, sizeof words[1]);
#if GROUP == 16
  return __builtin_convertvector(
      __builtin_shufflevector(words[0], words[1], 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), group);
#else
  return __builtin_convertvector(words[0], group);
#endif
}

// Samples GROUP positions, from lane `k` on. For 16-bit words, a register holds the left and the right texel
// of each of its samples, and is first interpolated vertically. For floats, a register holds the upper and
// the lower texel, and is first interpolated horizontally. Then channels are separated, and interpolated
// along the other axis. With `is_in_row`, all samples are at the centers of a row of words, so the lower row
// is not read.
static inline __attribute__((always_inline)) void fetch_group(const segue_texture *from, const float_vector *at,
                                                              size_t k, const bool has_words, const bool is_in_row,
                                                              float *const *out) {
  group texels[8], pairs[8], quads[8];
  const uint8_t *const top = from->pixels, *const bottom = top + from->stride;
  const float *const first_weights = (has_words ? at->down : at->across) + k;
  group weights;
  memcpy(&weights, (has_words ? at->across : at->down) + k, sizeof weights);
#pragma clang loop unroll(full)
  for (size_t j = 0; j < 8; j++) {
    const size_t samples[2] = {group_sample(j, 0), group_sample(j, GROUP / 16)};
    const int64_t offsets[2] = {at->offsets[k + samples[0]], at->offsets[k + samples[1]]};
    const group weight = weights_of(first_weights, j);
    if (has_words) {
      const group first = two_texels(top + offsets[0], top + offsets[1]);
      texels[j] =
          is_in_row ? first : first + (two_texels(bottom + offsets[0], bottom + offsets[1]) - first) * weight;
    } else {
      eight sides[2][2];
      for (size_t half = 0; half < 2; half++) {
        for (size_t side = 0; side < 2; side++) {
          const int64_t offset = offsets[half] + 16 * (int64_t)side;
          sides[side][half] = two_colors(top + offset, bottom + offset);
        }
      }
      texels[j] = group_between(both(sides[0][0], sides[0][1]), both(sides[1][0], sides[1][1]), weight);
    }
  }
#pragma clang loop unroll(full)
  for (size_t j = 0; j < 8; j += 2) {
    pairs[j] = GROUP_SHUFFLE(texels[j], texels[j + 1], 0, 4, 1, 5);
    pairs[j + 1] = GROUP_SHUFFLE(texels[j], texels[j + 1], 2, 6, 3, 7);
  }
#pragma clang loop unroll(full)
  for (size_t j = 0; j < 8; j += 4) {
#pragma clang loop unroll(full)
    for (size_t half = 0; half < 2; half++) {
      const group a = pairs[j + half], b = pairs[j + half + 2];
      quads[j + 2 * half] = GROUP_SHUFFLE(a, b, 0, 1, 4, 5);
      quads[j + 2 * half + 1] = GROUP_SHUFFLE(a, b, 2, 3, 6, 7);
    }
  }
#pragma clang loop unroll(full)
  for (size_t c = 0; c < 4; c++) {
    if (!out[c]) continue;
    group mixed = group_between(QUARTERS(quads[c], quads[c + 4], 0), QUARTERS(quads[c], quads[c + 4], 1), weights);
    if (has_words) mixed *= 1.0f / 65535;
    memcpy(out[c] + k, &mixed, sizeof mixed);
  }
}

// Samples a picture of floats or of 16-bit words, GROUP positions at once. With AVX2 (groups of 8), a frame
// of `cube` or `dreamy` with 16 bits takes 0.66 of the time that it takes with one position at a time. With
// AVX-512, this kernel takes 0.5 to 0.6 of the time with groups of 16 that it takes with groups of 8.
static void lanes_FETCH_FLOATS(size_t vectors, void *const *out, const segue_lanes_in *in, const void *data) {
  segue_texture texture = *(const segue_texture *)data;
  const int64_t last_row = (int64_t)texture.height - 1;
  const int64_t reach = (texture.stride < 0 ? -texture.stride : texture.stride) * last_row;
  // The scalar form handles pictures of a single column, and byte offsets that exceed a 32-bit lane.
  if (texture.width < 2 || reach + 16 * (int64_t)texture.width > INT32_MAX) {
    return fetch_floats(vectors, out, in, data);
  }
  if (last_row == 0) texture.stride = 0;
  // With prefetching, or registers of 16 lanes, positions are computed one vector before their use, which
  // hides the latency of their computation.
  const size_t ahead = texture.asks_ahead || GROUP == 16;
  // If all samples are at the centers of one row of texels, they need no vertical interpolation.
  f32 down;
  find_axis(*(const f32 *)in[1].at, texture.height, texture.is_exact, &down);
  const bool is_in_row = texture.has_words && in[1].step == 0 && down[0] == 0;
  float_vector places[2];
  for (size_t i = 0; i < vectors + ahead; i++) {
    if (i < vectors) find_vector(&places[i % 2], &texture, in, i);
    if (i < ahead) continue;
    const size_t vector = i - ahead;
    const float_vector *const at = &places[vector % 2];
    float *to[4];
    for (size_t c = 0; c < 4; c++) to[c] = out[c] ? (float *)out[c] + vector * SEGUE_LANES : NULL;
    for (size_t k = 0; k < SEGUE_LANES; k += GROUP) {
      if (is_in_row) {
        fetch_group(&texture, at, k, true, true, to);
      } else if (texture.has_words) {
        fetch_group(&texture, at, k, true, false, to);
      } else {
        fetch_group(&texture, at, k, false, false, to);
      }
    }
  }
}
