// Colors that are far apart fade first, or last.
// License: MIT
// Source: xfade's fadefast and fadeslow

uniform bool slow; // = false : Whether those that are far apart fade last.

vec4 transition(vec2 uv) {
  vec4 a = getFromColor(uv);
  vec4 b = getToColor(uv);
  vec4 apart = abs(a - b);
  vec4 left = pow(vec4(1.0 - progress), 1.0 + log(slow ? 2.0 - apart : 1.0 + apart));
  return mix(b, a, left);
}
