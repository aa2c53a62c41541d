// Wind from the left blows the first picture away in streaks of a pixel.
// Source: gl-transitions wind
// Also: gl_wind
// License: MIT

uniform float size; // = 0.2 in 0.001...0.999 of the width: Length of the streaks.
uniform bool reversed; // = false: Whether the wind blows from the right.

#include "random.glsl"

vec4 transition(vec2 uv) {
  float x = reversed ? 1.0 - uv.x : uv.x;
  float place = x * (1.0 - size) + size * random(vec2(0.0, uv.y)) - progress * (1.0 + size);
  return mix(getFromColor(uv), getToColor(uv), smoothstep(0.0, -size, place));
}
