// Darkens the first picture, most where the second is dark.
// Source: GPUImageColorBurnBlendFilter
// Also: color-burn

vec3 blend(vec3 base, vec3 overlay) {
  return 1.0 - (1.0 - base) / max(overlay, 0.000001);
}
