// Makes pixels with an opacity below a threshold fully transparent.
// Source: GPUImage2 AlphaTest

uniform float threshold; // = 0.5 in 0...1: Least alpha of pixels that stay.

vec4 effect(vec4 color) {
  return color.a < threshold ? vec4(0.0) : color;
}
