// The right half of the first picture is turned over like the page of a book.
// Source: gl-transitions BookFlip
// Also: BookFlip
// License: MIT

vec4 transition(vec2 uv) {
  float shade = max(0.7, abs(progress - 0.5) * 2.0);
  bool isTurned = uv.x >= 1.0 - progress;
  if (uv.x < 0.5) {
    if (!isTurned) return getFromColor(uv);
    float x = (uv.x - 0.5) / (progress - 0.5) * 0.5 + 0.5;
    float y = (uv.y - 0.5) / (0.5 + (1.0 - progress) * (0.5 - uv.x) / 0.5) * 0.5 + 0.5;
    vec4 color = getToColor(vec2(x, y));
    return vec4(color.rgb * shade, color.a);
  }
  if (isTurned) return getToColor(uv);
  float x = (uv.x - progress) / (0.5 - progress) * 0.5;
  float y = (uv.y - 0.5) / (0.5 + progress * (uv.x - 0.5) / 0.5) * 0.5 + 0.5;
  vec4 color = getFromColor(vec2(x, y));
  return vec4(color.rgb * shade, color.a);
}
