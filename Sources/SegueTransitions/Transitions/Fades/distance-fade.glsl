// The second picture appears first where its colors differ most, and fades in elsewhere.
// License: MIT
// Source: xfade's distance
// Variant: distance

vec4 transition(vec2 uv) {
  vec4 a = getFromColor(uv);
  vec4 b = getToColor(uv);
  // Distances above 1, as between white and red, change right after the start, but not at progress 0.
  vec4 nearer = progress <= 0.0 || distance(a.rgb, b.rgb) <= 1.0 - progress ? a : b;
  return mix(nearer, b, progress);
}
