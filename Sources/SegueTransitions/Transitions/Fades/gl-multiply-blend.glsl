// The first picture fades to the product of both, and the product to the second.
// Source: gl-transitions multiply_blend
// Also: multiply_blend
// License: MIT

vec4 transition(vec2 uv) {
  vec4 from = getFromColor(uv);
  vec4 to = getToColor(uv);
  if (progress < 0.5) return mix(from, from * to, 2.0 * progress);
  return mix(from * to, to, 2.0 * progress - 1.0);
}
