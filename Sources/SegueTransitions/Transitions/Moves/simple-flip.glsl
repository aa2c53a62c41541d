// The first picture is squeezed to a line in the middle of black, and the second one opens from it.
// Source: gl-transitions SimpleFlip
// Also: SimpleFlip
// License: MIT

vec4 transition(vec2 uv) {
  float size = abs(progress - 0.5);
  if (abs(uv.x - 0.5) > size) return vec4(0.0, 0.0, 0.0, 1.0);
  vec2 at = vec2((uv.x - 0.5) / size * 0.5 + 0.5, uv.y);
  return progress < 0.5 ? getFromColor(at) : getToColor(at);
}
