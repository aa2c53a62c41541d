// Each color replaced by its complement.
// Source: GPUImageColorInvertFilter
// Also: invert, negative

vec4 effect(vec4 color) {
  return vec4(1.0 - color.rgb, color.a);
}
