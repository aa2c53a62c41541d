// Hard dots of the second picture grow over the first, starting at a point.
// Source: gl-transitions PolkaDotsCurtain
// Also: PolkaDotsCurtain
// License: MIT

uniform float dots; // = 20.0 in 1...500: How many dots there are in a row.
uniform vec2 center; // = vec2(0.0, 0.0) in 0...1 of the frame: Where the dots start to grow.

vec4 transition(vec2 uv) {
  bool isSecond = distance(fract(uv * dots), vec2(0.5)) < progress / distance(uv, center);
  return isSecond ? getToColor(uv) : getFromColor(uv);
}
