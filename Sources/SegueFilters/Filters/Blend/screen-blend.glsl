// Multiplies inverted colors, as two projectors on one screen.
// Source: GPUImageScreenBlendFilter
// Also: screen

vec3 blend(vec3 base, vec3 overlay) {
  return 1.0 - (1.0 - base) * (1.0 - overlay);
}
