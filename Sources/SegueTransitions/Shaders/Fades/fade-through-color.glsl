// The first picture fades to a color, and the color to the second picture.
// License: MIT
// Source: xfade's fadeblack and fadewhite

uniform vec3 color; // = vec3(0.0, 0.0, 0.0) in 0...1: What it fades to.

vec4 transition(vec2 uv) {
  float left = 1.0 - progress;
  vec4 between = vec4(color, 1.0);
  vec4 first = mix(between, getFromColor(uv), smoothstep(0.8, 1.0, left));
  vec4 second = mix(getToColor(uv), between, smoothstep(0.2, 1.0, left));
  return mix(first, second, progress);
}
