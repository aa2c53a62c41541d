// The first picture turns to its edges, and the edges to the second picture.
// Source: gl-transitions EdgeTransition
// Also: EdgeTransition
// License: MIT

uniform float edge_thickness; // = 0.001 in 0...0.1 of the frame: Width of the edges.
uniform float edge_brightness; // = 8.0 in 0...100: Light of the edges.

vec3 color(bool isFirst, vec2 uv, float x, float y) {
  vec2 at = uv + edge_thickness * vec2(x, y);
  return (isFirst ? getFromColor(at) : getToColor(at)).rgb;
}

vec4 edges(bool isFirst, vec2 uv, vec4 middle) {
  vec3 a = color(isFirst, uv, -1.0, -1.0);
  vec3 b = color(isFirst, uv, -1.0, 1.0);
  vec3 c = color(isFirst, uv, 1.0, -1.0);
  vec3 d = color(isFirst, uv, 1.0, 1.0);
  vec3 dx = 2.0 * abs(color(isFirst, uv, 1.0, 0.0) - color(isFirst, uv, -1.0, 0.0)) + abs(b - c) + abs(d - a);
  vec3 dy = 2.0 * abs(color(isFirst, uv, 0.0, -1.0) - color(isFirst, uv, 0.0, 1.0)) + abs(c - d) + abs(a - b);
  float edge = length(0.125 * (dx + dy));
  return vec4(clamp(edge_brightness * edge, 0.0, 1.0) * middle.rgb, middle.a);
}

vec4 transition(vec2 uv) {
  vec4 from = getFromColor(uv);
  vec4 to = getToColor(uv);
  vec4 first = mix(from, edges(true, uv, from), clamp(2.0 * progress, 0.0, 1.0));
  vec4 second = mix(edges(false, uv, to), to, clamp(2.0 * progress - 1.0, 0.0, 1.0));
  return mix(first, second, progress);
}
