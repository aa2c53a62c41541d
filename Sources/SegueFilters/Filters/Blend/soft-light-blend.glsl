// Darkens or lightens the first picture softly, where the second is dark or light.
// Source: GPUImageSoftLightBlendFilter
// Also: soft-light

vec3 blend(vec3 base, vec3 overlay) {
  return base * (base + 2.0 * overlay * (1.0 - base));
}
