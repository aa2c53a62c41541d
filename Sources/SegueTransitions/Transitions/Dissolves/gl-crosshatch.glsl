// The second picture appears in random rows and columns, from the middle.
// Source: gl-transitions crosshatch
// Also: crosshatch
// License: MIT

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1 of the frame: Where the lines start.
uniform float threshold; // = 3.0 in 0.1...20: How little the distance from the start delays the lines.
uniform float fadeEdge; // = 0.1 in 0.001...0.5 of the way: How long the frame fades at both ends.

#include "random.glsl"

vec4 transition(vec2 uv) {
  float place = distance(center, uv) / threshold;
  float left = progress - min(random(vec2(uv.y, 0.0)), random(vec2(0.0, uv.x)));
  float share = mix(step(place, left), 1.0, smoothstep(1.0 - fadeEdge, 1.0, progress));
  return mix(getFromColor(uv), getToColor(uv), share * smoothstep(0.0, fadeEdge, progress));
}
