// Enlarges the middle of the picture and leaves its edges.
// Source: GPUImageStretchDistortionFilter
// Also: stretch

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1: The middle, from the top left.

vec4 effect(vec2 uv) {
  vec2 point = 2.0 * (uv - center);
  vec2 away = abs(point);
  vec2 nearer = 0.5 * point * (1.0 + smoothstep(0.25, 0.5, away));
  return getColor(center + 0.5 * nearer);
}
