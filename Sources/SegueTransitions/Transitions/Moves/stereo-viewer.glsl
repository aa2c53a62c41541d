// The first picture leaves as a slide of a stereo viewer, and the second one takes its place.
// Source: gl-transitions StereoViewer
// Also: StereoViewer
// License: MIT

uniform float zoom; // = 0.88 in 0.1...1: Size of the slides.
uniform float corner_radius; // = 0.22 in 0.001...0.5 of the height: Radius of the slides' corners.

const vec4 black = vec4(0.0, 0.0, 0.0, 1.0);

// Whether a point is on a slide: a rectangle 0...1 with round corners, whose radius is given for both axes.
bool isOnSlide(vec2 p, vec2 radius) {
  vec2 q = abs(p - 0.5) - 0.5;
  vec2 d = (q + radius) / radius;
  return q.x < 0.0 && q.y < 0.0 && (d.x < 0.0 || d.y < 0.0 || dot(d, d) < 1.0);
}

// Rotates a point about a pivot; `p` is relative to the frame's middle, and the pivot is `side` widths to the left of
// it.
vec2 turned(vec2 p, float angle, float side) {
  vec2 q = vec2(p.x + side, p.y / ratio);
  return vec2(cos(angle) * q.x - sin(angle) * q.y - side, (sin(angle) * q.x + cos(angle) * q.y) * ratio);
}

vec4 half_(vec4 color) { return 1.0 - sqrt(1.0 - color); }

vec4 screened(vec4 a, vec4 b) { return 1.0 - (1.0 - a) * (1.0 - b); }

vec4 transition(vec2 uv) {
  if (progress <= 0.0) return getFromColor(uv);
  if (progress >= 1.0) return getToColor(uv);
  vec2 corner = vec2(corner_radius / ratio, corner_radius);
  if (progress < 0.1 || progress >= 0.9) {
    float a = progress < 0.1 ? progress / 0.1 : (1.0 - progress) / 0.1;
    vec2 at = (uv - 0.5) / (1.0 - a + zoom * a) + 0.5;
    if (!isOnSlide(at, corner * a)) return black;
    return progress < 0.1 ? getFromColor(at) : getToColor(at);
  }
  bool isFirst = progress < 0.48;
  float t = isFirst ? (progress - 0.1) / 0.38 : 1.0 - (progress - 0.52) / 0.38;
  float angle = t * t / 2.4;
  vec2 point = isFirst ? uv - 0.5 : (uv - 0.5) / zoom;
  float size = isFirst ? zoom : 1.0;
  vec2 left = turned(point, angle, 2.0) / size + 0.5;
  vec2 right = turned(point, angle, -2.0) / size + 0.5;
  bool isLeft = isOnSlide(left, corner);
  bool isRight = isOnSlide(right, corner);
  if (isFirst) {
    return screened(isLeft ? half_(getFromColor(left)) : black, isRight ? half_(getFromColor(right)) : black);
  }
  vec2 at = (uv - 0.5) / zoom + 0.5;
  if (!isOnSlide(at, corner)) return black;
  vec4 color = half_(getToColor(at));
  return screened(isLeft ? color : black, isRight ? color : black);
}
