// Adds both pictures' colors.
// Source: GPUImageAddBlendFilter

vec3 blend(vec3 base, vec3 overlay) {
  return base + overlay;
}
