// Slices of the second picture grow one after another from the left.
// Source: gl-transitions windowslice
// Also: windowslice
// License: MIT

uniform float count; // = 10.0 in 1...500: How many slices there are.
uniform float smoothness; // = 0.5 in 0.001...4 of the way: How many slices grow at a time.

vec4 transition(vec2 uv) {
  float pr = smoothstep(-smoothness, 0.0, uv.x - progress * (1.0 + smoothness));
  return mix(getFromColor(uv), getToColor(uv), step(pr, fract(count * uv.x)));
}
