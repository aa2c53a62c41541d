// As the second picture shone on the first, softly.
// Source: GPUImageSoftLightBlendFilter

vec3 blend(vec3 base, vec3 overlay) {
  return base * (base + 2.0 * overlay * (1.0 - base));
}
