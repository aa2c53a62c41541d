// A soft line crosses the picture and leaves the second one behind it.
// License: MIT

uniform float angle; // = 0.0 in -360...360 degrees: Direction in which the line moves: 0 is right, 90 is up.
uniform float softness; // = 0.15 in 0...1 of the way: Width of the line.

vec4 transition(vec2 uv) {
  vec2 way = vec2(cos(radians(angle)), sin(radians(angle)));
  vec2 shape = vec2(ratio, 1.0);
  // Position along the direction: 0 in the corner where the line starts, 1 in the opposite corner.
  float place = dot((uv - 0.5) * shape, way) / dot(shape, abs(way)) + 0.5;
  float width = max(softness, 0.001);
  float share = smoothstep(0.0, 1.0, (progress * (1.0 + width) - place) / width);
  return mix(getFromColor(uv), getToColor(uv), share);
}
