// Absolute difference of both pictures.
// Source: GPUImageDifferenceBlendFilter
// Also: difference

vec3 blend(vec3 base, vec3 overlay) {
  return abs(overlay - base);
}
