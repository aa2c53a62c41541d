// A rush into the first picture, and back out of the second.
// Source: gl-transitions zoomInOut
// Also: zoomInOut
// License: MIT

vec2 zoomed(vec2 uv, float share) { return 0.5 + (uv - 0.5) * (1.0 - share); }

vec4 transition(vec2 uv) {
  vec4 from = getFromColor(zoomed(uv, smoothstep(0.0, 1.0, progress * 2.0)));
  vec4 to = getToColor(zoomed(uv, smoothstep(0.0, 1.0, (1.0 - progress) * 2.0)));
  return mix(from, to, smoothstep(0.4, 0.6, progress));
}
