// Curves of a spirograph shake the first picture to pieces.
// Source: gl-transitions CrazyParametricFun
// Also: CrazyParametricFun
// License: MIT

uniform float a; // = 4.0 in -50...50: Radius of the large circle.
uniform float b; // = 1.0 in 0.1...50: Radius of the small circle.
uniform float amplitude; // = 120.0 in 0...1000: How fine the pattern is.
uniform float smoothness; // = 0.1 in 0.01...10: How little pixels move.

vec4 transition(vec2 uv) {
  vec2 way = uv - 0.5;
  float turn = progress * (a / b - 1.0);
  float x = (a - b) * cos(progress) + b * cos(turn);
  float y = (a - b) * sin(progress) - b * sin(turn);
  float phase = progress * length(way) * amplitude;
  vec4 from = getFromColor(uv + way * vec2(sin(phase * x), sin(phase * y)) / smoothness);
  return mix(from, getToColor(uv), smoothstep(0.2, 1.0, progress));
}
