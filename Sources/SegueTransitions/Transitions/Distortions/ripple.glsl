// A ring of waves runs over the picture as over water, and the second picture lies behind it.
// License: MIT

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1 of the frame: Where the ring starts, from the left and from below.
uniform float width; // = 0.4 in 0.01...2 of the height: Half the width of the ring.
uniform float waves; // = 3.0 in 0...20: How many waves the ring has.
uniform float amplitude; // = 0.04 in 0...0.5 of the height: How far a wave moves the picture.
uniform float light; // = 0.25 in 0...1: How much brighter and darker the sides of a wave are.

const float turn = 6.2831853;

vec4 transition(vec2 uv) {
  vec2 shape = vec2(ratio, 1.0);
  vec2 point = (uv - center) * shape;
  float radius = length(point);
  float farthest = length(max(center, 1.0 - center) * shape);
  // Position in the ring: 1 at the outer edge, -1 at the inner edge.
  float place = (radius - progress * (farthest + 2.0 * width)) / width + 1.0;
  float calm = clamp(1.0 - place * place, 0.0, 1.0);
  float height = calm * calm;
  float phase = 0.5 * turn * waves * place;
  vec2 push = point / max(radius, 0.0001) * (amplitude * height * sin(phase));
  vec2 at = uv + push / shape;
  vec4 color = mix(getFromColor(at), getToColor(at), 1.0 - smoothstep(-0.5, 0.5, place));
  return vec4(min(color.rgb * (1.0 + light * height * cos(phase)), color.a), color.a);
}
