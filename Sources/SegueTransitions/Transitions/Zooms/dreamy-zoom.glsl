// The picture grows and turns to white, and the second one comes back from it.
// Source: gl-transitions DreamyZoom
// Also: DreamyZoom
// License: MIT

uniform float rotation; // = 6.0 in -90...90 steps of 2.25 degrees: How far the picture turns.
uniform float scale; // = 1.2 in 0.1...10: How far the picture grows.

vec4 transition(vec2 uv) {
  bool isFirst = progress < 0.5;
  float phase = isFirst ? progress * 2.0 : 2.0 - progress * 2.0;
  float angle = rotation * 0.03926990816987241548 * (isFirst ? phase : -phase);
  vec2 p = (uv - 0.5) / mix(1.0, scale, phase) * vec2(ratio, 1.0);
  float s = sin(angle);
  float c = cos(angle);
  vec2 at = vec2((c * p.x - s * p.y) / ratio, s * p.x + c * p.y) + 0.5;
  vec4 color = isFirst ? getFromColor(at) : getToColor(at);
  return min(color + phase, 1.0);
}
