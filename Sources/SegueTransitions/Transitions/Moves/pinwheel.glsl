// Bent blades open around the middle and turn as they do.
// License: MIT

uniform float blades; // = 6.0 in 1...60: How many blades there are, a whole number.
uniform float twist; // = 0.12 in -2...2 turns: Bend of a blade from the center to a distance of one picture height.
uniform float spin; // = 0.1 in -2...2 turns: How far the wheel turns.
uniform float softness; // = 0.15 in 0...1 of a blade: Width of a blade's edge.

const float turn = 6.2831853;
// Width of a blade's hard edge, as a fraction of a blade, for antialiasing.
const float back = 0.03;

vec4 transition(vec2 uv) {
  vec2 point = (uv - 0.5) * vec2(ratio, 1.0);
  float angle = atan(point.x, point.y) / turn - spin * progress + twist * length(point);
  float blade = fract(angle * floor(blades + 0.5));
  float place = min(blade / (1.0 - back), (1.0 - blade) / back);
  float width = max(softness, 0.001);
  float share = smoothstep(0.0, 1.0, (progress * (1.0 + width) - place) / width);
  return mix(getFromColor(uv), getToColor(uv), share);
}
