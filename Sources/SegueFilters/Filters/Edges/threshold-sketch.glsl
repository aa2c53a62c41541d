// Black edges on white, as drawn in ink.
// Source: GPUImageThresholdSketchFilter

uniform float threshold; // = 0.25 in 0...4: How steep an edge must be.
uniform float edgeStrength; // = 1.0 in 0...10: How strong edges are.

#include "sobel.glsl"

vec4 effect(vec2 uv) {
  return vec4(vec3(1.0 - step(threshold, edge(uv) * edgeStrength)), getColor(uv).a);
}
