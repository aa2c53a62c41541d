// Local binary pattern, with a bit for each of eight neighbors that has no less red.
// Source: GPUImageLocalBinaryPatternFilter

// Half an 8-bit level: a tolerance, so that rounding errors do not separate equal values.
const float half_step = 0.5 / 255.0;

float bit(vec2 uv, float x, float y, float middle) {
  return step(middle - half_step, getColor(uv + vec2(x, y) / resolution).r);
}

vec4 effect(vec2 uv) {
  vec4 color = getColor(uv);
  float bits = bit(uv, 1.0, -1.0, color.r) + 2.0 * bit(uv, 0.0, -1.0, color.r) + 4.0 * bit(uv, -1.0, -1.0, color.r)
    + 8.0 * bit(uv, -1.0, 0.0, color.r) + 16.0 * bit(uv, -1.0, 1.0, color.r) + 32.0 * bit(uv, 0.0, 1.0, color.r)
    + 64.0 * bit(uv, 1.0, 1.0, color.r) + 128.0 * bit(uv, 1.0, 0.0, color.r);
  return vec4(vec3(bits / 255.0), color.a);
}
