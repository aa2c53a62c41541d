// Subtracts the second picture's colors from the first's.
// Source: GPUImageSubtractBlendFilter

vec3 blend(vec3 base, vec3 overlay) {
  return base - overlay;
}
