// A soft edge crosses the picture in a direction given as a vector.
// Source: gl-transitions directionalwipe
// Also: directionalwipe
// License: MIT

uniform vec2 direction; // = vec2(1.0, -1.0) in -10...10: Direction in which the edge moves, to the right and up.
uniform float smoothness; // = 0.5 in 0.001...2 of the way: Width of the edge.

#include "way.glsl"

vec4 transition(vec2 uv) {
  float m = 1.0 - smoothstep(-smoothness, 0.0, ahead(uv, direction, smoothness, progress));
  return mix(getFromColor(uv), getToColor(uv), progress <= 0.0 ? 0.0 : m);
}
