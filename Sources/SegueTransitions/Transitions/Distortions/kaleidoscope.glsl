// The pictures are mirrored in themselves again and again while they dissolve.
// Source: gl-transitions kaleidoscope
// License: MIT

uniform float speed; // = 1.0 in 0...10: How fast the mirrors turn.
uniform float angle; // = 1.0 in -6.3...6.3 radians: Turn from one mirror to the next.
uniform float power; // = 1.5 in 0.1...10: How late the mirrors turn.

vec4 transition(vec2 uv) {
  vec2 p = uv - 0.5;
  float t = pow(progress, power) * speed;
  for (int i = 0; i < 7; i++) {
    p = vec2(sin(t) * p.x + cos(t) * p.y, sin(t) * p.y - cos(t) * p.x);
    t += angle;
    p = abs(mod(p, 2.0) - 1.0);
  }
  vec4 plain = mix(getFromColor(uv), getToColor(uv), progress);
  return mix(plain, mix(getFromColor(p), getToColor(p), progress), 1.0 - 2.0 * abs(progress - 0.5));
}
