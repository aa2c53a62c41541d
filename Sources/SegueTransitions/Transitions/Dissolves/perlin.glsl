// The second picture appears in clouds.
// Source: gl-transitions perlin
// License: MIT

uniform float scale; // = 4.0 in 0.1...100 over the frame: How many clouds there are.
uniform float smoothness; // = 0.01 in 0.0001...1: Width of the clouds' edge.
uniform float seed; // = 12.9898 in 0...100: Choice of the clouds.

float random(vec2 p) { return fract(sin(mod(dot(p, vec2(seed, 78.233)), 3.14)) * 43758.5453); }

#include "value-noise.glsl"

vec4 transition(vec2 uv) {
  float p = mix(-smoothness, 1.0 + smoothness, progress);
  float left = smoothstep(p - smoothness, p + smoothness, noise(uv * scale));
  return mix(getFromColor(uv), getToColor(uv), 1.0 - left);
}
