// Squares of the second picture fade in, in random order.
// Source: gl-transitions randomsquares
// Also: randomsquares
// License: MIT

uniform vec2 size; // = vec2(10.0, 10.0) in 1...500: How many squares there are across and up.
uniform float smoothness; // = 0.5 in 0.001...4 of the way: How long a square fades.

#include "random.glsl"

vec4 transition(vec2 uv) {
  float place = random(floor(size * uv)) - progress * (1.0 + smoothness);
  return mix(getFromColor(uv), getToColor(uv), smoothstep(0.0, -smoothness, place));
}
