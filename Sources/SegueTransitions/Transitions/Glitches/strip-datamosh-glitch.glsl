// Broken strips of both pictures tear, smear and flash while they dissolve.
// Source: gl-transitions StripDatamoshGlitch
// Also: StripDatamoshGlitch
// License: MIT

uniform float strength; // = 1.0 in 0...2: Strength of the whole.
uniform float horizontalBars; // = 42.0 in 1...500: How many strips there are.
uniform float verticalSlits; // = 18.0 in 1...500: How many upright slits there are.
uniform float tear; // = 0.18 in 0...2 of the width: How far strips move.
uniform float chroma; // = 0.032 in 0...0.5 of the width: How far red and blue are apart.
uniform float residue; // = 0.62 in 0...1: Strength of the smear.
uniform float noiseAmount; // = 0.16 in 0...1: Strength of the noise.
uniform float scanAmount; // = 0.13 in 0...1: Strength of the lines.
uniform float flashAmount; // = 0.2 in 0...1: Light of the flashes.

#include "chroma.glsl"

float number(float n) { return fract(sin(n) * 43758.5453123); }
float number(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453123); }

// Coverage 0...1 of a pixel by stripes that have random positions and widths.
float stripe(float place, float seed, vec2 shift, vec2 widths, float soft) {
  float id = floor(place);
  float width = mix(widths.x, widths.y, number(vec2(id, seed) + shift));
  return 1.0 - smoothstep(width, width + soft, abs(fract(place) - number(vec2(id, seed))));
}

float across(vec2 uv, float density, float seed, float low, float high) {
  return stripe(uv.y * density + seed * 0.137, seed, vec2(9.17, 2.31), vec2(low, high), 0.018);
}

// 1 if a part of a row is visible, 0 if it is missing.
float gate(vec2 uv, float row, float offset, float frame) {
  float parts = mix(1.0, 9.0, number(vec2(row, frame + 44.0)));
  return step(0.16, number(vec2(floor(uv.x * parts), row + frame * 3.0 + offset)));
}

float bars(vec2 uv, float frame) {
  float a = floor((uv.y + number(frame) * 0.031) * horizontalBars * 0.38);
  float b = floor((uv.y + number(frame + 2.0) * 0.013) * horizontalBars);
  float c = floor((uv.y + number(frame + 7.0) * 0.006) * horizontalBars * 3.4);
  float thick = across(uv, horizontalBars * 0.38, frame + 1.0, 0.035, 0.22) * step(0.42, number(vec2(a, frame + 10.0)));
  float middle = across(uv, horizontalBars, frame + 4.0, 0.014, 0.11) * step(0.48, number(vec2(b, frame + 20.0)));
  float thin = across(uv, horizontalBars * 3.4, frame + 9.0, 0.004, 0.035) * step(0.62, number(vec2(c, frame + 30.0)));
  thick *= gate(uv, a, number(vec2(a, frame)), frame);
  middle *= gate(uv, b, number(vec2(b, frame)), frame + 3.0);
  return clamp(max(thick, max(middle, thin)), 0.0, 1.0);
}

float slits(vec2 uv, float frame) {
  float column = floor((uv.x + number(frame + 12.0) * 0.017) * verticalSlits);
  float seed = frame + 13.0;
  float id = floor(uv.x * verticalSlits + seed * 0.091);
  float place = fract(uv.x * verticalSlits + seed * 0.091);
  float width = mix(0.01, 0.075, number(vec2(id + 4.7, seed + 8.9)));
  float slit = 1.0 - smoothstep(width, width + 0.012, abs(place - number(vec2(id, seed + 41.0))));
  return clamp(slit * step(0.66, number(vec2(column, frame + 19.0))), 0.0, 1.0);
}

vec4 transition(vec2 uv) {
  if (progress <= 0.0) return getFromColor(uv);
  if (progress >= 1.0) return getToColor(uv);
  float b = pow(max(0.0, sin(progress * 3.141592653589793)), 0.42) * strength;
  float frame = floor(progress * 30.0);
  float h = bars(uv, frame);
  float v = slits(uv, frame);
  float glitch = clamp(max(h, v * 0.75), 0.0, 1.0);
  float row = floor(uv.y * horizontalBars);
  float column = floor(uv.x * verticalSlits);
  float late = number(vec2(row, frame + 5.0)) - 0.5;
  vec2 apart = vec2(chroma * b * (1.0 + 1.7 * glitch), chroma * 0.22 * b * v);

  float x = (number(vec2(row, frame)) - 0.5) * 2.0 * tear * b * h;
  x += sin(uv.y * 120.0 + progress * 95.0) * 0.006 * b;
  float y = (number(vec2(column, frame + 27.0)) - 0.5) * 0.13 * b * v;
  float shake = (number(vec2(row, column + frame)) - 0.5) * 0.018 * b * max(h, v);
  vec4 first = splitFrom(uv + vec2(x + shake, y), apart, 0.0);
  vec4 second = splitTo(uv + vec2(shake - x, y), apart, 0.0);
  vec4 color = mix(first, second, smoothstep(0.18, 0.84, progress + late * 0.30 * h));

  vec2 smear = uv + vec2(late * 0.46, (number(vec2(row, frame + 31.0)) - 0.5) * 0.045) * b * h;
  first = splitFrom(smear, apart * 1.65, 0.0);
  second = splitTo(smear - vec2(late * 0.18 * b, 0.0), apart * 1.65, 0.0);
  color = mix(color, mix(first, second, smoothstep(0.28, 0.78, progress + late * 0.22)), h * b * residue);

  float hair = across(uv, 190.0, frame + 55.0, 0.002, 0.012);
  hair *= step(0.70, number(vec2(floor(uv.y * 190.0), frame + 56.0)));
  color.rgb += vec3(0.72, 0.90, 1.0) * hair * b * 0.28;
  color.rgb *= 1.0 - scanAmount * b * (0.5 + 0.5 * sin(uv.y * 980.0 + progress * 130.0));
  float noise = number(floor(uv * vec2(360.0 * ratio, 210.0)) + vec2(frame * 7.0, frame * 13.0));
  color.rgb += (noise - 0.5) * noiseAmount * b * (0.55 + glitch);
  color.rgb = mix(color.rgb, vec3(dot(color.rgb, vec3(0.299, 0.587, 0.114))), 0.18 * b * glitch);
  color.rgb += step(0.78, number(vec2(frame, 3.14))) * pow(b, 1.65) * flashAmount;
  return vec4(clamp(color.rgb, 0.0, color.a), color.a);
}
