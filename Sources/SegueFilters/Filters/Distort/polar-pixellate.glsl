// Blocks in rings around a point.
// Source: GPUImagePolarPixellateFilter
// Also: polar-pixelate

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1: The point, from the top left.
uniform vec2 pixelSize; // = vec2(0.05, 0.05) in 0.001...2: Width of a ring, as a part of half the sides, and of a block along it, in radians.

vec4 effect(vec2 uv) {
  vec2 point = 2.0 * (uv - center);
  float r = length(point);
  float angle = atan(point.y, point.x);
  r = r - mod(r, pixelSize.x) + 0.03;
  angle = angle - mod(angle, pixelSize.y);
  return getColor(center + 0.5 * r * vec2(cos(angle), sin(angle)));
}
