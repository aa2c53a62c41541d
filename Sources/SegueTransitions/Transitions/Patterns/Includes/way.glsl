// Signed distance, along a direction, of a point from an edge that crosses the frame while `p` rises from 0
// to 1; positive ahead of the edge. If the direction is 0, the edge moves to the right.
float ahead(vec2 uv, vec2 direction, float softness, float p) {
  vec2 v = length(direction) > 0.0 ? normalize(direction) : vec2(1.0, 0.0);
  v /= abs(v.x) + abs(v.y);
  return v.x * uv.x + v.y * uv.y - (0.5 * v.x + 0.5 * v.y - 0.5 + p * (1.0 + softness));
}
