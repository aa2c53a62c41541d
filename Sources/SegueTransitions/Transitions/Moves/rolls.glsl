// The first picture swings out about a corner.
// Source: gl-transitions Rolls
// License: MIT

uniform int type; // = 0 in 0...3: Bottom right, bottom left, top left or top right corner.
uniform bool RotDown; // = false: Whether the picture swings down.

vec4 transition(vec2 uv) {
  bool isX = type == 0 || type == 3;
  bool isY = type == 2 || type == 3;
  float angle = 3.14159265358979323846 / 2.0 * progress * (RotDown == isY ? -1.0 : 1.0);
  vec2 shape = vec2(ratio, 1.0);
  vec2 p = vec2(isX ? 1.0 - uv.x : uv.x, isY ? 1.0 - uv.y : uv.y) * shape;
  vec2 at = vec2(p.x * cos(angle) - p.y * sin(angle), p.x * sin(angle) + p.y * cos(angle)) / shape;
  if (at.x < 0.0 || at.x > 1.0 || at.y < 0.0 || at.y > 1.0) return getToColor(uv);
  return getFromColor(vec2(isX ? 1.0 - at.x : at.x, isY ? 1.0 - at.y : at.y));
}
