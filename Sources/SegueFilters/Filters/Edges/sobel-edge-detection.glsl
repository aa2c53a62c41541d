// Edges white on black.
// Source: GPUImageSobelEdgeDetectionFilter
// Also: sobel, edge-detection

uniform float edgeStrength; // = 1.0 in 0...10: How strong edges are.

#include "sobel.glsl"

vec4 effect(vec2 uv) {
  return vec4(vec3(edge(uv) * edgeStrength), getColor(uv).a);
}
