// A hand without a soft edge sweeps around the middle.
// Source: gl-transitions angular
// License: MIT

uniform float startingAngle; // = 90.0 in -360...360 degrees: Where the hand starts; 90 is above.

const float pi = 3.141592653589;

vec4 transition(vec2 uv) {
  float angle = atan(uv.y - 0.5, uv.x - 0.5) + startingAngle * pi / 180.0;
  float place = fract((angle + pi) / (2.0 * pi));
  return mix(getFromColor(uv), getToColor(uv), step(place, progress));
}
