// The first picture breaks into ten pieces, which fly away.
// Source: gl-transitions fragment
// License: MIT

#include "random.glsl"

vec2 pair(vec2 p) {
  float x = random(p);
  return vec2(x, random(p + x));
}

vec4 transition(vec2 uv) {
  if (progress <= 0.0) return getFromColor(uv);
  if (progress >= 1.0) return getToColor(uv);
  float time = max(progress * 8.0 - 0.5, 0.0);
  vec2 points[10];
  for (int i = 0; i < 10; i++) points[i] = pair(vec2(float(i)));
  vec2 shown = vec2(-1.0);
  for (int i = 0; i < 10; i++) {
    vec2 way = normalize(pair(vec2(float(i), float(i) + 11.0)));
    vec2 at = uv - way * (time * (1.0 + random(way) * 0.5) * 0.2);
    bool isPiece = shown.x < 0.0 && at.x >= 0.0 && at.x <= 1.0 && at.y >= 0.0 && at.y <= 1.0;
    float own = distance(at, points[i]);
    for (int j = 0; j < 10; j++) isPiece = isPiece && distance(at, points[j]) >= own;
    if (isPiece) shown = at;
  }
  return shown.x < 0.0 ? getToColor(uv) : getFromColor(shown);
}
