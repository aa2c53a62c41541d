// A wide front drags the first picture along, and the second one springs back behind it.
// License: MIT

uniform float angle; // = 0.0 in -360...360 degrees: Where the front goes: 0 is right, 90 is up.
uniform float softness; // = 0.5 in 0...2 of the way: Width of the front.
uniform float warp; // = 0.3 in 0...1 of the way: How far it draws a pixel along.

vec4 transition(vec2 uv) {
  vec2 way = vec2(cos(radians(angle)), sin(radians(angle)));
  vec2 shape = vec2(ratio, 1.0);
  float across = dot(shape, abs(way));
  float place = dot((uv - 0.5) * shape, way) / across + 0.5;
  float width = max(softness, 0.001);
  float share = smoothstep(0.0, 1.0, (progress * (1.0 + width) - place) / width);
  vec2 push = way * across / shape * warp;
  return mix(getFromColor(uv - push * share), getToColor(uv + push * (1.0 - share)), share);
}
