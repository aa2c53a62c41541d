// Hue and saturation of the second picture, luminance of the first.
// Source: GPUImageColorBlendFilter
// Also: color

#include "lit.glsl"

vec3 blend(vec3 base, vec3 overlay) { return lit(overlay, light(base)); }
