// The kernel `warp`: bilinear samples along a line through a picture.

// These macros select the even or the odd 32-bit words of two registers, within each 128 bits.
#if VECTOR == 64
#define EVEN(a, b) \
  __builtin_shufflevector(a, b, 0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30)
#define ODD(a, b) \
  __builtin_shufflevector(a, b, 1, 3, 17, 19, 5, 7, 21, 23, 9, 11, 25, 27, 13, 15, 29, 31)
#elif VECTOR == 32
#define EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14)
#define ODD(a, b) __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15)
#else
#define EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6)
#define ODD(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7)
#endif

typedef double f64v __attribute__((vector_size(VECTOR)));

// The left and right neighbors of PIXELS samples.
typedef struct {
  u32v left, right;
} neighbor_pixels;

// Loads the left and right neighbors of each sample as 8 bytes, in an order that EVEN and ODD sort. The type
// is double, since compilers then fill half a register without further instructions. Offsets are multiplied
// by `bytes`.
static inline neighbor_pixels load_neighbors(const uint8_t *row, const uint32_t offsets[PIXELS], const size_t bytes) {
  f64v pairs[2];
#pragma clang loop unroll(full)
  for (size_t k = 0; k < PIXELS; k++) {
    double pair;
    memcpy(&pair, row + bytes * offsets[k], 8);
    pairs[k / 2 % 2][2 * (k / 4) + k % 2] = pair;
  }
  return (neighbor_pixels){EVEN((u32v)pairs[0], (u32v)pairs[1]), ODD((u32v)pairs[0], (u32v)pairs[1])};
}

static inline f32v channel_of(u32v pixels, uint32_t c) {
  return __builtin_convertvector((i32v)(pixels >> 8 * c & 255), f32v);
}

// Mixes the four neighbors of each of PIXELS samples.
static inline u32v mix_neighbors(neighbor_pixels top, neighbor_pixels bottom, f32v across, f32v down) {
  const uint32_t opaque = UINT32_C(255) << 24;
  u32v pixels = {0};
#pragma clang loop unroll(full)
  for (uint32_t c = 0; c < 4; c++) {
    // Opaque neighbors give opaque samples.
    if (c == 3 && !__builtin_reduce_or((top.left & top.right & bottom.left & bottom.right) < opaque)) return pixels | opaque;
    f32v left = channel_of(top.left, c), below = channel_of(bottom.left, c);
    f32v t = left + (channel_of(top.right, c) - left) * across;
    f32v b = below + (channel_of(bottom.right, c) - below) * across;
    pixels |= (u32v)__builtin_convertvector(t + (b - t) * down + 0.5f, i32v) << 8 * c;
  }
  return pixels;
}

// The positions of PIXELS samples: byte offsets of the upper left neighbors, and the weights of the right and
// of the lower neighbors.
typedef struct {
  uint32_t offsets[PIXELS];
  f32v across, down;
} warp_places;

static inline u32v warp_at(const warp_places *at, const uint8_t *picture, size_t stride) {
  neighbor_pixels top = load_neighbors(picture, at->offsets, 1);
  neighbor_pixels bottom = load_neighbors(picture + stride, at->offsets, 1);
  return mix_neighbors(top, bottom, at->across, at->down);
}

// One coordinate of PIXELS samples, in 32.32 fixed point, in the order in which `load_neighbors` loads.
typedef struct {
  u64v of[2];
} coordinates;

static inline coordinates coordinates_from(int64_t first, int64_t step) {
  coordinates all;
#pragma clang loop unroll(full)
  for (size_t k = 0; k < PIXELS; k++) all.of[k / 2 % 2][2 * (k / 4) + k % 2] = (uint64_t)first + k * (uint64_t)step;
  return all;
}

static inline void move(coordinates *all, int64_t step) {
  for (size_t k = 0; k < 2; k++) all->of[k] += (uint64_t)step * PIXELS;
}

static inline u32v whole(const coordinates *all) { return ODD((u32v)all->of[0], (u32v)all->of[1]); }

