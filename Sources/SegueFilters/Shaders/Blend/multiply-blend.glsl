// As two slides one upon the other.
// Source: GPUImageMultiplyBlendFilter

vec3 blend(vec3 base, vec3 overlay) {
  return base * overlay;
}
