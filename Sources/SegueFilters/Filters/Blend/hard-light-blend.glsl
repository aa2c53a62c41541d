// Multiplies where the second picture is dark, and screens where it is light.
// Source: GPUImageHardLightBlendFilter
// Also: hard-light

vec3 blend(vec3 base, vec3 overlay) {
  return mix(
    2.0 * base * overlay, 1.0 - 2.0 * (1.0 - base) * (1.0 - overlay), step(0.5, overlay));
}
