// Spirals that depend on the colors tear the first picture apart.
// Source: gl-transitions parametric_glitch
// Also: parametric_glitch
// License: MIT

uniform float ampx; // = 1.0 in -20...20: How far pixels move aside.
uniform float ampy; // = 1.0 in -20...20: How far pixels move up.

vec4 transition(vec2 uv) {
  vec3 color = getFromColor(uv).rgb;
  float sphere = dot(color, color) - 1.0;
  float x = fract(ampx * uv.x * cos(sphere - uv.x / (progress + 0.01)));
  float y = fract(ampy * uv.y * sin(sphere - uv.y / (progress + 0.01)));
  return mix(getFromColor(uv + progress * (uv - vec2(x, y))), getToColor(uv), progress);
}
