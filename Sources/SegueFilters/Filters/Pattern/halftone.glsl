// Black dots on white, larger where the picture is darker, as in newspapers.
// Source: GPUImageHalftoneFilter; fractionalWidthOfAPixel = fraction

uniform float fraction; // = 0.01 in 0...1 of the width: Distance between dots, at least one pixel.

vec4 effect(vec2 uv) {
  vec2 cell = max(fraction, 1.0 / resolution.x) * vec2(1.0, ratio);
  vec2 middle = (floor(uv / cell) + 0.5) * cell;
  vec4 color = getColor(middle);
  float dark = 1.0 - dot(color.rgb, vec3(0.2125, 0.7154, 0.0721));
  float away = length((uv - middle) / vec2(1.0, ratio));
  return vec4(vec3(1.0 - step(away, 0.5 * cell.x * dark)), color.a);
}
