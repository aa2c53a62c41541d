// More or less red, green and blue.
// Source: GPUImageRGBFilter

uniform float red; // = 1.0 in 0...10: What red is multiplied by.
uniform float green; // = 1.0 in 0...10: What green is multiplied by.
uniform float blue; // = 1.0, shown 1.6 in 0...10: What blue is multiplied by.

vec4 effect(vec4 color) {
  return vec4(color.rgb * vec3(red, green, blue), color.a);
}
