// The pictures change places on a carousel, the first one leaving on the left.
// License: MIT

uniform float depth; // = 1.2 in 0.1...10 widths: How far behind the frame a picture goes.
uniform float pull; // = 1.0 in 0...5 widths: How far both move back on the way, which keeps them in the frame.
uniform float gap; // = 0.06 in 0...1 widths: How far apart they pass each other.
uniform float reflection; // = 0.4 in 0...1: How much of them the floor mirrors.
uniform vec4 background; // = vec4(0.0, 0.0, 0.0, 1.0) in 0...1: Color behind the pictures, premultiplied.

const float halfTurn = 3.1415927;
// Width of antialiased edges, as a fraction of the picture's width and height.
const float edge = 0.002;

// Coverage 0...1 of a point by a card, which shows a picture; both coordinates are 0...1 on the card.
float cover(vec2 point) {
  vec2 outside = max(abs(point - 0.5) - 0.5, 0.0);
  return clamp(1.0 - max(outside.x, outside.y) / edge, 0.0, 1.0);
}

// Coverage 0...1 of a point by the card's reflection on the floor, which fades with the distance below the
// card.
float mirror(vec2 point) {
  return reflection * cover(vec2(point.x, -point.y)) * clamp(1.0 + 2.0 * point.y, 0.0, 1.0);
}

// Position of a point of the frame on a card that is moved aside by `x` and back by `z`.
vec2 card(vec2 uv, float x, float z) { return (uv - 0.5) * (1.0 + z) + 0.5 - vec2(x, 0.0); }

vec4 transition(vec2 uv) {
  float turned = sin(halfTurn * progress);
  float x = (0.5 + 0.5 * gap) * mix(turned, turned * turned, min(pull, 1.0));
  float z = 0.5 * depth * (1.0 - cos(halfTurn * progress));
  float back = pull * turned * turned;
  vec2 a = card(uv, -x, z + back);
  vec2 b = card(uv, x, depth - z + back);
  vec4 from = getFromColor(a);
  vec4 to = getToColor(b);
  vec4 color = mix(background, getFromColor(a * vec2(1.0, -1.0)), mirror(a));
  color = mix(color, getToColor(b * vec2(1.0, -1.0)), mirror(b));
  if (progress < 0.5) {
    return mix(mix(color, to, cover(b)), from, cover(a));
  }
  return mix(mix(color, from, cover(a)), to, cover(b));
}
