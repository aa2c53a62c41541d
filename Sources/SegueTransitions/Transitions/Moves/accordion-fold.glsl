// The first picture folds up like an accordion and leaves the second one below it.
// Source: CIAccordionFoldTransition, by its description
// Also: CIAccordionFoldTransition
// License: MIT

uniform float folds; // = 3.0 in 1...50: How many folds there are, a whole number.
uniform float shadow; // = 0.3 in 0...1: How dark the folds are.

vec4 transition(vec2 uv) {
  if (uv.y < progress) return getToColor(uv);
  float place = (uv.y - progress) / max(1.0 - progress, 0.00001);
  vec4 color = getFromColor(vec2(uv.x, place));
  float fold = abs(2.0 * fract(place * floor(folds + 0.5)) - 1.0);
  return vec4(color.rgb * (1.0 - shadow * min(4.0 * progress, 1.0) * fold), color.a);
}
