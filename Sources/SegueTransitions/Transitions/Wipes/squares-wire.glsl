// Squares of the second picture grow in a wave.
// Source: gl-transitions squareswire
// Also: squareswire
// License: MIT

uniform vec2 squares; // = vec2(10.0, 10.0) in 1...200: How many squares there are across and up.
uniform vec2 direction; // = vec2(1.0, -0.5) in -10...10: Direction in which the wave moves, to the right and up.
uniform float smoothness; // = 1.6 in 0.001...4 of the way: Length of the wave.

#include "way.glsl"

vec4 transition(vec2 uv) {
  float gap = 0.5 * smoothstep(-smoothness, 0.0, ahead(uv, direction, smoothness, progress));
  vec2 square = fract(uv * squares);
  vec2 isInside = step(vec2(gap), square) * step(square, vec2(1.0 - gap));
  return mix(getFromColor(uv), getToColor(uv), progress <= 0.0 ? 0.0 : isInside.x * isInside.y);
}
