// The first picture goes back on the left, the second one comes forward on the right, with reflections.
// Source: gl-transitions swap
// Also: gl_swap
// License: MIT

uniform float reflection; // = 0.4 in 0...1: How much of the pictures the floor mirrors.
uniform float perspective; // = 0.2 in 0...0.99: Strength of the perspective.
uniform float depth; // = 3.0 in 1...20: How far back a picture goes.

#include "inside.glsl"
#include "floor.glsl"

vec4 transition(vec2 uv) {
  float size = mix(1.0, depth, progress);
  float p = perspective * progress;
  vec2 first = vec2(uv.x, uv.y - 0.5) * vec2(size / (1.0 - p), size / (1.0 - size * p * uv.x)) + vec2(0.0, 0.5);
  size = mix(1.0, depth, 1.0 - progress);
  p = perspective * (1.0 - progress);
  vec2 second = (uv - vec2(1.0, 0.5)) * vec2(size / (1.0 - p), size / (1.0 - size * p * (0.5 - uv.x))) + vec2(1.0, 0.5);
  bool isFirst = inside(first);
  bool isSecond = inside(second);
  if (isFirst && (progress < 0.5 || !isSecond)) return getFromColor(first);
  if (isSecond) return getToColor(second);
  return vec4(min(mirrored(true, first, 0.02) + mirrored(false, second, 0.02), 1.0), 1.0);
}
