// The first without the second.
// Source: GPUImageSubtractBlendFilter

vec3 blend(vec3 base, vec3 overlay) {
  return base - overlay;
}
