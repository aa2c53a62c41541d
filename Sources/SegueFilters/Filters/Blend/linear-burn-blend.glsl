// Sum of both pictures minus white.
// Source: GPUImageLinearBurnBlendFilter
// Also: linear-burn

vec3 blend(vec3 base, vec3 overlay) {
  return base + overlay - 1.0;
}
