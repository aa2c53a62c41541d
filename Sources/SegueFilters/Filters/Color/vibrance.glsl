// Changes the saturation, of strong colors more than of weak ones.
// Source: GPUImageVibranceFilter

uniform float vibrance; // = 0.0, shown 0.8 in -1...1: 0 changes nothing, below 0 is weaker.

vec4 effect(vec4 color) {
  float most = max(color.r, max(color.g, color.b));
  float mean = (color.r + color.g + color.b) / 3.0;
  return vec4(mix(color.rgb, vec3(most), -3.0 * vibrance * (most - mean)), color.a);
}
