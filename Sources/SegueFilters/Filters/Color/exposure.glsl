// Longer or shorter exposure.
// Source: GPUImageExposureFilter

uniform float exposure; // = 0.0, shown 1.0 in -10...10 stops: Each doubles or halves the light.

vec4 effect(vec4 color) {
  return vec4(color.rgb * exp2(exposure), color.a);
}
