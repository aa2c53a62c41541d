// The second picture pushes the first one out, in a direction given as a vector.
// Source: gl-transitions Directional, directional-easing, DirectionalScaled
// Also: Directional
// Variant: directional-easing pace=1
// Variant: DirectionalScaled pace=2 scale=0.7
// Variant: directional-left direction=1,0
// Variant: directional-right direction=-1,0
// Variant: directional-up direction=0,-1
// Variant: directional-down direction=0,1
// License: MIT

uniform vec2 direction; // = vec2(0.0, 1.0) in -1...1: Signs of the motion: 1 is to the left and down.
uniform int pace; // = 0 in 0...2: 0 is even, 1 slows down, 2 starts and ends slowly.
uniform float scale; // = 1.0 in 0.1...4: Size of the pictures halfway; around smaller pictures the frame is transparent.

const float pi = 3.141592653589793;

vec4 transition(vec2 uv) {
  float t = progress;
  if (pace == 1) t = sqrt((2.0 - progress) * progress);
  if (pace == 2) t = pow(sin(progress * pi / 2.0), 3.0);
  vec2 p = uv + t * sign(direction);
  vec2 at = (fract(p) - 0.5) * (1.0 - (1.0 - 1.0 / scale) * sin(progress * pi)) + 0.5;
  vec2 isFirst = step(vec2(0.0), p) * step(p, vec2(1.0));
  vec2 isInside = step(vec2(0.0), at) * step(at, vec2(1.0));
  vec4 color = mix(getToColor(at), getFromColor(at), isFirst.x * isFirst.y);
  return color * (isInside.x * isInside.y);
}
