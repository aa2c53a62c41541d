// Black edges on white, as drawn in ink.
// Source: GPUImageThresholdSketchFilter

uniform float threshold; // = 0.25 in 0...4: How steep an edge must be.
uniform float edgeStrength; // = 1.0 in 0...10: How strong edges are.

// How light a neighbor is, so many pixels to the right and below.
float light(vec2 uv, float x, float y) {
  return dot(getColor(uv + vec2(x, y) / resolution).rgb, vec3(0.2125, 0.7154, 0.0721));
}

// How steep the light is, after Sobel.
float edge(vec2 uv) {
  float topLeft = light(uv, -1.0, -1.0);
  float topRight = light(uv, 1.0, -1.0);
  float bottomLeft = light(uv, -1.0, 1.0);
  float bottomRight = light(uv, 1.0, 1.0);
  float down = bottomLeft - topLeft + 2.0 * (light(uv, 0.0, 1.0) - light(uv, 0.0, -1.0)) + bottomRight - topRight;
  float across = topRight - topLeft + 2.0 * (light(uv, 1.0, 0.0) - light(uv, -1.0, 0.0)) + bottomRight - bottomLeft;
  return length(vec2(down, across));
}

vec4 effect(vec2 uv) {
  return vec4(vec3(1.0 - step(threshold, edge(uv) * edgeStrength)), getColor(uv).a);
}
