// More or less saturated colors.
// Source: GPUImageSaturationFilter

uniform float saturation; // = 1.0, shown 1.8 in 0...2: 0 is gray, 1 changes nothing.

vec4 effect(vec4 color) {
  float luminance = dot(color.rgb, vec3(0.2125, 0.7154, 0.0721));
  return vec4(mix(vec3(luminance), color.rgb, saturation), color.a);
}
