// A rush into the first picture fades into the second.
// Source: gl-transitions SimpleZoom
// Also: SimpleZoom
// License: MIT

uniform float zoom_quickness; // = 0.8 in 0.2...1 of the way: When the zoom ends.

vec4 transition(vec2 uv) {
  vec2 at = 0.5 + (uv - 0.5) * (1.0 - smoothstep(0.0, zoom_quickness, progress));
  return mix(getFromColor(at), getToColor(uv), smoothstep(zoom_quickness - 0.2, 1.0, progress));
}
