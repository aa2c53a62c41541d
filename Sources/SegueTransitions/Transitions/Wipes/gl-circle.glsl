// The first picture closes to a point on a plain color, and the second one opens out of it.
// Source: gl-transitions circle
// Also: circle
// License: MIT

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1 of the frame: The point, from the left and from below.
uniform vec3 backColor; // = vec3(0.1, 0.1, 0.1) in 0...1: Color outside of the circle.

vec4 transition(vec2 uv) {
  if (length(uv - center) > sqrt(8.0) * abs(progress - 0.5)) return vec4(backColor, 1.0);
  if (progress < 0.5) return getFromColor(uv);
  return getToColor(uv);
}
