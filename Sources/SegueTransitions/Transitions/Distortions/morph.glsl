// The colors of both pictures push their pixels while they dissolve.
// Source: gl-transitions morph
// License: MIT

uniform float strength; // = 0.1 in 0...2 of the frame: How far pixels are pushed.

vec4 transition(vec2 uv) {
  vec4 a = getFromColor(uv);
  vec4 b = getToColor(uv);
  vec2 push = 0.5 * (a.rg + a.b + b.rg + b.b - 2.0) * strength;
  return mix(getFromColor(uv + push * progress), getToColor(uv - push * (1.0 - progress)), progress);
}
