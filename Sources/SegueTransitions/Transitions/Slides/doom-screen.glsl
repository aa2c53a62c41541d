// The first picture melts down in bars, as screens of the game Doom do.
// Source: gl-transitions DoomScreenTransition
// Also: DoomScreenTransition
// License: MIT

uniform int bars; // = 30 in 2...1000: How many bars there are.
uniform float amplitude; // = 2.0 in 0...20: How different the speeds of the bars are.
uniform float noise; // = 0.1 in 0...1: How random the speeds are.
uniform float frequency; // = 0.5 in 0...10: How often the speeds rise and fall.
uniform float dripScale; // = 0.5 in 0...5: How much faster the middle is.

vec4 transition(vec2 uv) {
  float bar = floor(uv.x * float(bars));
  float fn = bar * frequency * 0.1 * float(bars);
  float wave = cos(fn * 0.5) * cos(fn * 0.13) * sin((fn + 10.0) * 0.3) / 2.0 + 0.5;
  float random = fract(mod(bar * 67123.313, 12.0) * sin(bar * 10.3) * cos(bar));
  float speed = mix(wave, random, noise) + sin(bar / float(bars - 1) * 3.141592) * dripScale;
  float fallen = progress * (1.0 + speed * amplitude);
  if (fallen + uv.y < 1.0) return getFromColor(vec2(uv.x, uv.y + fallen));
  return getToColor(uv);
}
