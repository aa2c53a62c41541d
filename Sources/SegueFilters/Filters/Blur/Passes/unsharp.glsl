// Extrapolates from a blurred picture (the second) through the sharp picture (the first).

uniform float intensity; // = 1.0: 0 is the blurred picture, 1 the picture itself, more is sharper than it.

vec4 blend(vec4 base, vec4 overlay) {
  return vec4(mix(overlay.rgb, base.rgb, intensity), base.a);
}
