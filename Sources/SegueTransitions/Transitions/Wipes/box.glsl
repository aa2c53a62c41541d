// A rectangle closes over the first picture, or opens over the second.
// Source: gl-transitions Box
// License: MIT

uniform int rectIn; // = 1 in 0...1: 1 closes the rectangle, 0 opens one.
uniform int location; // = 0 in 0...4: Middle, top left, bottom left, top right or bottom right.

vec4 transition(vec2 uv) {
  float size = rectIn == 1 ? 1.0 - progress : progress;
  vec2 low = vec2(0.5 - 0.5 * size);
  vec2 high = vec2(1.0 - low.x);
  if (location != 0) {
    bool isLeft = location == 1 || location == 2;
    bool isTop = location == 1 || location == 3;
    low = vec2(isLeft ? 0.0 : 1.0 - size, isTop ? 1.0 - size : 0.0);
    high = vec2(isLeft ? size : 1.0, isTop ? 1.0 : size);
  }
  float share = step(low.x, uv.x) * step(uv.x, high.x) * step(low.y, uv.y) * step(uv.y, high.y);
  return mix(getFromColor(uv), getToColor(uv), rectIn == 1 ? 1.0 - share : share);
}
