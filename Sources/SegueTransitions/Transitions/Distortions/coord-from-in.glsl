// Red and green of each picture become the place that is shown of the other.
// Source: gl-transitions coord-from-in
// License: MIT

vec4 transition(vec2 uv) {
  vec2 first = getFromColor(uv).rg;
  vec2 second = getToColor(uv).rg;
  return mix(getFromColor(mix(uv, second, progress)), getToColor(mix(first, uv, progress)), progress);
}
