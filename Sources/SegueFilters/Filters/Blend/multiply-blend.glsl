// Multiplies colors, as two slides on top of each other.
// Source: GPUImageMultiplyBlendFilter
// Also: multiply

vec3 blend(vec3 base, vec3 overlay) {
  return base * overlay;
}
