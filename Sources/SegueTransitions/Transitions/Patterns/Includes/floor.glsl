// Reflection of a picture on a floor at the distance `gap` below it. Requires inside.glsl and the uniform
// `reflection`.
vec3 mirrored(bool isFirst, vec2 at, float gap) {
  vec2 below = vec2(at.x, -1.2 * at.y - gap);
  if (!inside(below)) return vec3(0.0);
  return (isFirst ? getFromColor(below) : getToColor(below)).rgb * reflection * (1.0 - below.y);
}
