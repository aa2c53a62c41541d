// The second picture, magnified to one color, shrinks to its size and fades in.
// Source: gl-transitions scale-in
// License: MIT

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(0.5 + (uv - 0.5) * progress), progress);
}
