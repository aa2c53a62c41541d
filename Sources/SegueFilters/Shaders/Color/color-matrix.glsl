// Each channel becomes a weighted sum of all four.
// Source: GPUImageColorMatrixFilter; colorMatrix = red, green, blue, alpha

uniform vec4 red; // = vec4(1.0, 0.0, 0.0, 0.0), shown vec4(0.0, 1.0, 0.0, 0.0) in -10...10: How much red takes of red, green, blue and alpha.
uniform vec4 green; // = vec4(0.0, 1.0, 0.0, 0.0), shown vec4(0.0, 0.0, 1.0, 0.0) in -10...10: How much green takes of them.
uniform vec4 blue; // = vec4(0.0, 0.0, 1.0, 0.0), shown vec4(1.0, 0.0, 0.0, 0.0) in -10...10: How much blue takes of them.
uniform vec4 alpha; // = vec4(0.0, 0.0, 0.0, 1.0) in -10...10: How much alpha takes of them.
uniform float intensity; // = 1.0 in 0...1: How much of it; 0 changes nothing.

vec4 effect(vec4 color) {
  vec4 sums = vec4(dot(red, color), dot(green, color), dot(blue, color), dot(alpha, color));
  return mix(color, sums, intensity);
}
