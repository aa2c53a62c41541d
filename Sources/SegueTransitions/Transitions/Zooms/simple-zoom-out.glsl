// The second picture fades in while the view draws back from it.
// Source: gl-transitions SimpleZoomOut
// Also: SimpleZoomOut
// License: MIT

uniform float zoom_quickness; // = 0.8 in 0.2...1 of the way: Length of the zoom.
uniform bool fade; // = true: Whether the second picture fades in, instead of a cut.

vec4 transition(vec2 uv) {
  float z = smoothstep(1.0 - zoom_quickness, 1.0, progress);
  float share = fade ? z : progress < 1.0 - zoom_quickness ? 0.0 : 1.0;
  return mix(getFromColor(uv), getToColor(0.5 + (uv - 0.5) * z), share);
}
