// The higher value of each channel.
// Source: GPUImageLightenBlendFilter
// Also: lighten

vec3 blend(vec3 base, vec3 overlay) {
  return max(base, overlay);
}
