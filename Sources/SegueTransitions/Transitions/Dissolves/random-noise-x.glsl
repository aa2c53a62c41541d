// The second picture appears in random pixels.
// Source: gl-transitions randomNoisex
// Also: randomNoisex
// License: MIT

#include "random.glsl"

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), floor(random(uv) + progress));
}
