// More or less red, green and blue.
// Source: GPUImageRGBFilter
// Also: rgb-adjustment

uniform float red; // = 1.0 in 0...10: Factor of red.
uniform float green; // = 1.0 in 0...10: Factor of green.
uniform float blue; // = 1.0, shown 1.6 in 0...10: Factor of blue.

vec4 effect(vec4 color) {
  return vec4(color.rgb * vec3(red, green, blue), color.a);
}
