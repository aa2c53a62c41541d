// The second over the first.
// Source: GPUImageNormalBlendFilter

vec3 blend(vec3 base, vec3 overlay) {
  return overlay;
}
