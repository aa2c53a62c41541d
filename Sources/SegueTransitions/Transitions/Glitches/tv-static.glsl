// A television loses the first picture, shows noise, and finds the second.
// Source: gl-transitions TVStatic
// Also: TVStatic
// License: MIT

uniform float offset; // = 0.05 in 0...0.5 of the way: How long the pictures are shown.

vec4 transition(vec2 uv) {
  if (progress < offset) return getFromColor(uv);
  if (progress > 1.0 - offset) return getToColor(uv);
  float turn = mod(dot(uv * progress, vec2(12.9898, 78.233)), 3.14);
  return vec4(vec3(fract(sin(turn) * 43758.5453)), 1.0);
}
