// The first's color with the second's light.
// Source: GPUImageLuminosityBlendFilter

#include "lit.glsl"

vec3 blend(vec3 base, vec3 overlay) { return lit(base, light(overlay)); }
