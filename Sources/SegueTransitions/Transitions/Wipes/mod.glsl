// Holes of irregular shapes open over the second picture, starting at a point.
// Source: CIModTransition, by its description
// Also: CIModTransition
// License: MIT

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1 of the frame: Where the holes start, from the left and from below.
uniform float angle; // = 115.0 in -360...360 degrees: Rotation of the pattern.
uniform float radius; // = 0.08 in 0.005...1 of the height: Size of the holes.
uniform float softness; // = 0.15 in 0...1 of the way: Width of the holes' edge.

vec4 transition(vec2 uv) {
  vec2 point = (uv - center) * vec2(ratio, 1.0);
  vec2 way = vec2(cos(radians(angle)), sin(radians(angle)));
  vec2 p = vec2(dot(point, way), dot(point, vec2(-way.y, way.x))) / radius;
  p += 0.8 * sin(p.yx * 0.7);
  float hole = 0.5 + 0.25 * (sin(p.x * 1.57) + sin(p.y * 1.57));
  float farthest = length(max(center, 1.0 - center) * vec2(ratio, 1.0));
  float place = clamp(0.6 * hole + 0.4 * length(point) / farthest, 0.0, 1.0);
  float width = max(softness, 0.001);
  return mix(getFromColor(uv), getToColor(uv), smoothstep(0.0, 1.0, (progress * (1.0 + width) - place) / width));
}
