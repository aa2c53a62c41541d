// The kernels of turns_reference.h in vectors. Included by vector.h.

#if defined(SCALED_BY)

static inline f32v turns_at(const float *p) {
  f32v turns;
  memcpy(&turns, p, sizeof turns);
  return turns;
}

static inline f32v where(i32v mask, f32v yes, f32v no) { return (f32v)((mask & (i32v)yes) | (~mask & (i32v)no)); }

static void mix_turns(uint8_t *out, const uint8_t *a, const uint8_t *b, const float *turns, float edge, float scale,
                      bool smooth, size_t n) {
  const u32v_unaligned halves = (u32v_unaligned){} + 0x00ff00ffu;
  const f32v zero = {}, one = zero + 1;
  size_t i = 0;
  for (; i + PIXELS <= n; i += PIXELS) {
    f32v z = (edge - turns_at(turns + i)) * scale;
    z = where(z > zero, z, zero);
    z = where(z < one, z, one);
    if (smooth) z = z * z * (3 - 2 * z);
    i32v weight = __builtin_convertvector(z * 32768 + 0.5f, i32v);
    weight = LEAST(weight, (i32v){} + 32767);
    // Mixes two channels of each pixel at once, in 16 bits each.
    u32v weights = (u32v)weight | (u32v)weight << 16;
    u32v x = *(const u32v_unaligned *)(a + 4 * i), y = *(const u32v_unaligned *)(b + 4 * i);
    i16v even = (i16v)(x & halves), odd = (i16v)(x >> 8 & halves);
    even += SCALED_BY((i16v)(y & halves) - even, weights);
    odd += SCALED_BY((i16v)(y >> 8 & halves) - odd, weights);
    *(u32v_unaligned *)(out + 4 * i) = (u32v)even | (u32v)odd << 8;
  }
  reference_mix_turns(out + 4 * i, a + 4 * i, b + 4 * i, turns + i, edge, scale, smooth, n - i);
}

static void take_turns(uint8_t *out, const uint8_t *a, const uint8_t *b, const float *turns, float edge, size_t n) {
  size_t i = 0;
  for (; i + PIXELS <= n; i += PIXELS) {
    f32v x, y;
    memcpy(&x, a + 4 * i, sizeof x);
    memcpy(&y, b + 4 * i, sizeof y);
    x = where(turns_at(turns + i) <= edge, y, x);
    memcpy(out + 4 * i, &x, sizeof x);
  }
  reference_take_turns(out + 4 * i, a + 4 * i, b + 4 * i, turns + i, edge, n - i);
}

#endif

static void smear(uint8_t *restrict out, uint32_t *restrict sums, const uint8_t *restrict in, size_t length, size_t n) {
  u32x16 before = {0};
  memcpy(sums, &before, 16);
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    u8x16 bytes;
    memcpy(&bytes, in + 4 * i, sizeof bytes);
    u32x16 pixels = __builtin_convertvector(bytes, u32x16);
    add_up(&pixels);
    const u32x16 all = pixels + before;
    memcpy(sums + 4 * (i + 1), &all, sizeof all);
    add_last(&before, &pixels);
  }
  for (size_t k = 4 * i; k < 4 * n; k++) sums[k + 4] = sums[k] + in[k];
  smear_sums(out, sums, length, n);
}
