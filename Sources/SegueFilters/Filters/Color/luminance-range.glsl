// Reduces the range of luminance and keeps the colors.
// Source: GPUImageLuminanceRangeFilter; rangeReductionFactor = rangeReduction

uniform float rangeReduction; // = 0.6 in 0...1: 0 changes nothing, 1 makes all equally light.

vec4 effect(vec4 color) {
  float luminance = dot(color.rgb, vec3(0.2125, 0.7154, 0.0721));
  return vec4(color.rgb + (0.5 - luminance) * rangeReduction, color.a);
}
