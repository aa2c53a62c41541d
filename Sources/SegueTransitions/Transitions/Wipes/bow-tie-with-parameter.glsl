// Triangles from above and below meet in a point, then open to both sides.
// Source: gl-transitions BowTieWithParameter
// Also: BowTieWithParameter
// License: MIT

uniform float adjust; // = 0.5 in 0.001...0.999 of the width: Where the triangles meet.
uniform bool reverse; // = false: Whether the sides close first.

// Twice the signed area of a triangle.
float side(vec2 a, vec2 b, vec2 c) { return (a.x - c.x) * (b.y - c.y) - (b.x - c.x) * (a.y - c.y); }

bool contains(vec2 p, vec2 a, vec2 b, vec2 c) {
  bool first = side(p, a, b) < 0.0;
  return first == side(p, b, c) < 0.0 && first == side(p, c, a) < 0.0;
}

// Whether a point is in one of the triangles that grow from the top and the bottom.
bool upright(vec2 uv, float p) {
  float y = uv.y < 0.5 ? uv.y : 1.0 - uv.y;
  return contains(vec2(uv.x, y), vec2(0.0, p - 0.5), vec2(1.0, p - 0.5), vec2(adjust, p));
}

// Whether a point is in one of the triangles that shrink toward the left and the right.
bool aside(vec2 uv, float p) {
  bool isRight = uv.x > adjust;
  float x = isRight ? p + 0.5 : 0.5 - p;
  vec2 tip = vec2(mix(adjust, isRight ? 1.0 : 0.0, 2.0 * (p - 0.5)), 0.5);
  return contains(uv, vec2(x, 1.0), vec2(x, 0.0), tip);
}

vec4 transition(vec2 uv) {
  float p = reverse ? 1.0 - progress : progress;
  bool isFirstHalf = reverse ? progress >= 0.5 : progress < 0.5;
  bool isSecond = isFirstHalf ? upright(uv, p) : !aside(uv, p);
  return isSecond ? getToColor(uv) : getFromColor(uv);
}
