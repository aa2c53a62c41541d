// The pictures with red and blue moved apart, limited to a margin.
vec4 splitFrom(vec2 uv, vec2 offset, float margin) {
  vec2 at = clamp(uv, margin, 1.0 - margin);
  float red = getFromColor(clamp(at + offset, margin, 1.0 - margin)).r;
  float blue = getFromColor(clamp(at - offset, margin, 1.0 - margin)).b;
  return vec4(red, getFromColor(at).g, blue, 1.0);
}

vec4 splitTo(vec2 uv, vec2 offset, float margin) {
  vec2 at = clamp(uv, margin, 1.0 - margin);
  float red = getToColor(clamp(at - offset, margin, 1.0 - margin)).r;
  float blue = getToColor(clamp(at + offset, margin, 1.0 - margin)).b;
  return vec4(red, getToColor(at).g, blue, 1.0);
}
