// The second picture unfolds from the left and squeezes the first.
// Source: gl-transitions Fold
// License: MIT

vec4 transition(vec2 uv) {
  if (uv.x <= progress) return getToColor(vec2(uv.x / progress, uv.y));
  return getFromColor(vec2((uv.x - progress) / (1.0 - progress), uv.y));
}
