// Skin pinker, or greener or more orange; other colors stay.
// Source: GPUImageSkinToneFilter; upperSkinToneColor = orange

uniform float skinToneAdjust; // = 0.0, shown 0.8 in -1...1: Below 0 is pinker, above goes to the upper color.
uniform float skinHue; // = 0.05 in 0...1 of the circle of hues: The hue of skin.
uniform float skinHueThreshold; // = 40.0 in 0...200: How near to it a hue must be; more is nearer.
uniform float maxHueShift; // = 0.25 in 0...1 of the circle of hues: How far a hue turns at most.
uniform float maxSaturationShift; // = 0.4 in 0...1: How much stronger orange becomes at most.
uniform bool orange; // = false : Whether the upper color is orange rather than green.

vec4 effect(vec4 color) {
  float most = max(color.r, max(color.g, color.b));
  float span = most - min(color.r, min(color.g, color.b));
  // The hue in sixths of the color circle, with red at 0 and 6.
  float sixth = 0.0;
  if (span > 0.0) {
    sixth = color.r == most ? mod((color.g - color.b) / span, 6.0)
      : color.g == most ? 2.0 + (color.b - color.r) / span : 4.0 + (color.r - color.g) / span;
  }
  float hue = sixth / 6.0;
  float saturation = most > 0.0 ? span / most : 0.0;

  float away = abs(hue - skinHue);
  away = 2.0 * min(away, 1.0 - away);
  float share = skinToneAdjust * clamp(exp(-away * away * skinHueThreshold), 0.0, 1.0);
  if (orange && skinToneAdjust > 0.0) {
    saturation += share * maxSaturationShift;
  } else {
    hue += share * maxHueShift;
  }
  vec3 pure = clamp(abs(mod(hue * 6.0 + vec3(0.0, 4.0, 2.0), 6.0) - 3.0) - 1.0, 0.0, 1.0);
  return vec4(most * mix(vec3(1.0), pure, saturation), color.a);
}
