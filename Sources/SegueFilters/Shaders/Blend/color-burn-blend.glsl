// Darkens the first picture, the more the darker the second is.
// Source: GPUImageColorBurnBlendFilter

vec3 blend(vec3 base, vec3 overlay) {
  return 1.0 - (1.0 - base) / max(overlay, 0.000001);
}
