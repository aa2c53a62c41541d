// Square blocks around a point; the rest stays.
// Source: GPUImagePixellatePositionFilter; fractionalWidthOfAPixel = fraction
// Also: pixelate-position

uniform float fraction; // = 0.05 in 0...1 of the width: Side of a block; one pixel is the least.
uniform vec2 center; // = vec2(0.5, 0.5) in 0...1: The point, from the top left.
uniform float radius; // = 0.25 in 0...2 of the width: Distance from the point that blocks reach.

vec4 effect(vec2 uv) {
  float away = distance(center, vec2(uv.x, 0.5 + (uv.y - 0.5) / ratio));
  if (away >= radius) return getColor(uv);
  vec2 block = max(fraction, 1.0 / resolution.x) * vec2(1.0, ratio);
  return getColor((floor(uv / block) + 0.5) * block);
}
