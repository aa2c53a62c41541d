// Colored noise covers the first picture block by block, and uncovers the second.
// Source: gl-transitions StaticFade
// Also: StaticFade
// License: MIT

uniform float n_noise_pixels; // = 200.0 in 1...2000: How many blocks there are in a row.
uniform float static_luminosity; // = 0.8 in 0...1: Light of the noise.

float number(vec2 p) { return fract(sin(dot(p, vec2(10.5302340293, 70.23492931))) * 12345.5453123); }

vec4 transition(vec2 uv) {
  vec2 block = floor(uv * n_noise_pixels) / n_noise_pixels;
  float cover = min(1.0, 1.2 * (1.0 - abs(2.0 * (progress - 0.5))) - 0.1);
  if (number(block) > cover) return progress < 0.5 ? getFromColor(uv) : getToColor(uv);
  float red = number(block * vec2(progress * 2.0, progress * 3.0));
  float green = number(block * vec2(progress * 3.0, progress * 5.0));
  float blue = number(block * vec2(progress * 5.0, progress * 7.0));
  return vec4(static_luminosity * vec3(red, green, blue), 1.0);
}
