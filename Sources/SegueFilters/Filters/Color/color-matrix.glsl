// Each channel becomes a weighted sum of all four.
// Source: GPUImageColorMatrixFilter; colorMatrix = red, green, blue, alpha

uniform vec4 red; // = vec4(1.0, 0.0, 0.0, 0.0), shown vec4(0.0, 1.0, 0.0, 0.0) in -10...10: Weights of red, green, blue and alpha in the new red.
uniform vec4 green; // = vec4(0.0, 1.0, 0.0, 0.0), shown vec4(0.0, 0.0, 1.0, 0.0) in -10...10: Weights of all four in the new green.
uniform vec4 blue; // = vec4(0.0, 0.0, 1.0, 0.0), shown vec4(1.0, 0.0, 0.0, 0.0) in -10...10: Weights of all four in the new blue.
uniform vec4 alpha; // = vec4(0.0, 0.0, 0.0, 1.0) in -10...10: Weights of all four in the new alpha.
uniform float intensity; // = 1.0 in 0...1: How much of it; 0 changes nothing.

vec4 effect(vec4 color) {
  vec4 sums = vec4(dot(red, color), dot(green, color), dot(blue, color), dot(alpha, color));
  return mix(color, sums, intensity);
}
