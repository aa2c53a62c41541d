// Edges white on black, after Prewitt.
// Source: GPUImagePrewittEdgeDetectionFilter
// Also: prewitt

uniform float edgeStrength; // = 1.0 in 0...10: How strong edges are.

#include "prewitt.glsl"

vec4 effect(vec2 uv) {
  return vec4(vec3(length(slope(uv).yx) * edgeStrength), getColor(uv).a);
}
