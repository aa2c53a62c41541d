// A soft hand sweeps counterclockwise from the left; the first frame is exact, unlike the original's.
// Source: gl-transitions Radial
// Also: gl_Radial
// License: MIT

uniform float smoothness; // = 1.0 in 0.001...6 radians: Width of the hand.

const float pi = 3.141592653589;

vec4 transition(vec2 uv) {
  vec2 point = uv * 2.0 - 1.0;
  float place = atan(point.y, point.x) - (progress - 0.5) * pi * 2.5;
  return mix(getToColor(uv), getFromColor(uv), smoothstep(0.0, smoothness, place));
}
