// Lighter or darker by the same amount everywhere.
// Source: GPUImageBrightnessFilter
// Example: brightness=0.2

uniform float brightness; // = 0.0 in -1...1: What is added to each color.

vec4 effect(vec4 color) {
  return vec4(color.rgb + brightness, color.a);
}
