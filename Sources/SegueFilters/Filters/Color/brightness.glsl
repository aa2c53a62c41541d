// Lighter or darker by the same amount everywhere.
// Source: GPUImageBrightnessFilter

uniform float brightness; // = 0.0, shown 0.2 in -1...1: Amount added to each color.

vec4 effect(vec4 color) {
  return vec4(color.rgb + brightness, color.a);
}
