// Subtracts the second picture's colors from the first's.
// Source: GPUImageSubtractBlendFilter
// Also: subtract

vec3 blend(vec3 base, vec3 overlay) {
  return base - overlay;
}
