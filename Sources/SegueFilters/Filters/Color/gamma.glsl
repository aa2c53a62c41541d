// Middle tones darker or lighter; black and white stay.
// Source: GPUImageGammaFilter

uniform float gamma; // = 1.0, shown 0.6 in 0...3: The exponent; below 1 is lighter.

vec4 effect(vec4 color) {
  return vec4(pow(color.rgb, vec3(gamma)), color.a);
}
