// Spots of warm light burn the first picture out, with a blur, and fade from the second.
// Source: gl-transitions FilmBurn
// Also: FilmBurn
// License: MIT

uniform float Seed; // = 2.31 in 0...100: Choice of the spots.

#include "random.glsl"

float bent(float x, float power) {
  return x > 0.5 ? 1.0 - pow(2.0 - x * 2.0, power) / 2.0 : pow(x * 2.0, power) / 2.0;
}

float number(float x) { return fract(sin(x * 24.9898 + Seed) * 43758.5453); }

float blended(float a, float b, float share) { return mix(a, b, bent(share, 2.0)); }

float cell(vec2 p, float time) {
  vec2 at = p + 10.0;
  float a = fract(sin(dot(at, vec2(12.9898 + floor(time) * 0.5, 78.233 + Seed))) * 43758.5453);
  float b = fract(sin(dot(at, vec2(12.9898 + floor(time + 1.0) * 0.5, 78.233 + Seed))) * 43758.5453);
  return blended(a, b, fract(time));
}

float drift(vec2 p, float time) {
  vec2 i = floor(p);
  float low = blended(cell(i, time), cell(floor(p + vec2(1.0, 0.0)), time), fract(p.x));
  float high = blended(cell(floor(p + vec2(0.0, 1.0)), time), cell(floor(p + 1.0), time), fract(p.x));
  return blended(low, high, fract(p.y));
}

float power(float x, float y) { return pow(abs(x), y) * sign(y); }

vec4 transition(vec2 uv) {
  float arc = sin(progress * 3.14159265358979323);
  float f = 0.0;
  for (int n = 0; n < 13; n++) {
    float i = float(n);
    f += sin(uv.x * number(i) * 6.0 + progress * 8.0 + number(i + 1.43)) *
      sin(uv.y * number(i + 4.4) * 6.0 + progress * 6.0 + number(i + 2.4));
    vec2 spot = vec2(drift(vec2(progress * 1.3), i + 1.0), drift(vec2(progress * 0.5), i + 6.25));
    f += 1.0 - clamp(length(uv - spot) * mix(20.0, 70.0, number(i)), 0.0, 1.0);
  }
  f = (f + 4.0) / 11.0;
  vec3 light = vec3(power(f, 1.0), power(f * 0.7, 2.0 - arc), power(f * 0.6, 1.3)) * arc;
  vec2 p = (uv - 0.5) * (1.0 + drift(vec2(progress * 5.0), 6.3) * arc * 0.05) + 0.5;
  float reach = arc * 0.03;
  float share = bent(progress, 10.0);
  vec4 color = vec4(0.0);
  for (int n = 0; n < 50; n++) {
    float i = float(n);
    float angle = degrees(i / 50.0 * 360.0);
    vec2 at = p + vec2(cos(angle), sin(angle)) * (random(vec2(i, p.x + p.y)) + reach) * reach;
    color += mix(getFromColor(at), getToColor(at), share);
  }
  color /= 50.0;
  return vec4(min(color.rgb + light, color.a), color.a);
}
