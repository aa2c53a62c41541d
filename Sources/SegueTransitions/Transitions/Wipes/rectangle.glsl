// A plain rectangle grows over the first picture and shrinks from the second one, or a plain border does.
// Source: gl-transitions Rectangle, RectangleCrop
// Also: gl_Rectangle
// Variant: RectangleCrop crop=true
// License: MIT

uniform vec4 bgcolor; // = vec4(0.0, 0.0, 0.0, 1.0) in 0...1: The plain color, premultiplied.
uniform bool crop; // = false: Whether the color is a border that grows inward, instead of a rectangle.

vec4 transition(vec2 uv) {
  float away = abs(1.0 - 2.0 * progress);
  float radius = pow(2.0 * abs(progress - 0.5), 3.0);
  float edge = crop ? 1.0 - 2.0 * abs(progress - 0.5) : away;
  vec2 low = step(vec2(edge), uv + 0.25);
  vec2 high = step(vec2(edge), 1.25 - uv);
  float isInside = low.x * low.y * high.x * high.y;
  float plain = step(radius, crop ? 1.0 - isInside : isInside);
  return mix(progress < 0.5 ? getFromColor(uv) : getToColor(uv), bgcolor, plain);
}
