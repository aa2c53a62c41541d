// Linear light: sRGB bytes decoded for mixing. Included by reference.h.
//
// A color is premultiplied light, 0…65280, and alpha is 0…255, both as floats.
#pragma once

// The linear light of white. The linear light of each sRGB byte is rounded to an integer of 16 bits; byte 1
// has a light of 20.
#define LIGHT_WHITE 65280.0f
enum {
  // The number of pixels that are decoded at a time: three strips of this length fit the first-level cache.
  LIGHT_STRIP = 128,
  // The number of pieces of the encoding curve: four for each doubling of light, from a light of 256 on.
  LIGHT_PARTS = 32,
};

typedef struct {
  // The light of each byte; entry 256 repeats the light of byte 255.
  uint16_t light[257];
  // The low and the high bytes of `light`.
  uint8_t halves[2][256];
  // The coefficients of a quadratic for each piece of the encoding curve, with an error of at most 0.01 of an
  // 8-bit level.
  float square[LIGHT_PARTS], slope[LIGHT_PARTS], constant[LIGHT_PARTS];
} segue_light_tables;

// The tables are filled before any kernel table is returned.
extern segue_light_tables segue_light;

// Returns the light of a fractional byte value, interpolated linearly between whole bytes.
static inline float light_between(float byte) {
  size_t below = (size_t)byte;
  float from = segue_light.light[below];
  return from + ((float)segue_light.light[below + 1] - from) * (byte - (float)below);
}

static inline void reference_decode_light(float *light, const uint8_t *in, size_t n) {
  for (size_t i = 0; i < 4 * n; i += 4) {
    float alpha = in[i + 3];
    for (size_t c = 0; c < 3; c++) {
      if (alpha == 255) {
        light[i + c] = segue_light.light[in[i + c]];
      } else {
        float straight = alpha > 0 ? in[i + c] * 255.0f / alpha : 0;
        light[i + c] = light_between(straight < 255 ? straight : 255) * (alpha / 255);
      }
    }
    light[i + 3] = alpha;
  }
}

// Below this light, sRGB's curve is linear.
#define LIGHT_LINE (0.0031308f * LIGHT_WHITE)

// Returns the index of the curve's piece for a light value; the first piece extends down to the linear part.
static inline int32_t light_part(float light) {
  int32_t bits;
  memcpy(&bits, &light, 4);
  // Keeps the exponent and two fraction bits; for a light of 256, these bits are 540.
  int32_t part = (bits >> 21) - 540;
  return part > 0 ? part : 0;
}

// Encodes straight light to 0…255, without rounding.
static inline float light_to_byte(float light) {
  if (light < LIGHT_LINE) return light * (12.92f * 255 / LIGHT_WHITE);
  int32_t part = light_part(light);
  return (segue_light.square[part] * light + segue_light.slope[part]) * light + segue_light.constant[part];
}

// Encodes premultiplied light to pixels; `rounding` is as in `resample_across`.
static inline void round_light(uint8_t *out, const float *light, const float *rounding, size_t n) {
  for (size_t i = 0; i < 4 * n; i += 4) {
    float up = rounding[i / 4 % 8];
    // Takes an alpha of 254.99 or more as 255, since a sum of weights may deviate from 1.
    float alpha = light[i + 3] < 254.99f ? clamp(light[i + 3], 255) : 255;
    uint8_t byte = (uint8_t)(alpha + up);
    float scale = alpha > 0 ? 255 / alpha : 0;
    for (size_t c = 0; c < 3; c++) {
      float straight = light_to_byte(clamp(light[i + c] * scale, LIGHT_WHITE));
      out[i + c] = (uint8_t)(straight * ((float)byte / 255) + up);
    }
    out[i + 3] = byte;
  }
}

// Mixes the light of two opaque bytes. Light is lowered by 32768, so that the weighted sum fits a signed
// 32-bit integer; the conversion to float keeps 24 bits.
static inline float mixed_light(int32_t a, int32_t b, int32_t weight) {
  return (float)((a - 32768) * (32768 - weight) + (b - 32768) * weight) * 0x1p-15f + 32768;
}

// Mixes opaque pixels in linear light, as `mix` does for strips without transparency.
static inline void mix_opaque_light(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n, int16_t weight) {
  for (size_t i = 0; i < 4 * n; i++) {
    float light = mixed_light(segue_light.light[a[i]], segue_light.light[b[i]], weight);
    out[i] = i % 4 == 3 ? 255 : (uint8_t)(light_to_byte(light) + 0.5f);
  }
}

static inline void reference_encode_light(uint8_t *out, const float *light, size_t n) {
  static const float halves[8] = {0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f, 0.5f};
  round_light(out, light, halves, n);
}
