// Soft doors open over the second picture or close over the first, narrow at first.
// Source: gl-transitions HorizontalOpen, HorizontalClose, VerticalOpen, VerticalClose
// Variant: HorizontalOpen vertical=false opening=true
// Variant: HorizontalClose vertical=false opening=false
// Variant: VerticalOpen vertical=true opening=true
// Variant: VerticalClose vertical=true opening=false
// License: MIT

uniform bool vertical; // = true: Whether the doors move to the sides.
uniform bool opening; // = true: Whether the doors open.

vec4 transition(vec2 uv) {
  float size = opening ? progress : 1.0 - progress;
  float place = abs(((vertical ? uv.x : uv.y) - 0.5) / max(size, 0.000001));
  float s = 2.0 - place - 2.0 * (1.0 - size);
  if (!opening) s = 2.0 - place - 2.0 * progress;
  return mix(getFromColor(uv), getToColor(uv), opening ? smoothstep(0.0, 0.5, s) : smoothstep(0.5, 0.0, s));
}
