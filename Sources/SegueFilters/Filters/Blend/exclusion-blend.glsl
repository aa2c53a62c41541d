// Difference of both pictures with less contrast.
// Source: GPUImageExclusionBlendFilter
// Also: exclusion

vec3 blend(vec3 base, vec3 overlay) {
  return base + overlay - 2.0 * base * overlay;
}
