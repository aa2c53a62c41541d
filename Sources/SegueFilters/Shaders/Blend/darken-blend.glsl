// The darker of both, each color on its own.
// Source: GPUImageDarkenBlendFilter

vec3 blend(vec3 base, vec3 overlay) {
  return min(base, overlay);
}
