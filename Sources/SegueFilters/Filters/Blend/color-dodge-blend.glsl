// Lightens the first picture, most where the second is light.
// Source: GPUImageColorDodgeBlendFilter
// Also: color-dodge

// Follows W3C's specification. GPUImage divides by at least 0.01, which weakens the lightest levels of the
// second picture.
vec3 blend(vec3 base, vec3 overlay) {
  return base / max(1.0 - overlay, 0.000001);
}
