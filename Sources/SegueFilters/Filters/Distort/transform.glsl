// Turns, scales and moves the picture; the rest is transparent.
// Source: GPUImageTransformFilter; affineTransform = rotation, scale, translation

uniform float rotation; // = 0.0, shown 20.0 in -360...360 degrees: How far it is turned, clockwise.
uniform vec2 scale; // = vec2(1.0, 1.0), shown vec2(0.7, 0.7) in -10...10: How large it becomes; below 0 mirrors.
uniform vec2 translation; // = vec2(0.0, 0.0) in -10...10 of the width: How far it moves, to the right and down.
uniform bool anchorTopLeft; // = false : Whether it turns around the top left corner rather than the middle.

vec4 effect(vec2 uv) {
  vec2 shape = vec2(1.0, ratio);
  vec2 anchor = vec2(anchorTopLeft ? 0.0 : 0.5);
  float c = cos(radians(rotation));
  float s = sin(radians(rotation));
  vec2 point = (uv - anchor) / shape - translation;
  vec2 at = anchor + vec2(point.x * c + point.y * s, point.y * c - point.x * s) / scale * shape;
  bool isInside = at.x >= 0.0 && at.y >= 0.0 && at.x <= 1.0 && at.y <= 1.0;
  return isInside ? getColor(at) : vec4(0.0);
}
