// The black squares of a chessboard open, then the white ones.
// Source: gl-transitions chessboard
// License: MIT

uniform float grid_num; // = 10.0 in 1...200: How many squares there are in a row.

vec4 transition(vec2 uv) {
  vec2 cell = floor(uv * grid_num);
  float x = fract(uv.x * grid_num);
  bool isBlack = mod(cell.x + cell.y, 2.0) > 0.5;
  float share = isBlack ? step(x, progress * 2.0) : 0.0;
  if (progress > 0.5) share = isBlack ? 1.0 : step(x, (progress - 0.5) * 2.0);
  return mix(getFromColor(uv), getToColor(uv), share);
}
