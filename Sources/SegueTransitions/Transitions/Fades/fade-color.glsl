// The first picture fades to a color, and the color to the second picture, with a soft start and end.
// Source: gl-transitions fadecolor
// Also: fadecolor
// License: MIT

uniform vec3 color; // = vec3(0.0) in 0...1: The color.
uniform float colorPhase; // = 0.4 in 0...0.99 of the way: How long the color is shown.

vec4 transition(vec2 uv) {
  vec4 plain = vec4(color, 1.0);
  vec4 from = mix(plain, getFromColor(uv), smoothstep(1.0 - colorPhase, 0.0, progress));
  return mix(from, mix(plain, getToColor(uv), smoothstep(colorPhase, 1.0, progress)), progress);
}
