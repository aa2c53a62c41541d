// The second picture appears in a circle that grows until it fills the frame.
// License: MIT

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1 of the frame: Middle of the circle, from the left and from below.
uniform float softness; // = 0.1 in 0...1 of the way: Width of the circle's edge.

vec4 transition(vec2 uv) {
  vec2 shape = vec2(ratio, 1.0);
  float farthest = length(max(center, 1.0 - center) * shape);
  float place = length((uv - center) * shape) / farthest;
  float width = max(softness, 0.001);
  float share = smoothstep(0.0, 1.0, (progress * (1.0 + width) - place) / width);
  return mix(getFromColor(uv), getToColor(uv), share);
}
