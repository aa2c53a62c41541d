// The lighter of both, each color on its own.
// Source: GPUImageLightenBlendFilter

vec3 blend(vec3 base, vec3 overlay) {
  return max(base, overlay);
}
