// Tints shadows with one color and highlights with another.
// Source: GPUImageHighlightShadowTintFilter

uniform vec3 shadowTintColor; // = vec3(1.0, 0.0, 0.0) in 0...1: The color of shadows.
uniform float shadowTintIntensity; // = 0.0, shown 0.5 in 0...1: How much of it.
uniform vec3 highlightTintColor; // = vec3(0.0, 0.0, 1.0) in 0...1: The color of lights.
uniform float highlightTintIntensity; // = 0.0, shown 0.5 in 0...1: How much of it.

vec4 effect(vec4 color) {
  float luminance = dot(color.rgb, vec3(0.2125, 0.7154, 0.0721));
  vec3 shadow = max(color.rgb, mix(shadowTintColor, color.rgb, luminance));
  vec3 shadowed = mix(color.rgb, shadow, shadowTintIntensity);
  vec3 highlight = min(shadowed, mix(shadowed, highlightTintColor, luminance));
  vec3 lighted = mix(color.rgb, highlight, highlightTintIntensity);
  return vec4(mix(shadowed, lighted, luminance), color.a);
}
