// The second picture slides over the first, which shrinks and goes dark.
// Source: gl-transitions LeftRight, TopBottom
// Variant: LeftRight
// Variant: TopBottom vertical=true
// License: MIT

uniform bool vertical; // = false: Whether the picture comes from above instead of the right.

#include "inside.glsl"

vec4 transition(vec2 uv) {
  vec2 second = vertical ? vec2(uv.x, uv.y + progress - 1.0) : vec2(uv.x + progress - 1.0, uv.y);
  vec2 first = (uv - 0.5) * mix(1.0, 3.0, progress * 0.2) + 0.5;
  if (vertical) second.y = uv.y + 1.0 - progress;
  if (inside(second)) return getToColor(second);
  return inside(first) ? getFromColor(first) * (1.0 - progress) : vec4(0.0, 0.0, 0.0, 1.0);
}
