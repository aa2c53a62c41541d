// Both pictures are seen through the lenses of a fly's eye.
// Source: gl-transitions flyeye
// Also: flyeye
// License: MIT

uniform float size; // = 0.04 in 0...1 of the frame: How far lenses displace the picture.
uniform float zoom; // = 50.0 in 1...500 radians: How many lenses there are.
uniform float colorSeparation; // = 0.3 in 0...2: How far red and blue are apart.

#include "separated.glsl"

vec4 transition(vec2 uv) {
  return separated(uv, size * vec2(cos(zoom * uv.x), sin(zoom * uv.y)), colorSeparation);
}
