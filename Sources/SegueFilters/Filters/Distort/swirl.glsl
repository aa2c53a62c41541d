// Twists the picture around a point, most at the point itself.
// Source: GPUImageSwirlFilter

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1: Center of the twist, from the top left.
uniform float radius; // = 0.5 in 0...1 of the sides: How far it reaches.
uniform float angle; // = 1.0 in -4...4: An eighth of the turn at the center, in radians; below 0 turns the other way.

vec4 effect(vec2 uv) {
  vec2 point = uv - center;
  float share = max(radius - length(point), 0.0) / max(radius, 0.0001);
  float turn = 8.0 * angle * share * share;
  float c = cos(turn);
  float s = sin(turn);
  return getColor(center + vec2(point.x * c - point.y * s, point.x * s + point.y * c));
}
