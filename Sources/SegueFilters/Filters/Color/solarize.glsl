// Inverts dark colors, as on an overexposed plate.
// Source: GPUImageSolarizeFilter

uniform float threshold; // = 0.5 in 0...1: Luminance up to which colors are inverted.

vec4 effect(vec4 color) {
  float luminance = dot(color.rgb, vec3(0.2125, 0.7154, 0.0721));
  return vec4(abs(step(luminance, threshold) - color.rgb), color.a);
}
