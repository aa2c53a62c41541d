// White at steep edges, black elsewhere.
// Source: GPUImageThresholdEdgeDetectionFilter

uniform float threshold; // = 0.25 in 0...2: How steep an edge must be.
uniform float edgeStrength; // = 1.0 in 0...10: How strong edges are.

#include "neighbor-light.glsl"

vec4 effect(vec2 uv) {
  float down = light(uv, 0.0, 1.0) - light(uv, 0.0, -1.0);
  float across = light(uv, 1.0, 0.0) - light(uv, -1.0, 0.0);
  return vec4(vec3(step(threshold, length(vec2(down, across)) * edgeStrength)), getColor(uv).a);
}
