// The pictures are two sides of a cube that turns.
// License: MIT

uniform float eye; // = 1.5 in 0.3...20 widths: How far away the eye is; from near the perspective is stronger.
uniform float pull; // = 0.5 in 0...5 widths: How far the cube moves back while it turns.
uniform float shade; // = 0.6 in 0...1: How much darker a side is when it faces aside.
uniform float reflection; // = 0.3 in 0...1: How much of the cube the floor mirrors.
uniform vec4 background; // = vec4(0.0, 0.0, 0.0, 1.0) in 0...1: Color behind the cube, premultiplied.

const float quarterTurn = 1.5707963;
// Width of antialiased edges, as a fraction of the picture's width and height.
const float edge = 0.002;

vec4 picture(bool second, vec2 at) { return second ? getToColor(at) : getFromColor(at); }

// Coverage 0...1 of a point by a side of the cube.
float cover(vec2 at) {
  vec2 outside = max(abs(at - 0.5) - 0.5, 0.0);
  return clamp(1.0 - max(outside.x, outside.y) / edge, 0.0, 1.0);
}

// Draws a side of the cube, rotated from the front by `angle`, over the color `behind`.
vec4 side(vec4 behind, bool second, vec2 uv, float angle) {
  // Vectors seen from above: `across` is parallel to the side, `along` is its normal, `from` is the eye, and
  // `ray` goes through the pixel.
  vec2 across = vec2(cos(angle), -sin(angle));
  vec2 along = vec2(sin(angle), cos(angle));
  vec2 from = vec2(0.0, -(eye + 0.5 + pull * 4.0 * progress * (1.0 - progress)));
  vec2 ray = vec2(uv.x - 0.5, eye);
  float far = -0.5 - dot(from, along);
  float speed = dot(ray, along);
  if (far <= 0.0 || speed <= 0.0) return behind;
  float way = far / speed;
  vec2 at = vec2(dot(from, across) + way * dot(ray, across), way * (uv.y - 0.5)) + 0.5;
  vec2 below = at * vec2(1.0, -1.0);
  float light = mix(1.0, max(cos(angle), 0.0), shade);
  vec4 color = picture(second, below);
  color = mix(behind, vec4(color.rgb * light, color.a), reflection * cover(below) * clamp(1.0 + 2.0 * at.y, 0.0, 1.0));
  vec4 front = picture(second, at);
  return mix(color, vec4(front.rgb * light, front.a), cover(at));
}

vec4 transition(vec2 uv) {
  vec4 color = side(background, false, uv, quarterTurn * progress);
  return side(color, true, uv, quarterTurn * (progress - 1.0));
}
