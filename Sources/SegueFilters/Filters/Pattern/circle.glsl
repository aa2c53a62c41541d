// A disk of one color on another, independent of the picture.
// Source: GPUImage2 CircleGenerator
// Also: circle-generator

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1: Center, from the top left.
uniform float radius; // = 0.25 in 0...2 of the width: How large it is.
uniform vec4 circleColor; // = vec4(1.0, 1.0, 1.0, 1.0) in 0...1: The color of the disk.
uniform vec4 backgroundColor; // = vec4(0.0, 0.0, 0.0, 1.0) in 0...1: The color around it.

vec4 effect(vec4 color, vec2 uv) {
  return length((uv - center) / vec2(1.0, ratio)) < radius ? circleColor : backgroundColor;
}
