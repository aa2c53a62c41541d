// Black dots on white, larger where the picture is darker, as in newspapers.
// Source: GPUImageHalftoneFilter; fractionalWidthOfAPixel = fraction

uniform float fraction; // = 0.01 in 0...1 of the width: Distance between dots, at least one pixel.
uniform float softness; // = 0.0 in 0...1 of the distance: Width of a dot's edge; 0 is a hard edge, as in GPUImage.

vec4 effect(vec2 uv) {
  vec2 cell = max(fraction, 1.0 / resolution.x) * vec2(1.0, ratio);
  vec2 middle = (floor(uv / cell) + 0.5) * cell;
  vec4 color = getColor(middle);
  float dark = 1.0 - dot(color.rgb, vec3(0.2125, 0.7154, 0.0721));
  float away = length((uv - middle) / vec2(1.0, ratio));
  float radius = 0.5 * cell.x * dark;
  float ink = step(away, radius);
  if (softness > 0.0) ink = clamp((radius - away) / (softness * cell.x) + 0.5, 0.0, 1.0);
  return vec4(vec3(1.0 - ink), color.a);
}
