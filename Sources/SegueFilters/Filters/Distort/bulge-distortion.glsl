// A bulge as under a lens, or a dent.
// Source: GPUImageBulgeDistortionFilter
// Also: bulge

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1: Center, from the top left.
uniform float radius; // = 0.25 in 0...1 of the width: Radius of the bulge.
uniform float scale; // = 0.5 in -1...1: Strength of the bulge; below 0, a dent.

vec4 effect(vec2 uv) {
  vec2 point = uv - center;
  float inside = max(radius - length(point / vec2(1.0, ratio)), 0.0) / max(radius, 0.0001);
  float shrunk = 1.0 - inside * scale;
  return getColor(center + point * shrunk * shrunk);
}
