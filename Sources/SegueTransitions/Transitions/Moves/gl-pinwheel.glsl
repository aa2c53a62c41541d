// Straight blades open around the middle and turn.
// Source: gl-transitions pinwheel
// Also: gl_pinwheel
// License: MIT

uniform float speed; // = 2.0 in -50...50 radians: How far the blades turn.

vec4 transition(vec2 uv) {
  float place = mod(atan(uv.y - 0.5, uv.x - 0.5) + progress * speed, 3.1415 / 4.0);
  return place < progress ? getToColor(uv) : getFromColor(uv);
}
