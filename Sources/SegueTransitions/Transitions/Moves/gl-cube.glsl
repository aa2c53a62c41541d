// The pictures are two sides of a cube that turns to the right, with reflections.
// Source: gl-transitions cube
// Also: gl_cube
// License: MIT

uniform float persp; // = 0.7 in 0...1: How weak the perspective is.
uniform float unzoom; // = 0.3 in 0...5: How far the cube moves back while it turns.
uniform float reflection; // = 0.4 in 0...1: How much of the cube the floor mirrors.
uniform float floating; // = 3.0 in 0...100 hundredths of the height: How far the cube is above the floor.

#include "inside.glsl"
#include "floor.glsl"

// Maps a point `p` of the frame to its position 0...1 on a side of the cube that turns away.
vec2 skewed(vec2 p, float narrow, bool isSecond) {
  float x = isSecond ? 1.0 - p.x : p.x;
  float y = (p.y - 0.5 * (1.0 - narrow) * x) / (1.0 + (narrow - 1.0) * x);
  return vec2(isSecond ? 1.0 - x : x, y);
}

vec4 transition(vec2 uv) {
  float away = unzoom * 2.0 * (0.5 - abs(0.5 - progress));
  vec2 p = -away * 0.5 + (1.0 + away) * uv;
  vec2 first = skewed(vec2((p.x - progress) / (1.0 - progress), p.y), 1.0 - mix(progress, 0.0, persp), false);
  vec2 second = skewed(vec2(p.x / progress, p.y), mix(progress * progress, 1.0, persp), true);
  if (inside(first)) return getFromColor(first);
  if (inside(second)) return getToColor(second);
  float gap = floating / 100.0;
  return vec4(min(mirrored(true, first, gap) + mirrored(false, second, gap), 1.0), 1.0);
}
