// The higher value of each channel.
// Source: GPUImageLightenBlendFilter

vec3 blend(vec3 base, vec3 overlay) {
  return max(base, overlay);
}
