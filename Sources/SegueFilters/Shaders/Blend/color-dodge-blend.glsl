// Lightens the first picture, the more the lighter the second is.
// Source: GPUImageColorDodgeBlendFilter

// As W3C has it: with GPUImage, which divides by a hundredth at least, the two last levels of the second do less.
vec3 blend(vec3 base, vec3 overlay) {
  return base / max(1.0 - overlay, 0.000001);
}
