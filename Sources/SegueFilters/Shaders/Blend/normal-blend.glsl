// The second picture over the first.
// Source: GPUImageNormalBlendFilter, GPUImageSourceOverBlendFilter

vec3 blend(vec3 base, vec3 overlay) {
  return overlay;
}
