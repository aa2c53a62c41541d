// A flower of the second picture opens.
// Source: gl-transitions polar_function
// Also: polar_function
// License: MIT

uniform int segments; // = 5 in 1...50: How many petals there are.

const float pi = 3.14159265359;

vec4 transition(vec2 uv) {
  float angle = atan(uv.y - 0.5, uv.x - 0.5) - 0.5 * pi;
  float radius = (cos(float(segments) * angle) + 4.0) / 4.0;
  if (length(uv - 0.5) > radius * progress) return getFromColor(uv);
  return getToColor(uv);
}
