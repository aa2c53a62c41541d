// The first picture slides out to the right over a dissolve of both.
// Source: gl-transitions x_axis_translation
// Also: x_axis_translation
// License: MIT

vec4 transition(vec2 uv) {
  if (uv.x >= progress) return getFromColor(vec2(uv.x - progress, uv.y));
  return mix(getFromColor(uv), getToColor(uv), progress);
}
