// Rings of waves run over the first picture, and the second one fades in.
// Source: gl-transitions ripple
// Also: gl_ripple
// License: MIT

uniform float amplitude; // = 100.0 in 0...500 radians: How close the rings are.
uniform float speed; // = 50.0 in 0...500 radians: How fast the rings run.

vec4 transition(vec2 uv) {
  vec2 way = uv - 0.5;
  float wave = sin(progress * length(way) * amplitude - progress * speed) + 0.5;
  vec4 from = getFromColor(uv + way * wave / 30.0 * progress);
  return mix(from, getToColor(uv), smoothstep(0.2, 1.0, progress));
}
