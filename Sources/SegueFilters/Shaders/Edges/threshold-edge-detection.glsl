// White at steep edges, black elsewhere.
// Source: GPUImageThresholdEdgeDetectionFilter

uniform float threshold; // = 0.25 in 0...2: How steep an edge must be.
uniform float edgeStrength; // = 1.0 in 0...10: How strong edges are.

// How light a neighbor is, so many pixels to the right and below.
float light(vec2 uv, float x, float y) {
  return dot(getColor(uv + vec2(x, y) / resolution).rgb, vec3(0.2125, 0.7154, 0.0721));
}

vec4 effect(vec2 uv) {
  float down = light(uv, 0.0, 1.0) - light(uv, 0.0, -1.0);
  float across = light(uv, 1.0, 0.0) - light(uv, -1.0, 0.0);
  return vec4(vec3(step(threshold, length(vec2(down, across)) * edgeStrength)), getColor(uv).a);
}
