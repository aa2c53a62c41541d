// A soft circle opens over the second picture, or closes over the first, round in a square frame.
// Source: gl-transitions circleopen
// Also: gl_circleopen
// License: MIT

uniform float smoothness; // = 0.3 in 0.001...2 of the way: Width of the edge.
uniform bool opening; // = true: Whether the circle opens.

vec4 transition(vec2 uv) {
  float size = opening ? progress : 1.0 - progress;
  float place = 1.414213562373 * distance(vec2(0.5), uv) - size * (1.0 + smoothness);
  float m = smoothstep(-smoothness, 0.0, place);
  return mix(getFromColor(uv), getToColor(uv), opening ? 1.0 - m : m);
}
