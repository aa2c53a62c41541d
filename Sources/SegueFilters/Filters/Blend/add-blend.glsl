// Adds both pictures' colors.
// Source: GPUImageAddBlendFilter
// Also: add

vec3 blend(vec3 base, vec3 overlay) {
  return base + overlay;
}
