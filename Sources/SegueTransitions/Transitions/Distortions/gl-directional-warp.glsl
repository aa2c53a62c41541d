// An edge crosses the picture, and both pictures shrink toward the middle at the edge.
// Source: gl-transitions directionalwarp
// Also: directionalwarp
// License: MIT

uniform float smoothness; // = 0.1 in 0.001...2 of the way: Width of the edge.
uniform vec2 direction; // = vec2(-1.0, 1.0) in -10...10: Direction in which the edge moves, to the right and up.

#include "way.glsl"

vec4 transition(vec2 uv) {
  float m = 1.0 - smoothstep(-smoothness, 0.0, ahead(uv, direction, smoothness, progress));
  return mix(getFromColor((uv - 0.5) * (1.0 - m) + 0.5), getToColor((uv - 0.5) * m + 0.5), m);
}
