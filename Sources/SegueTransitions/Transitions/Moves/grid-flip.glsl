// A grid appears, and its cells flip to the second picture.
// Source: gl-transitions GridFlip, PuzzleRight
// Also: GridFlip
// Variant: PuzzleRight dividerWidth=0.02
// License: MIT

uniform vec2 size; // = vec2(4.0, 4.0) in 1...100: How many cells there are across and up.
uniform float pause; // = 0.1 in 0.001...0.499 of the way: How long the grid fades in and out.
uniform float dividerWidth; // = 0.05 in 0...0.5 of a cell: Half the width of the grid's lines.
uniform vec4 bgcolor; // = vec4(0.0, 0.0, 0.0, 1.0) in 0...1: Color of the grid, premultiplied.
uniform float randomness; // = 0.1 in 0...1: How early slow cells are.

#include "random.glsl"

vec4 transition(vec2 uv) {
  vec2 cell = floor(size * uv);
  vec2 low = uv - cell / size;
  vec2 border = min(abs(low), abs((cell + 1.0) / size - uv));
  bool isLine = min(border.x, border.y) < min(1.0 / size.x, 1.0 / size.y) * dividerWidth;
  if (progress < pause) return mix(bgcolor, getFromColor(uv), isLine ? 1.0 - progress / pause : 1.0);
  if (progress >= 1.0 - pause) {
    return mix(bgcolor, getToColor(uv), isLine ? (progress - 1.0 + pause) / pause : 1.0);
  }
  if (isLine) return bgcolor;
  float t = (progress - pause) / (1.0 - pause * 2.0);
  float turn = smoothstep(0.0, 1.0 - random(cell) + randomness, t);
  float width = abs(turn - 0.5);
  if (abs(size.x * low.x - 0.5) > width) return bgcolor;
  float middle = (cell.x + 0.5) / size.x;
  vec2 at = vec2((uv.x - middle) / width * 0.5 + middle, uv.y);
  return turn <= 0.5 ? getFromColor(at) : getToColor(at);
}
