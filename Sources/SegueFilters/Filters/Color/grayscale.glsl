// Gray of the same luminance.
// Source: GPUImageGrayscaleFilter
// Also: luminance

vec4 effect(vec4 color) {
  return vec4(vec3(dot(color.rgb, vec3(0.2125, 0.7154, 0.0721))), color.a);
}
