// Color tables and matrices in vectors. Included by vector.h.

#if defined(PICK_BYTES)

typedef int8_t s8w __attribute__((vector_size(VECTOR)));

// Prepares a table of 256 bytes for `looked_up`: its 16 parts of 16 bytes, repeated in each 128 bits of a
// register. All parts but the first part of each half of the table are stored as differences (exclusive or)
// from the previous part.
static inline void prepare(s8w steps[16], const uint8_t *table) {
  s8w before = {0};
  for (size_t k = 0; k < 16; k++) {
    const s8w part = REPEAT16(table + 16 * k);
    steps[k] = k % 8 == 0 ? part : part ^ before;
    before = part;
  }
}

// Looks up a register of bytes. A shuffle gives 0 for a negative index. So the exclusive or of all shuffles
// includes only the differences up to the part of the table with the byte's entry; these differences combine
// to this entry.
static inline s8w looked_up(const s8w steps[16], s8w bytes) {
  s8w low = bytes, high = bytes ^ (int8_t)-128, found = PICK_BYTES(steps[0], low) ^ PICK_BYTES(steps[8], high);
  for (size_t k = 1; k < 8; k++) {
    low = __builtin_elementwise_sub_sat(low, (s8w){} + 16);
    high = __builtin_elementwise_sub_sat(high, (s8w){} + 16);
    found ^= PICK_BYTES(steps[k], low) ^ PICK_BYTES(steps[8 + k], high);
  }
  return found;
}

// Transposes a 4×4 matrix of 32-bit numbers in each 128 bits of four registers.
static inline void transpose(u32v rows[4]) {
  const u32v pairs[4] = {UNPACK_LOW32(rows[0], rows[1]), UNPACK_HIGH32(rows[0], rows[1]),
                         UNPACK_LOW32(rows[2], rows[3]), UNPACK_HIGH32(rows[2], rows[3])};
  for (size_t half = 0; half < 2; half++) {
    rows[2 * half] = UNPACK_LOW64(pairs[half], pairs[2 + half]);
    rows[2 * half + 1] = UNPACK_HIGH64(pairs[half], pairs[2 + half]);
  }
}

// Looks up `VECTOR` pixels at a time, and returns the number of mapped pixels. Channels are separated, so
// that all bytes of a register use the same table. This takes 0.4 of the time of scalar loads (AVX2).
static size_t look_up_shuffling(uint8_t *restrict out, const uint8_t *restrict in, const uint8_t *restrict tables,
                                size_t n) {
  if (n < 4 * VECTOR) return 0;
  s8w steps[3][16];
  for (size_t c = 0; c < 3; c++) prepare(steps[c], tables + 256 * c);
  static const uint8_t transposed[16] = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
  const s8w grouped = REPEAT16(transposed);
  size_t i = 0;
  for (; i + VECTOR <= n; i += VECTOR) {
    u32v channels[4];
    memcpy(channels, in + 4 * i, sizeof channels);
    for (size_t k = 0; k < 4; k++) channels[k] = (u32v)PICK_BYTES(channels[k], grouped);
    transpose(channels);
#pragma clang loop unroll(full)
    for (size_t c = 0; c < 3; c++) channels[c] = (u32v)looked_up(steps[c], (s8w)channels[c]);
    transpose(channels);
    for (size_t k = 0; k < 4; k++) channels[k] = (u32v)PICK_BYTES(channels[k], grouped);
    memcpy(out + 4 * i, channels, sizeof channels);
  }
  return i;
}

#endif

static void look_up(uint8_t *restrict out, const uint8_t *restrict in, const uint8_t *restrict tables, size_t n) {
  const uint8_t *red = tables, *green = tables + 256, *blue = tables + 512;
  size_t i = 0;
#if defined(PICK_BYTES)
  i = look_up_shuffling(out, in, tables, n);
#endif
  // Uses scalar loads: gathers of bytes take twice as long.
#pragma clang loop vectorize(disable)
  for (; i < n; i++) {
    uint32_t pixel;
    memcpy(&pixel, in + 4 * i, 4);
    pixel = red[pixel & 255] | (uint32_t)green[pixel >> 8 & 255] << 8 | (uint32_t)blue[pixel >> 16 & 255] << 16 |
            (pixel & 0xff000000);
    memcpy(out + 4 * i, &pixel, 4);
  }
}

static void transform_colors(uint8_t *restrict out, const uint8_t *restrict in, const int16_t *restrict weights,
                             const int32_t *restrict offsets, int shift, size_t n) {
  size_t i = 0;
#if defined(MADD)
  typedef int32_t i32w __attribute__((vector_size(VECTOR)));
  // Pairs the weights of red and blue, and of green and alpha, for multiply-adds of 16-bit numbers.
  u32v pairs[4][2];
  for (size_t c = 0; c < 4; c++) {
    const int16_t *w = weights + 4 * c;
    pairs[c][0] = (u32v){} + ((uint32_t)(uint16_t)w[0] | (uint32_t)(uint16_t)w[2] << 16);
    pairs[c][1] = (u32v){} + ((uint32_t)(uint16_t)w[1] | (uint32_t)(uint16_t)w[3] << 16);
  }
  const i32w low = {0}, high = (i32w){} + 255;
  for (; i + VECTOR / 4 <= n; i += VECTOR / 4) {
    u32v pixels, result = {0};
    memcpy(&pixels, in + 4 * i, sizeof pixels);
    u32v redBlue = pixels & 0x00ff00ff, greenAlpha = pixels >> 8 & 0x00ff00ff;
    for (size_t c = 0; c < 4; c++) {
      i32w sum = (i32w)MADD(redBlue, pairs[c][0]) + (i32w)MADD(greenAlpha, pairs[c][1]) + offsets[c];
      sum = LEAST(MOST(sum >> shift, low), high);
      result |= (u32v)sum << (8 * c);
    }
    memcpy(out + 4 * i, &result, sizeof result);
  }
#endif
  reference_transform_colors(out + 4 * i, in + 4 * i, weights, offsets, shift, n - i);
}
