// Both pictures are displaced along the curve of a butterfly.
// Source: gl-transitions ButterflyWaveScrawler
// Also: ButterflyWaveScrawler
// License: MIT

uniform float amplitude; // = 1.0 in 0...10: How the curve grows.
uniform float waves; // = 30.0 in 0...500: How many waves there are.
uniform float colorSeparation; // = 0.3 in 0...2: How far red and blue are apart.

#include "separated.glsl"

vec4 transition(vec2 uv) {
  vec2 o = uv * sin(progress * amplitude) - 0.5;
  float angle = acos(dot(o, vec2(1.0, 0.0))) * waves;
  float s = sin((2.0 * angle - 3.141592653589793) / 24.0);
  float s2 = s * s;
  float offset = (exp(cos(angle)) - 2.0 * cos(4.0 * angle) + s2 * s2 * s) / 10.0;
  return separated(uv, vec2(offset), colorSeparation);
}
