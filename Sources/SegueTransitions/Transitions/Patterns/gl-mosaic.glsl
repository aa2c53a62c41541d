// The view draws back over a wall of both pictures, turned at random, to another place with the second.
// Source: gl-transitions Mosaic
// Also: Mosaic
// License: MIT

uniform int endx; // = 2 in -20...20 widths: How far the view moves to the right.
uniform int endy; // = -1 in -20...20 heights: How far the view moves up.

#include "random.glsl"

vec4 transition(vec2 uv) {
  float way = progress * 2.0 - 1.0;
  float path = 0.5 - cos(progress * 3.14159265358979323) / 2.0;
  vec2 end = vec2(float(endx), float(endy));
  vec2 p = (uv - 0.5) * (3.0 - way * way * 2.0) + mix(vec2(0.5), end + 0.5, path * path);
  vec2 cell = floor(p);
  vec2 at = fract(p);
  bool isEnd = cell == end;
  if (!isEnd) {
    float angle = floor(random(cell) * 4.0) * 0.5 * 3.14159265358979323;
    vec2 q = at - 0.5;
    at = vec2(cos(angle) * q.x + sin(angle) * q.y, cos(angle) * q.y - sin(angle) * q.x) + 0.5;
  }
  return isEnd || random(cell) > 0.5 ? getToColor(at) : getFromColor(at);
}
