// The first picture is cut into bars, which slide out one after another.
// Source: CIBarsSwipeTransition, by its description
// Also: CIBarsSwipeTransition
// License: MIT

uniform float angle; // = 180.0 in -360...360 degrees: Direction in which the bars move: 0 is right, 90 is up.
uniform float width; // = 0.06 in 0.005...1 of the height: Width of a bar.
uniform float barOffset; // = 0.3 in 0...2 of the height: How far every other bar is behind.

vec4 transition(vec2 uv) {
  vec2 shape = vec2(ratio, 1.0);
  vec2 way = vec2(cos(radians(angle)), sin(radians(angle)));
  float bar = floor(dot((uv - 0.5) * shape, vec2(-way.y, way.x)) / width + 0.5);
  float behind = mod(bar, 2.0) * barOffset;
  float travel = max(progress * (dot(shape, abs(way)) + barOffset) - behind, 0.0);
  vec2 at = uv - way * travel / shape;
  bool isFirst = progress < 1.0 && at.x >= 0.0 && at.y >= 0.0 && at.x <= 1.0 && at.y <= 1.0;
  return isFirst ? getFromColor(at) : getToColor(uv);
}
