// Draws the picture towards a point.
// Source: GPUImagePinchDistortionFilter
// Also: pinch

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1: The point, from the top left.
uniform float radius; // = 1.0 in 0...2 of the width: How far it reaches.
uniform float scale; // = 0.5 in -2...2: How strong it is; below 0 pushes away.

vec4 effect(vec2 uv) {
  vec2 point = uv - center;
  float away = distance(center, vec2(uv.x, 0.5 + (uv.y - 0.5) / ratio));
  float factor = away < radius ? 1.0 + (1.0 - 2.0 * away) * scale : 1.0;
  return getColor(center + point * factor);
}
