// The second picture slides over the first, which shrinks and fades to transparent.
// Source: gl-transitions LeftRight, TopBottom
// Variant: LeftRight
// Variant: TopBottom vertical=true
// License: MIT

uniform bool vertical; // = false: Whether the second picture comes from below instead of the right.

#include "inside.glsl"

vec4 transition(vec2 uv) {
  vec2 second = uv + (1.0 - progress) * (vertical ? vec2(0.0, 1.0) : vec2(-1.0, 0.0));
  vec2 first = (uv - 0.5) * mix(1.0, 3.0, progress * 0.2) + 0.5;
  if (inside(second)) return getToColor(second);
  return inside(first) ? getFromColor(first) * (1.0 - progress) : vec4(0.0, 0.0, 0.0, 1.0);
}
