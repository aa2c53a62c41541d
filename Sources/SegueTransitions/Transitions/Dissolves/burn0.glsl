// The first picture burns away in spots with a glowing edge.
// Source: gl-transitions burn0
// License: MIT

uniform vec3 burnColor; // = vec3(1.0, 0.5, 0.0) in 0...1: Color of the glow.

#include "random.glsl"
#include "value-noise.glsl"

vec4 transition(vec2 uv) {
  vec4 from = getFromColor(uv);
  vec4 to = getToColor(uv);
  vec2 p = uv * 4.0;
  float cloud = 0.5 * noise(p) + 0.25 * noise(2.0 * p) + 0.125 * noise(4.0 * p) + 0.0625 * noise(8.0 * p);
  float left = smoothstep(progress, progress + 0.05, cloud);
  vec4 color = mix(to, from, left);
  return vec4(min(color.rgb + burnColor * ((1.0 - left) * left * 5.0), color.a), color.a);
}
