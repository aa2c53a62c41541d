// Maps dark and light to two colors.
// Source: GPUImageFalseColorFilter

uniform vec3 firstColor; // = vec3(0.0, 0.0, 0.5) in 0...1: Color that black becomes.
uniform vec3 secondColor; // = vec3(1.0, 0.0, 0.0) in 0...1: Color that white becomes.

vec4 effect(vec4 color) {
  return vec4(mix(firstColor, secondColor, dot(color.rgb, vec3(0.2125, 0.7154, 0.0721))), color.a);
}
