// Hue of the second picture, saturation and luminance of the first.
// Source: GPUImageHueBlendFilter
// Also: hue

#include "lit.glsl"
#include "strong.glsl"

vec3 blend(vec3 base, vec3 overlay) { return lit(strong(overlay, strength(base)), light(base)); }