static inline f32v share(const coordinates *all) {
  return __builtin_convertvector((i32v)(EVEN((u32v)all->of[0], (u32v)all->of[1]) >> 8), f32v) * 0x1p-24f;
}

// Computes samples whose neighbors are all inside the picture, PIXELS at a time; returns the number of
// computed samples.
static size_t warp_inside(uint8_t *restrict out, const uint8_t *restrict picture, size_t stride, int64_t u, int64_t v,
                          int64_t du, int64_t dv, size_t n) {
  coordinates us = coordinates_from(u, du), vs = coordinates_from(v, dv);
  // Computes offsets AHEAD registers before their use: a load waits for the store of its offset, and
  // out-of-order execution hides the wait for two registers only. (Computing ahead takes 0.6 to 0.7 of the
  // time of computing offsets immediately before their use.)
  enum { AHEAD = 8 };
  warp_places places[AHEAD];
  size_t i = 0;
  while (i + PIXELS <= n) {
    size_t count = (n - i) / PIXELS < AHEAD ? (n - i) / PIXELS : AHEAD;
    for (size_t k = 0; k < count; k++) {
      u32v offsets = whole(&us) * 4 + whole(&vs) * (uint32_t)stride;
      memcpy(places[k].offsets, &offsets, sizeof offsets);
      places[k].across = share(&us);
      places[k].down = share(&vs);
      move(&us, du);
      move(&vs, dv);
    }
    for (size_t k = 0; k < count; k++, i += PIXELS) {
      u32v pixels = warp_at(&places[k], picture, stride);
      memcpy(out + 4 * i, &pixels, sizeof pixels);
    }
  }
  return i;
}

// Returns the number of successive positions, at most n, that lie in 0..<bound.
static size_t steps_inside(int64_t position, int64_t step, int64_t bound, size_t n) {
  if (position < 0 || position >= bound) return 0;
  int64_t way, end;
  if (!__builtin_mul_overflow((int64_t)n, step, &way) && !__builtin_add_overflow(position, way, &end) && end >= 0 &&
      end < bound)
    return n;
  if (step == 0) return n;
  uint64_t room = step > 0 ? (uint64_t)(bound - 1 - position) : (uint64_t)position;
  uint64_t steps = room / (step > 0 ? (uint64_t)step : -(uint64_t)step) + 1;
  return steps < n ? steps : n;
}

static void warp(uint8_t *restrict out, const uint8_t *restrict picture, size_t stride, uint32_t width,
                 uint32_t height, int64_t u, int64_t v, int64_t du, int64_t dv, size_t n) {
  if (width < 2 || height < 2) {
    // A picture of one row or column has no pairs of pixels to load.
    reference_warp(out, picture, stride, width, height, u, v, du, dv, n);
    return;
  }
  int64_t last_u = ((int64_t)width - 1) << 32, last_v = ((int64_t)height - 1) << 32;
  walk at = {picture, stride, width, height, {}, {}, (i64v){} + du * BLOCK, (i64v){} + dv * BLOCK};
  // Whether all byte offsets fit 32 bits.
  const bool fits = stride <= UINT32_MAX / height;
  for (size_t i = 0; i < n;) {
    size_t inside = steps_inside(v, dv, last_v, steps_inside(u, du, last_u, n - i));
    size_t made = inside < PIXELS || !fits ? 0 : warp_inside(out + 4 * i, picture, stride, u, v, du, dv, inside);
    if (made == 0) {
      // Computes samples near an edge, or at the end of the row.
      for (size_t k = 0; k < BLOCK; k++) {
        at.u[k] = u + (int64_t)k * du;
        at.v[k] = v + (int64_t)k * dv;
      }
      u8v bytes = warp_block(&at);
      made = n - i < BLOCK ? n - i : BLOCK;
      memcpy(out + 4 * i, &bytes, 4 * made);
    }
    i += made;
    u += (int64_t)made * du;
    v += (int64_t)made * dv;
  }
}
