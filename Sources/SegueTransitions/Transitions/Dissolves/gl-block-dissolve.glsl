// The second picture appears block by block; the first frame is exact, unlike the original's.
// Source: gl-transitions BlockDissolve
// Also: BlockDissolve
// License: MIT

uniform float blocksize; // = 0.02 in 0.001...1 of the frame: Side of the blocks.

#include "random.glsl"

vec4 transition(vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv), step(random(floor(uv / blocksize)), progress));
}
