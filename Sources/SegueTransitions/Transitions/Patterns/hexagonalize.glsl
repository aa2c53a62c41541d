// The first picture falls into ever larger hexagons, which become the second's and shrink.
// License: MIT

uniform float size; // = 0.12 in 0...1 of the height: Width of the largest hexagons.
uniform float mean; // = 0.0 in 0...1: Part of a hexagon that its color is the mean of; 0 takes the color of its middle.
uniform float margin; // = 0.25 in 0...0.5 of a hexagon: How far from the frame's edge colors are taken at least.
uniform float softness; // = 0.0 in 0...1 of a hexagon: Width of the edges, over which two hexagons mix.

// Center of the hexagon of width 1 that contains a point.
vec2 middle(vec2 point) {
  // The centers of the hexagons form two rectangular grids.
  vec2 cell = vec2(1.0, 1.7320508);
  vec2 a = mod(point, cell) - 0.5 * cell;
  vec2 b = mod(point + 0.5 * cell, cell) - 0.5 * cell;
  return point - (dot(a, a) < dot(b, b) ? a : b);
}

vec4 picture(vec2 at) { return mix(getFromColor(at), getToColor(at), smoothstep(0.2, 0.8, progress)); }

// Color of the hexagon around a point of the frame; `width` is in heights.
vec4 hexagon(vec2 center, float width) {
  // Clamps the center, since the center of a hexagon at the edge may be outside the frame.
  vec2 border = min(margin * width / vec2(ratio, 1.0), 0.5);
  vec2 at = margin > 0.0 ? clamp(center, border, 1.0 - border) : center;
  if (mean <= 0.0) return picture(at);
  // Samples the centers of 37 small hexagons, which are rotated by 30 degrees and fill a large hexagon.
  vec2 step = mean * width / 6.0622 / vec2(ratio, 1.0);
  vec4 sum = vec4(0.0);
  for (int i = -3; i <= 3; i++) {
    for (int j = -3; j <= 3; j++) {
      if (i + j >= -3 && i + j <= 3) {
        sum += picture(at + step * vec2(0.8660254 * float(i), 0.5 * float(i) + float(j)));
      }
    }
  }
  return sum / 37.0;
}

vec4 transition(vec2 uv) {
  float width = size * (1.0 - abs(2.0 * progress - 1.0));
  if (width <= 0.0) return picture(uv);
  vec2 scale = vec2(ratio, 1.0) / width;
  vec2 point = (uv - 0.5) * scale;
  vec2 own = middle(point);
  vec4 color = hexagon(own / scale + 0.5, width);
  if (softness > 0.0) {
    // Direction to the nearest of the six neighboring hexagons.
    vec2 off = point - own;
    vec2 way = vec2(1.0, 0.0);
    vec2 up = vec2(0.5, 0.8660254);
    vec2 down = vec2(0.5, -0.8660254);
    if (abs(dot(off, up)) > abs(dot(off, way))) way = up;
    if (abs(dot(off, down)) > abs(dot(off, way))) way = down;
    if (dot(off, way) < 0.0) way = -way;
    float inside = (0.5 - dot(off, way)) / softness;
    if (inside < 0.5) color = mix(hexagon((own + way) / scale + 0.5, width), color, inside + 0.5);
  }
  return color;
}
