// Luminance of the second picture, hue and saturation of the first.
// Source: GPUImageLuminosityBlendFilter
// Also: luminosity

#include "lit.glsl"

vec3 blend(vec3 base, vec3 overlay) { return lit(base, light(overlay)); }
