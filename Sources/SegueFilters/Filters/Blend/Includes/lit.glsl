float light(vec3 color) { return dot(color, vec3(0.3, 0.59, 0.11)); }

// Returns the color with the luma `to`; a color outside 0...1 is moved toward gray.
vec3 lit(vec3 color, float to) {
  vec3 moved = color + to - light(color);
  float least = min(moved.r, min(moved.g, moved.b));
  float most = max(moved.r, max(moved.g, moved.b));
  if (least < 0.0) moved = to + (moved - to) * to / max(to - least, 0.000001);
  if (most > 1.0) moved = to + (moved - to) * (1.0 - to) / max(most - to, 0.000001);
  return moved;
}
