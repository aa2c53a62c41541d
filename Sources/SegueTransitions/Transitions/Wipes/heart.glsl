// The second picture appears in a heart that grows.
// Source: gl-transitions heart
// License: MIT

vec4 transition(vec2 uv) {
  vec2 o = (uv - vec2(0.5, 0.4)) / (1.6 * max(progress, 0.00001));
  float a = o.x * o.x + o.y * o.y - 0.3;
  return mix(getFromColor(uv), getToColor(uv), step(a * a * a, o.x * o.x * o.y * o.y * o.y));
}
