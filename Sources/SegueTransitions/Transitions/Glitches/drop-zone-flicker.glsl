// Cuts between the pictures flicker in blocks, with red and cyan ghosts.
// Source: gl-transitions Drop_Zone_Flicker
// Also: Drop_Zone_Flicker
// License: MIT

uniform float frameRate; // = 24.0 in 1...240: How many cuts there are.
uniform float rgbOffset; // = 0.014 in 0...0.2 of the width: How far red and blue are apart.
uniform float blockAmount; // = 0.72 in 0...2: How different blocks are.
uniform float ghostAmount; // = 0.62 in 0...1: How much of the first picture comes back.
uniform float redCyan; // = 0.58 in 0...1: Strength of the red and cyan light.
uniform float scanline; // = 0.075 in 0...1: Strength of the lines.

#include "chroma.glsl"

float number(vec2 p) {
  p = fract(p * vec2(443.8975, 397.2973));
  p += dot(p, p.yx + 19.19);
  return fract(p.x * p.y);
}

// Share 0...1 of the second picture after a cut, by the number of the cut.
float reveal(int cut) {
  float shares[24];
  shares[0] = 0.0; shares[1] = 0.28; shares[2] = 0.43; shares[3] = 0.46; shares[4] = 0.38; shares[5] = 0.48;
  shares[6] = 0.26; shares[7] = 0.1; shares[8] = 0.0; shares[9] = 0.0; shares[10] = 0.3; shares[11] = 0.58;
  shares[12] = 1.0; shares[13] = 0.7; shares[14] = 0.42; shares[15] = 0.55; shares[16] = 0.72; shares[17] = 0.88;
  shares[18] = 0.34; shares[19] = 0.48; shares[20] = 0.56; shares[21] = 0.76; shares[22] = 0.93; shares[23] = 1.0;
  return shares[cut > 23 ? 23 : cut];
}

// Strength 0...1 of the flicker after a cut, by the number of the cut.
float strength(float cut) {
  if (cut < 0.5) return 0.0;
  if (cut < 6.5) return 0.92;
  if (cut < 10.5) return 0.38;
  if (cut < 11.5) return 0.78;
  if (cut < 12.5) return 0.12;
  if (cut < 17.5) return 0.74;
  if (cut < 22.5) return 0.88;
  return cut < 23.5 ? 0.28 : 0.0;
}

// Random value 0...1 at a point after a cut: the larger the value, the more of the second picture is shown.
float block(vec2 uv, float cut) {
  float wide = step(0.48, number(vec2(floor(uv.x * 4.0), cut * 1.37)));
  float small = step(0.56, number(floor(uv * vec2(8.0, 4.0)) + vec2(cut * 2.11, cut * 0.73)));
  float side = smoothstep(-0.035, 0.035, uv.x - mix(0.18, 0.78, number(vec2(cut, 4.7))));
  return clamp(mix(wide, small, 0.38) * 0.72 + side * 0.28, 0.0, 1.0);
}

vec4 transition(vec2 uv) {
  if (progress <= 0.0) return getFromColor(uv);
  if (progress >= 1.0) return getToColor(uv);
  float cut = floor(progress * frameRate);
  float shown = reveal(int(cut));
  float flicker = strength(cut);
  float x = (number(vec2(cut, 9.13)) - 0.5) * 0.042;
  vec2 shake = vec2(x, (number(vec2(cut, 2.71)) - 0.5) * 0.010) * flicker;
  float row = (number(vec2(cut, floor(uv.y * 9.0))) - 0.5) * 0.18 * flicker;
  float share = clamp(shown + (block(uv, cut) - 0.5) * blockAmount * flicker + row, 0.0, 1.0);
  share = smoothstep(0.22, 0.78, share);
  vec2 apart = vec2(rgbOffset * flicker, 0.0);
  vec4 first = splitFrom(clamp(uv + shake, 0.001, 0.999), apart, 0.001);
  vec4 second = splitTo(clamp(uv - shake * 0.55, 0.001, 0.999), apart, 0.001);
  vec4 color = mix(first, second, share);
  float left = (1.0 - smoothstep(0.10, 0.78, uv.x)) * flicker;
  float right = smoothstep(0.08, 0.62, uv.x) * (1.0 - smoothstep(0.86, 1.0, uv.x)) * flicker;
  color = mix(color, first * vec4(1.34, 0.42, 0.38, 1.0), left * redCyan * 0.42);
  color = mix(color, second * vec4(0.48, 1.12, 1.24, 1.0), right * redCyan * 0.30);
  float ghost = flicker * (1.0 - smoothstep(0.94, 1.0, shown)) * (0.18 + 0.52 * (1.0 - abs(share - 0.5) * 2.0));
  color = mix(color, first, ghost * ghostAmount);
  color.rgb += sin((uv.y + cut * 0.017) * 1080.0) * scanline * flicker;
  color.rgb += (number(vec2(cut, 12.4)) - 0.35) * 0.10 * flicker;
  return vec4(clamp(color.rgb, 0.0, color.a), color.a);
}
