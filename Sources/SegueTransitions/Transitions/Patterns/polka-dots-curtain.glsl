// Dots of the second picture grow over the first, starting at a point.
// License: MIT

uniform float dots; // = 12.0 in 1...200 over the height: How many dots there are.
uniform vec2 center; // = vec2(0.0, 0.0) in 0...1 of the frame: Where they begin, from the left and from below.
uniform float spread; // = 1.5 in 0...10: How much later the last dot begins than the first.
uniform float softness; // = 0.15 in 0...1 of a dot: Width of a dot's edge.

vec4 transition(vec2 uv) {
  vec2 shape = vec2(ratio, 1.0);
  vec2 cell = floor((uv - 0.5) * shape * dots + 0.5);
  vec2 middle = cell / dots / shape + 0.5;
  float farthest = length(max(center, 1.0 - center) * shape);
  float delay = min(length((middle - center) * shape) / farthest, 1.0);
  float grown = clamp(progress * (1.0 + spread) - spread * delay, 0.0, 1.0);
  // Distance from the middle of the cell; 1 in the corners of the cell.
  float place = length((uv - middle) * shape) * dots * 1.4142135;
  float width = max(softness, 0.001);
  float share = smoothstep(0.0, 1.0, (grown * (1.0 + width) - place) / width);
  return mix(getFromColor(uv), getToColor(uv), share);
}
