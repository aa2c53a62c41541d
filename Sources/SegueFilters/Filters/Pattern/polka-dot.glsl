// Dots of one color each, on black.
// Source: GPUImagePolkaDotFilter; fractionalWidthOfAPixel = fraction

uniform float fraction; // = 0.05 in 0...1 of the width: Distance between dots, at least one pixel.
uniform float dotScaling; // = 0.9 in 0...1: Width of a dot, as a part of that distance.

vec4 effect(vec2 uv) {
  vec2 cell = max(fraction, 1.0 / resolution.x) * vec2(1.0, ratio);
  vec2 middle = (floor(uv / cell) + 0.5) * cell;
  vec4 color = getColor(middle);
  float away = length((uv - middle) / vec2(1.0, ratio));
  return vec4(color.rgb * step(away, 0.5 * cell.x * dotScaling), color.a);
}
