// The second's hue with the first's strength and light.
// Source: GPUImageHueBlendFilter

#include "lit.glsl"
#include "strong.glsl"

vec3 blend(vec3 base, vec3 overlay) { return lit(strong(overlay, strength(base)), light(base)); }
