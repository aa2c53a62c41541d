// Divides the first picture's colors by the second's.
// Source: GPUImageDivideBlendFilter
// Also: divide

vec3 blend(vec3 base, vec3 overlay) {
  return base / max(overlay, 0.000001);
}
