// The second picture appears in a leaf that grows.
// Source: gl-transitions cannabisleaf
// Also: cannabisleaf
// License: MIT

vec4 transition(vec2 uv) {
  if (progress <= 0.0) return getFromColor(uv);
  vec2 point = (uv - 0.5) / 10.0 / pow(progress, 3.5) + vec2(0.0, 0.35);
  float o = atan(point.y, point.x);
  float leaf = 0.18 * (1.0 + sin(o)) * (1.0 + 0.9 * cos(8.0 * o)) * (1.0 + 0.1 * cos(24.0 * o));
  float share = step(1.0, 1.0 - length(point) + leaf * (0.9 + 0.05 * cos(200.0 * o)));
  return mix(getFromColor(uv), getToColor(uv), share);
}
