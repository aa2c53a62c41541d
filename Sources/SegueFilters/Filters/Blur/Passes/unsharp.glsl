// Mixes the picture (the first input) with its blurred copy (the second); an intensity above 1 extrapolates,
// which sharpens.

uniform float intensity; // = 1.0: 0 gives the blurred picture, 1 the picture itself, and larger values a sharper one.

vec4 blend(vec4 base, vec4 overlay) {
  return vec4(mix(overlay.rgb, base.rgb, intensity), base.a);
}
