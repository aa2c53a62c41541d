// Conversions of rows from sRGB bytes to linear light, by a table, and back, in vectors if the instruction
// set can permute registers. Rows that are not opaque use the reference kernels. Included by vector.h.

static void decode_light(float *restrict light, const uint8_t *restrict in, size_t n) {
  if (!is_opaque(in, n)) return reference_decode_light(light, in, n);
  for (size_t i = 0; i < 4 * n; i++) light[i] = segue_light.light[in[i]];
  for (size_t i = 0; i < n; i++) light[4 * i + 3] = 255;
}

static inline bool light_is_opaque(const float *light, size_t n) {
  int32_t clear = 0;
  for (size_t i = 0; i < n; i++) clear |= light[4 * i + 3] < 254.99f;
  return clear == 0;
}

#if defined(PERMUTE)
static inline f32v curve_part(const float *table, i32v parts) {
  u32v registers[LIGHT_PARTS / PIXELS];
  memcpy(registers, table, sizeof registers);
#if VECTOR == 64
  return (f32v)PERMUTE(registers[0], parts, registers[1]);
#else
  u32v low = PERMUTE(registers[0], parts, registers[1]), high = PERMUTE(registers[2], parts, registers[3]);
  i32v is_high = parts > 15;
  return (f32v)((u32v)((u32v)is_high & high) | (~(u32v)is_high & low));
#endif
}

static void encode_light(uint8_t *restrict out, const float *restrict light, size_t n) {
  if (!light_is_opaque(light, n)) return reference_encode_light(out, light, n);
  const f32v zero = {}, white = zero + LIGHT_WHITE;
  size_t i = 0;
  for (; i + BLOCK <= n; i += BLOCK) {
    f32v x;
    memcpy(&x, light + 4 * i, sizeof x);
    x = __builtin_elementwise_min(__builtin_elementwise_max(x, zero), white);
    i32v part = __builtin_elementwise_max(((i32v)x >> 21) - 540, (i32v){});
    f32v curve = (curve_part(segue_light.square, part) * x + curve_part(segue_light.slope, part)) * x +
                 curve_part(segue_light.constant, part);
    f32v line = x * (12.92f * 255 / LIGHT_WHITE);
    i32v bytes = __builtin_convertvector(where(x < LIGHT_LINE, line, curve) + 0.5f, i32v);
    // Alpha is the fourth lane of each pixel.
    u8v packed = __builtin_convertvector(bytes, u8v);
    for (size_t k = 3; k < VECTOR / 4; k += 4) packed[k] = 255;
    memcpy(out + 4 * i, &packed, sizeof packed);
  }
  reference_encode_light(out + 4 * i, light + 4 * i, n - i);
}
#else
#define encode_light reference_encode_light
#endif

#define LINEAR(name) linear_##name
#define IS_OPAQUE is_opaque
#define DECODE_LIGHT decode_light
#define ENCODE_LIGHT encode_light
#include "light.h"
