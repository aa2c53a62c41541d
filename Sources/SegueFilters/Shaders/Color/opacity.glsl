// More transparent.
// Source: GPUImageOpacityFilter
// Example: opacity=0.5

uniform float opacity; // = 1.0 in 0...1: What alpha is multiplied by.

vec4 effect(vec4 color) {
  return vec4(color.rgb, color.a * opacity);
}
