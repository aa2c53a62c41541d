// The hand of a clock sweeps the second picture over the first.
// License: MIT

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1 of the frame: Where the hand is fixed, from the left and from below.
uniform float start; // = 0.0 in -360...360 degrees: Where the hand starts, clockwise from above.
uniform float softness; // = 0.05 in 0...1 of a turn: Width of the hand.

const float turn = 6.2831853;

vec4 transition(vec2 uv) {
  vec2 point = (uv - center) * vec2(ratio, 1.0);
  float place = fract(atan(point.x, point.y) / turn - start / 360.0);
  float width = max(softness, 0.001);
  float share = smoothstep(0.0, 1.0, (progress * (1.0 + width) - place) / width);
  return mix(getFromColor(uv), getToColor(uv), share);
}
