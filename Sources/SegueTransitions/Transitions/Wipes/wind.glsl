// Wind blows the first picture away in streaks.
// License: MIT

uniform float streaks; // = 90.0 in 1...1000 over the height: How many streaks there are.
uniform float size; // = 0.35 in 0...1 of the width: How far the longest streak is ahead of the shortest.
uniform float softness; // = 0.25 in 0...1 of the way: How long a streak takes to fade.
uniform float drag; // = 0.08 in 0...1 of the width: How far the picture is drawn along.

float random(float row) { return fract(sin(row * 12.7) * 1571.37); }

// Random offset between 0 and 1, interpolated smoothly between streaks.
float noise(float y) {
  float row = floor(y);
  return mix(random(row), random(row + 1.0), smoothstep(0.0, 1.0, y - row));
}

vec4 transition(vec2 uv) {
  float gust = 0.65 * noise(uv.y * streaks) + 0.35 * noise(uv.y * streaks * 0.13 + 7.0);
  float place = (uv.x + size * gust) / (1.0 + size);
  float width = max(softness, 0.001);
  float share = smoothstep(0.0, 1.0, (progress * (1.0 + width) - place) / width);
  return mix(getFromColor(uv - vec2(drag * share, 0.0)), getToColor(uv), share);
}
