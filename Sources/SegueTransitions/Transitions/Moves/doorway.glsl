// The first picture opens as two doors, and the second one comes nearer behind them, with a reflection.
// Source: gl-transitions doorway
// License: MIT

uniform float reflection; // = 0.4 in 0...1: How much of the picture the floor mirrors.
uniform float perspective; // = 0.4 in 0...2: Strength of the perspective.
uniform float depth; // = 3.0 in 1...20: How far behind the doors the picture is.

#include "inside.glsl"

vec4 transition(vec2 uv) {
  float slit = 2.0 * abs(uv.x - 0.5) - progress;
  if (slit > 0.0) {
    float d = 1.0 / (1.0 + perspective * progress * (1.0 - slit));
    float x = uv.x + (uv.x > 0.5 ? -0.5 : 0.5) * progress;
    vec2 door = vec2(x, (uv.y - d / 2.0) * d + d / 2.0);
    if (inside(door)) return getFromColor(door);
  }
  vec2 at = (uv - 0.5) * mix(1.0, depth, 1.0 - progress) + 0.5;
  if (inside(at)) return getToColor(at);
  vec2 below = vec2(at.x, -1.2 * at.y - 0.02);
  vec4 black = vec4(0.0, 0.0, 0.0, 1.0);
  if (!inside(below)) return black;
  return vec4(getToColor(below).rgb * reflection * (1.0 - below.y), 1.0);
}
