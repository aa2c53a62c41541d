// Saturation of the second picture, hue and luminance of the first.
// Source: GPUImageSaturationBlendFilter
// Also: saturation

#include "lit.glsl"
#include "strong.glsl"

vec3 blend(vec3 base, vec3 overlay) { return lit(strong(base, strength(overlay)), light(base)); }
