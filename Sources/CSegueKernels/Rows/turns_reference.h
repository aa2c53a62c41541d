// Reference kernels that mix two pictures by a map of turns, and kernels of other transitions. The turn of a
// pixel is the progress at which the pixel changes. Included by reference.h.

// Returns the weight of the second picture, in units of 1/32768; 32767 stands for 1.
static inline int16_t turn_weight(float turn, float edge, float scale, bool smooth) {
  float z = (edge - turn) * scale;
  z = z > 0 ? z : 0;
  z = z < 1 ? z : 1;
  if (smooth) z = z * z * (3 - 2 * z);
  int32_t weight = (int32_t)(z * 32768 + 0.5f);
  return (int16_t)(weight < 32767 ? weight : 32767);
}

static inline void reference_mix_turns(uint8_t *out, const uint8_t *a, const uint8_t *b, const float *turns, float edge,
                                       float scale, bool smooth, size_t n) {
  for (size_t i = 0; i < n; i++) {
    int16_t weight = turn_weight(turns[i], edge, scale, smooth);
    for (size_t c = 4 * i; c < 4 * i + 4; c++) out[c] = (uint8_t)(a[c] + (((b[c] - a[c]) * weight + 0x4000) >> 15));
  }
}

static inline void reference_mix_differences(uint8_t *out, const uint8_t *a, const uint8_t *b, const int16_t *left,
                                             size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = (uint8_t)(b[i] + left[255 + a[i] - b[i]]);
}

// Computes moving averages from prefix sums.
static inline void smear_sums(uint8_t *restrict out, const uint32_t *restrict sums, size_t length, size_t n) {
  const size_t whole = n < length ? 0 : n - length + 1;
  float share = 1 / (float)length;
  for (size_t i = 0; i < 4 * whole; i++) {
    out[i] = (uint8_t)((float)(int32_t)(sums[i + 4 * length] - sums[i]) * share + 0.5f);
  }
  for (size_t i = whole; i < n; i++) {
    share = 1 / (float)(n - i);
    for (size_t c = 0; c < 4; c++) {
      out[4 * i + c] = (uint8_t)((float)(int32_t)(sums[4 * n + c] - sums[4 * i + c]) * share + 0.5f);
    }
  }
}

static inline void reference_smear(uint8_t *out, uint32_t *sums, const uint8_t *in, size_t length, size_t n) {
  for (size_t c = 0; c < 4; c++) sums[c] = 0;
  for (size_t i = 0; i < 4 * n; i++) sums[i + 4] = sums[i] + in[i];
  smear_sums(out, sums, length, n);
}

static inline void reference_take_turns(uint8_t *out, const uint8_t *a, const uint8_t *b, const float *turns, float edge,
                                        size_t n) {
  for (size_t i = 0; i < n; i++) memcpy(out + 4 * i, (turns[i] <= edge ? b : a) + 4 * i, 4);
}
