// Both pictures are swirled around the middle while they dissolve.
// Source: gl-transitions Swirl
// Also: Swirl
// License: MIT

vec4 transition(vec2 uv) {
  vec2 point = uv - 0.5;
  float left = max(1.0 - length(point), 0.0);
  float angle = left * left * (1.0 - abs(2.0 * progress - 1.0)) * 8.0 * 3.14159;
  float s = sin(angle);
  float c = cos(angle);
  vec2 at = vec2(c * point.x - s * point.y, s * point.x + c * point.y) + 0.5;
  return mix(getFromColor(at), getToColor(at), progress);
}
