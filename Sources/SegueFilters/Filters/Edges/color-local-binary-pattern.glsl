// Local binary pattern of each channel, with a bit for each neighbor that has no less.
// Source: GPUImageColorLocalBinaryPatternFilter

// Half an 8-bit level: a tolerance, so that rounding errors do not separate equal values.
const float half_step = 0.5 / 255.0;

vec3 bit(vec2 uv, float x, float y, vec3 middle) {
  return step(middle - half_step, getColor(uv + vec2(x, y) / resolution).rgb);
}

// The bits of green are written into green; GPUImage writes them into blue.
vec4 effect(vec2 uv) {
  vec4 color = getColor(uv);
  vec3 bits = bit(uv, 1.0, -1.0, color.rgb) + 2.0 * bit(uv, 0.0, -1.0, color.rgb)
    + 4.0 * bit(uv, -1.0, -1.0, color.rgb) + 8.0 * bit(uv, -1.0, 0.0, color.rgb)
    + 16.0 * bit(uv, -1.0, 1.0, color.rgb) + 32.0 * bit(uv, 0.0, 1.0, color.rgb)
    + 64.0 * bit(uv, 1.0, 1.0, color.rgb) + 128.0 * bit(uv, 1.0, 0.0, color.rgb);
  return vec4(bits / 255.0, color.a);
}
