// The picture is cut into two halves, which slide in opposite directions.
// Source: gl-transitions splitSlideInHorizontal and five more
// Variant: splitSlideInHorizontal moving=0
// Variant: splitSlideOutHorizontal moving=1
// Variant: splitSlideInOutHorizontal moving=2
// Variant: splitSlideInVertical moving=0 vertical=true
// Variant: splitSlideOutVertical moving=1 vertical=true
// Variant: splitSlideInOutVertical moving=2 vertical=true
// License: MIT

uniform int moving; // = 2 in 0...2: 0 moves the second picture, 1 the first, 2 both.
uniform bool vertical; // = false: Whether the halves beside each other move up and down.
uniform bool reverse; // = false: Whether the halves move the other way.

#include "inside.glsl"

vec4 transition(vec2 uv) {
  float sense = ((vertical ? uv.x : uv.y) > 0.5 ? 1.0 : -1.0) * (reverse ? -1.0 : 1.0);
  vec2 way = (vertical ? vec2(0.0, 1.0) : vec2(1.0, 0.0)) * sense;
  if (moving == 0) {
    vec2 at = uv + way * (1.0 - progress);
    return inside(at) ? getToColor(at) : getFromColor(uv);
  }
  vec2 at = uv + way * progress;
  return inside(at) ? getFromColor(at) : getToColor(moving == 1 ? uv : at - way);
}
