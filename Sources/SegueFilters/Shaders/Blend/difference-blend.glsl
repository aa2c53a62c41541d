// How far apart both are.
// Source: GPUImageDifferenceBlendFilter

vec3 blend(vec3 base, vec3 overlay) {
  return abs(overlay - base);
}
