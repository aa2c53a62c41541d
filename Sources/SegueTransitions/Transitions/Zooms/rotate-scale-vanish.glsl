// The first picture turns and shrinks away, and the second one fades in from black.
// Source: gl-transitions RotateScaleVanish
// Also: RotateScaleVanish
// License: MIT

uniform bool FadeInSecond; // = true: Whether the second picture fades in from black.
uniform bool ReverseEffect; // = false: Whether the second picture comes in the same way instead.
uniform bool ReverseRotation; // = false: Whether the picture turns clockwise.

vec4 transition(vec2 uv) {
  float t = ReverseEffect ? 1.0 - progress : progress;
  float angle = ReverseRotation ? 6.283185307179586 * t : -6.283185307179586 * t;
  float c = cos(angle);
  float s = sin(angle);
  vec2 p = (uv - 0.5) * vec2(ratio, 1.0);
  vec2 at = vec2(c * p.x - s * p.y, s * p.x + c * p.y) / max(0.00001, 1.0 - t) + vec2(ratio, 1.0) / 2.0;
  vec4 still = ReverseEffect ? getFromColor(uv) : getToColor(uv);
  vec4 color = FadeInSecond ? vec4(0.0, 0.0, 0.0, 1.0) : still;
  if (at.x >= 0.0 && at.x <= ratio && at.y >= 0.0 && at.y <= 1.0) {
    at.x /= ratio;
    color = ReverseEffect ? getToColor(at) : getFromColor(at);
  }
  return mix(color, still, t);
}
