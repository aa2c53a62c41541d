// The pictures are mirrored in themselves again and again while they dissolve.
// Source: gl-transitions kaleidoscope
// License: MIT

uniform float speed; // = 1.0 in 0...10: How fast the mirrors turn.
uniform float angle; // = 1.0 in -6.3...6.3 radians: Turn from one mirror to the next.
uniform float power; // = 1.5 in 0.1...10: How late the mirrors turn.

// Rotates a point, and folds the result into the frame, as mirrors at all edges would.
vec2 folded(vec2 p, float turn) {
  vec2 axis = vec2(sin(turn), cos(turn));
  vec2 turned = vec2(dot(p, axis), p.y * axis.x - p.x * axis.y);
  return abs(2.0 * fract(0.5 * turned) - 1.0);
}

vec4 transition(vec2 uv) {
  float start = pow(progress, power) * speed;
  vec2 p = uv - 0.5;
  for (int mirror = 0; mirror < 7; mirror++) p = folded(p, start + float(mirror) * angle);
  vec4 plain = mix(getFromColor(uv), getToColor(uv), progress);
  return mix(plain, mix(getFromColor(p), getToColor(p), progress), 1.0 - 2.0 * abs(progress - 0.5));
}
