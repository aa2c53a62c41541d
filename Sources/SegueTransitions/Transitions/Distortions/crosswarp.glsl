// The first picture shrinks to the middle and the second one grows from it, from right to left.
// Source: gl-transitions crosswarp
// License: MIT

vec4 transition(vec2 uv) {
  float x = smoothstep(0.0, 1.0, progress * 2.0 + uv.x - 1.0);
  return mix(getFromColor((uv - 0.5) * (1.0 - x) + 0.5), getToColor((uv - 0.5) * x + 0.5), x);
}
