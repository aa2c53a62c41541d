// Two triangles grow from opposite edges, with a thin dark rim of the first picture; the last frame is exact, unlike the original's.
// Source: gl-transitions BowTieHorizontal, BowTieVertical
// Variant: BowTieHorizontal
// Variant: BowTieVertical vertical=true
// License: MIT

uniform bool vertical; // = false: Whether the triangles grow from below and above.

// Share of the second picture at a distance from the slanted sides of a triangle.
float rim(float away) { return min(away / 1.414213562373 / 0.005, 1.0); }

vec4 transition(vec2 uv) {
  vec2 point = vertical ? uv.yx : uv;
  float near = progress - point.x - abs(point.y - 0.5);
  float far = progress - 1.0 + point.x - abs(point.y - 0.5);
  float share = 0.0;
  if (near > 0.0) {
    share = progress < 0.1 ? 0.0 : point.x < 0.5 ? rim(near) : 1.0;
  } else if (far > 0.0 && point.x >= 0.5) {
    share = rim(far);
  }
  return mix(getFromColor(uv), getToColor(uv), share);
}
