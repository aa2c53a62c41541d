// More transparent.
// Source: GPUImageOpacityFilter

uniform float opacity; // = 1.0, shown 0.5 in 0...1: Factor of alpha.

vec4 effect(vec4 color) {
  return vec4(color.rgb, color.a * opacity);
}
