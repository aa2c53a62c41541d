// More or less contrast around middle gray.
// Source: GPUImageContrastFilter

uniform float contrast; // = 1.0, shown 1.6 in 0...4: 0 is gray, 1 changes nothing.

vec4 effect(vec4 color) {
  return vec4((color.rgb - 0.5) * contrast + 0.5, color.a);
}
