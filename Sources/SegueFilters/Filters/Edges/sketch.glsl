// Dark edges on white, as drawn by a pencil.
// Source: GPUImageSketchFilter

uniform float edgeStrength; // = 1.0 in 0...10: How strong edges are.

#include "sobel.glsl"

vec4 effect(vec2 uv) {
  return vec4(vec3(1.0 - edge(uv) * edgeStrength), getColor(uv).a);
}
