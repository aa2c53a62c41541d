// The second's color with the first's light.
// Source: GPUImageColorBlendFilter

#include "lit.glsl"

vec3 blend(vec3 base, vec3 overlay) { return lit(overlay, light(base)); }
