// The second picture appears in a star with a border.
// Source: gl-transitions StarWipe
// Also: StarWipe
// License: MIT

uniform float border_thickness; // = 0.01 in 0...1: Width of the border.
uniform float star_rotation; // = 0.75 in 0...5 fifths of a turn: Rotation of the star.
uniform vec4 border_color; // = vec4(1.0) in 0...1: Color of the border, premultiplied.
uniform vec2 star_center; // = vec2(0.5) in 0...1 of the frame: Middle of the star.

const float fifth = 1.2566370614359172;

vec2 rotated(vec2 v, float angle) {
  return vec2(cos(angle) * v.x - sin(angle) * v.y, sin(angle) * v.x + cos(angle) * v.y);
}

bool inStar(vec2 uv, float radius) {
  vec2 point = rotated(uv - star_center, star_rotation * fifth);
  float angle = atan(point.y, point.x) + 3.141592653589793;
  vec2 arm = rotated(point, -fifth * (floor(angle / fifth) + 0.5));
  return abs(arm.y) < radius + arm.x * 0.3;
}

vec4 transition(vec2 uv) {
  float radius = (2.0 * border_thickness + 1.0) * progress - border_thickness;
  if (inStar(uv, radius)) return getToColor(uv);
  if (inStar(uv, radius + border_thickness)) return border_color;
  return getFromColor(uv);
}
