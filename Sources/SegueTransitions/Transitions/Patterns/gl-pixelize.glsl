// The pictures dissolve in blocks of the frame's shape, which grow and shrink in steps.
// Source: gl-transitions pixelize, mosaic_transition
// Also: gl_pixelize
// Variant: mosaic_transition squaresMin=10,10 steps=0 power=2
// License: MIT

uniform vec2 squaresMin; // = vec2(20.0, 20.0) in 1...1000: How many blocks there are across and up at least.
uniform int steps; // = 50 in 0...1000: How many sizes there are; 0 grows evenly.
uniform float power; // = 1.0 in 0.1...10: How late the pictures dissolve.

vec4 transition(vec2 uv) {
  float d = min(progress, 1.0 - progress);
  vec2 size = 2.0 * (steps > 0 ? ceil(d * float(steps)) / float(steps) : d) / squaresMin;
  vec2 at = d > 0.0 ? (floor(uv / size) + 0.5) * size : uv;
  return mix(getFromColor(at), getToColor(at), pow(progress, power));
}
