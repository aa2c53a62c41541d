// Both pictures sway up and down while they dissolve.
// Source: gl-transitions Dreamy
// Also: gl_Dreamy
// License: MIT

float sway(float p, float x) { return 0.03 * p * cos(10.0 * (p + x)); }

vec4 transition(vec2 uv) {
  vec4 from = getFromColor(uv + vec2(0.0, sway(progress, uv.x)));
  return mix(from, getToColor(uv + vec2(0.0, sway(1.0 - progress, uv.x))), progress);
}
