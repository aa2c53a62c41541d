// The first picture falls into ever larger hexagons, which become the second's and shrink.
// License: MIT

uniform float size; // = 0.12 in 0...1 of the height: Width of the largest hexagons.

// The middle of the hexagon of width 1 that a point is in.
vec2 middle(vec2 point) {
  // The middles are those of two grids of rectangles.
  vec2 cell = vec2(1.0, 1.7320508);
  vec2 a = mod(point, cell) - 0.5 * cell;
  vec2 b = mod(point + 0.5 * cell, cell) - 0.5 * cell;
  return point - (dot(a, a) < dot(b, b) ? a : b);
}

vec4 transition(vec2 uv) {
  float width = size * (1.0 - abs(2.0 * progress - 1.0));
  vec2 at = uv;
  if (width > 0.0) {
    vec2 scale = vec2(ratio, 1.0) / width;
    at = middle((uv - 0.5) * scale) / scale + 0.5;
  }
  return mix(getFromColor(at), getToColor(at), smoothstep(0.2, 0.8, progress));
}
