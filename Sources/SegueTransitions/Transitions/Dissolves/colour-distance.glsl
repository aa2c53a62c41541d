// Similar colors change first, the others late.
// Source: gl-transitions ColourDistance
// Also: ColourDistance
// License: MIT

uniform float power; // = 5.0 in 0.1...50: How late the other colors change.

vec4 transition(vec2 uv) {
  vec4 from = getFromColor(uv);
  vec4 to = getToColor(uv);
  return mix(mix(from, to, step(distance(from, to), progress)), to, pow(progress, power));
}
