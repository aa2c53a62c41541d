// A square of samples blurs both pictures while they dissolve.
// Source: gl-transitions LinearBlur
// Also: LinearBlur
// License: MIT

uniform float intensity; // = 0.1 in 0...1 of the frame: Side of the square.

vec4 transition(vec2 uv) {
  vec4 first = vec4(0.0);
  vec4 second = vec4(0.0);
  float side = intensity * (0.5 - abs(0.5 - progress));
  for (int x = 0; x < 6; x++) {
    for (int y = 0; y < 6; y++) {
      vec2 at = uv + side * (vec2(float(x), float(y)) / 6.0 - 0.5);
      first += getFromColor(at);
      second += getToColor(at);
    }
  }
  return mix(first / 36.0, second / 36.0, progress);
}
