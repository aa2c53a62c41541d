// A card with the pictures on its two sides turns about its middle.
// License: MIT
// Variant: flip-horizontal angle=180
// Variant: flip-from-left angle=0
// Variant: flip-from-right angle=180
// Variant: flip-from-top angle=-90
// Variant: flip-from-bottom angle=90
// Timing: 0.75 s, easeInOut
// Returning: in reverse

uniform float angle; // = 180.0 in -360...360 degrees: Direction in which the nearer side moves: 0 is right, 90 is up.
uniform float perspective; // = 0.4 in 0...2: Strength of the perspective.
uniform float shade; // = 0.4 in 0...1: How much darker the card is when it faces aside.
uniform vec4 background; // = vec4(0.0, 0.0, 0.0, 1.0) in 0...1: Color around the card, premultiplied.

const float halfTurn = 3.1415927;
// Width of antialiased edges, in heights.
const float edge = 0.003;

vec4 transition(vec2 uv) {
  vec2 shape = vec2(ratio, 1.0);
  vec2 way = vec2(cos(radians(angle)), sin(radians(angle)));
  vec2 aside = vec2(-way.y, way.x);
  // Distance from the axis to the side that comes nearer; the axis moves back to keep that side behind the
  // plane of the frame.
  float reach = 0.5 * dot(shape, abs(way));
  float lean = perspective * sin(halfTurn * progress);
  float front = cos(halfTurn * progress);
  vec2 point = (uv - 0.5) * shape;
  float along = dot(point, way);
  // Position `place` on the card, relative to the axis, where the ray through the point meets the card.
  float slope = front - lean * along / reach;
  if (abs(slope) < 0.00001) return background;
  float place = along * (1.0 + lean) / slope;
  float depth = 1.0 + lean * (1.0 + place / reach);
  // Mirrors the position if the back of the card is visible.
  vec2 at = (way * (front < 0.0 ? -place : place) + aside * dot(point, aside) * depth) / shape + 0.5;
  vec2 outside = max(abs(at - 0.5) - 0.5, 0.0) * shape;
  // Distance from the card in the frame. The minimum 0.1 keeps a card seen edge-on from becoming an endless line.
  float away = length(vec2(dot(outside, way) * max(abs(front), 0.1), dot(outside, aside)));
  vec4 color = front < 0.0 ? getToColor(at) : getFromColor(at);
  color.rgb *= 1.0 - shade * (1.0 - abs(front));
  return mix(background, color, clamp(1.0 - away / edge, 0.0, 1.0));
}
