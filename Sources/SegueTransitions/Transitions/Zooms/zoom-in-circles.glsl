// Rings of the first picture grow apart, and the second one appears in the middle.
// Source: gl-transitions ZoomInCircles
// Also: ZoomInCircles
// License: MIT

vec4 transition(vec2 uv) {
  float away = length(2.0 * (uv - 0.5) * vec2(1.0, 1.0 / ratio));
  float p = progress / 0.8;
  float z = p > 1.0 ? 0.2 + (p - 1.0) * 5.0 : p * 0.2;
  float share = p > 1.0 ? clamp((progress - 0.8) / 0.07, 0.0, 1.0) : 0.0;
  float zoom = 0.0;
  if (away < 0.5 + z) {
    zoom = 0.0;
  } else if (away < 0.8 + z * 1.5) {
    zoom = 0.15;
    share *= 0.5;
  } else if (away < 1.2 + z * 2.5) {
    zoom = 0.2;
    share *= 0.2;
  } else {
    zoom = 0.25;
  }
  vec2 at = 0.5 + (uv - 0.5) * (1.0 - zoom * p);
  return mix(getFromColor(at), getToColor(at), share);
}
