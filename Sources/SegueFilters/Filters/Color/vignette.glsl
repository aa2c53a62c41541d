// Fades to a color towards the corners.
// Source: GPUImageVignetteFilter

uniform vec2 vignetteCenter; // = vec2(0.5, 0.5) in 0...1: The middle of what stays, from the top left.
uniform vec3 vignetteColor; // = vec3(0.0, 0.0, 0.0) in 0...1: Color of the corners.
uniform float vignetteStart; // = 0.3 in 0...2 of the sides: How far from the middle it begins.
uniform float vignetteEnd; // = 0.75 in 0...2 of the sides: Distance from the middle from which only the color is left.

vec4 effect(vec4 color, vec2 uv) {
  float share = smoothstep(vignetteStart, max(vignetteEnd, vignetteStart + 0.0001), distance(uv, vignetteCenter));
  return vec4(mix(color.rgb, vignetteColor, share), color.a);
}
