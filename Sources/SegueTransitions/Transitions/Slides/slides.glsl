// The first picture shrinks to an edge, a corner or the middle, or the second one grows from there.
// Source: gl-transitions Slides
// License: MIT

uniform int type; // = 0 in 0...8: Top, right, bottom, left, then the corners from the top right clockwise, and 8 the middle.
uniform bool In; // = false: Whether the second picture grows instead.

vec4 transition(vec2 uv) {
  float size = In ? progress : 1.0 - progress;
  float middle = 0.5 - size / 2.0;
  float x = type == 1 || type == 4 || type == 5 ? 1.0 - size : type == 3 || type == 6 || type == 7 ? 0.0 : middle;
  float y = type == 0 || type == 4 || type == 7 ? 0.0 : type == 2 || type == 5 || type == 6 ? 1.0 - size : middle;
  float down = 1.0 - uv.y;
  if (size > 0.0 && uv.x >= x && uv.x <= x + size && down >= y && down <= y + size) {
    vec2 at = vec2((uv.x - x) / size, 1.0 - (down - y) / size);
    return In ? getToColor(at) : getFromColor(at);
  }
  return In ? getFromColor(uv) : getToColor(uv);
}
