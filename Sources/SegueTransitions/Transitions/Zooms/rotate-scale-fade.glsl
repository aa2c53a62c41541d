// The pictures turn and grow over a plain color while they dissolve.
// Source: gl-transitions rotate_scale_fade
// Also: rotate_scale_fade
// License: MIT

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1 of the frame: Middle of the rotation.
uniform float rotations; // = 1.0 in -20...20 turns: How far the pictures turn.
uniform float scale; // = 8.0 in 0.01...100: Size of the pictures halfway.
uniform vec4 backColor; // = vec4(0.15, 0.15, 0.15, 1.0) in 0...1: Color around the pictures, premultiplied.

vec4 transition(vec2 uv) {
  vec2 way = uv - center;
  float angle = 2.0 * 3.14159265359 * rotations * progress;
  float c = cos(angle);
  float s = sin(angle);
  vec2 at = center + vec2(c * way.x - s * way.y, s * way.x + c * way.y) / mix(scale, 1.0, 2.0 * abs(progress - 0.5));
  if (at.x < 0.0 || at.x > 1.0 || at.y < 0.0 || at.y > 1.0) return backColor;
  return mix(getFromColor(at), getToColor(at), progress);
}
