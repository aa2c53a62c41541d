// Tiled pictures make one turn while they dissolve.
// Source: gl-transitions rotateTransition
// Also: rotateTransition
// License: MIT

vec4 transition(vec2 uv) {
  float angle = progress * 3.1415926 * 2.0;
  vec2 p = uv - 0.5;
  vec2 at = fract(vec2(cos(angle) * p.x - sin(angle) * p.y, sin(angle) * p.x + cos(angle) * p.y) + 0.5);
  return mix(getFromColor(at), getToColor(at), progress);
}
