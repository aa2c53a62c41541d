// Dark places of the first picture burn away first, with a glowing edge.
// Source: gl-transitions dissolve
// Also: gl_dissolve
// License: MIT

uniform float uLineWidth; // = 0.1 in 0.001...1 of the light: Width of the edge.
uniform vec3 uSpreadClr; // = vec3(1.0, 0.0, 0.0) in 0...1: Color where the edge ends.
uniform vec3 uHotClr; // = vec3(0.9, 0.9, 0.2) in 0...1: Color where the edge is hot.
uniform float uPow; // = 5.0 in 0.1...20: Contrast of the edge.
uniform float uIntensity; // = 1.0 in 0...4: Light of the edge.

vec4 transition(vec2 uv) {
  vec4 from = getFromColor(uv);
  float left = 0.5 + 0.5 * dot(from.rgb, vec3(0.299, 0.587, 0.114)) - progress;
  if (left < 0.001) return getToColor(uv);
  float heat = 1.0 - smoothstep(0.0, uLineWidth, left);
  vec3 glow = pow(mix(uSpreadClr, uHotClr, heat), vec3(uPow)) * uIntensity;
  return vec4(min(mix(from.rgb, glow * from.a, heat * step(0.0001, progress)), from.a), from.a);
}
