// Luminance gradient with its squares across and down in red and green, and their product in blue.
// Source: GPUImageXYDerivativeFilter

uniform float edgeStrength; // = 1.0 in 0...10: How strong edges are.

#include "prewitt.glsl"

vec4 effect(vec2 uv) {
  vec2 steep = slope(uv) * edgeStrength;
  return vec4(steep * steep, 0.5 * (steep.x * steep.y + 1.0), getColor(uv).a);
}
