// Samples a picture with red and blue moved apart; positions stay at least `margin` away from the edges.
// Alpha does not move, so colors may exceed alpha.
vec4 splitFrom(vec2 uv, vec2 offset, float margin) {
  vec2 at = clamp(uv, margin, 1.0 - margin);
  vec4 color = getFromColor(at);
  color.r = getFromColor(clamp(at + offset, margin, 1.0 - margin)).r;
  color.b = getFromColor(clamp(at - offset, margin, 1.0 - margin)).b;
  return color;
}

vec4 splitTo(vec2 uv, vec2 offset, float margin) {
  vec2 at = clamp(uv, margin, 1.0 - margin);
  vec4 color = getToColor(at);
  color.r = getToColor(clamp(at - offset, margin, 1.0 - margin)).r;
  color.b = getToColor(clamp(at + offset, margin, 1.0 - margin)).b;
  return color;
}
