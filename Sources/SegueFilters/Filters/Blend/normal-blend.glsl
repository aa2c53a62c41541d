// The second picture over the first.
// Source: GPUImageNormalBlendFilter, GPUImageSourceOverBlendFilter
// Also: normal, source-over-blend, source-over

vec3 blend(vec3 base, vec3 overlay) {
  return overlay;
}
