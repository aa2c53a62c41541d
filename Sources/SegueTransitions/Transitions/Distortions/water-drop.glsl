// A drop makes rings, and the second picture fades in.
// Source: gl-transitions WaterDrop
// Also: WaterDrop
// License: MIT

uniform float amplitude; // = 30.0 in 0...500 radians: How close the rings are.
uniform float speed; // = 30.0 in 0...500 radians: How fast the rings run.

vec4 transition(vec2 uv) {
  vec2 way = uv - 0.5;
  float away = length(way);
  vec2 offset = away > progress ? vec2(0.0) : way * sin(away * amplitude - progress * speed);
  return mix(getFromColor(uv + offset), getToColor(uv), progress);
}
