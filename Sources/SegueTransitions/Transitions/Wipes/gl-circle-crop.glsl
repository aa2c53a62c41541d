// The first picture closes to a round spot, ever faster, and the second one opens out of it.
// Source: gl-transitions CircleCrop
// Also: gl_CircleCrop
// License: MIT

uniform vec4 bgcolor; // = vec4(0.0, 0.0, 0.0, 1.0) in 0...1: Color outside of the circle, premultiplied.

vec4 transition(vec2 uv) {
  float radius = pow(2.0 * abs(progress - 0.5), 3.0);
  float place = length((uv - 0.5) * vec2(1.0, 1.0 / ratio));
  return mix(progress < 0.5 ? getFromColor(uv) : getToColor(uv), bgcolor, step(radius, place));
}
