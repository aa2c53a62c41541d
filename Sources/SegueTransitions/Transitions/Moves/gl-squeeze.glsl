// The first picture is squeezed to a line in the middle, with its colors apart.
// Source: gl-transitions squeeze
// Also: gl_squeeze
// License: MIT

uniform float colorSeparation; // = 0.04 in 0...1 of the height: How far red and blue are apart.

vec4 transition(vec2 uv) {
  float y = 0.5 + (uv.y - 0.5) / (1.0 - progress);
  if (y < 0.0 || y > 1.0) return getToColor(uv);
  float away = progress * colorSeparation;
  vec4 middle = getFromColor(vec2(uv.x, y));
  float red = getFromColor(vec2(uv.x, y - away)).r;
  float blue = getFromColor(vec2(uv.x, y + away)).b;
  return vec4(min(vec3(red, middle.g, blue), middle.a), middle.a);
}
