// The pictures dissolve in hexagons of one color, which grow and shrink in steps.
// Source: gl-transitions hexagonalize
// Also: gl_hexagonalize
// License: MIT

uniform int steps; // = 50 in 0...1000: How many sizes there are; 0 grows evenly.
uniform float horizontalHexagons; // = 20.0 in 1...1000: How many hexagons there are across at least.

vec4 transition(vec2 uv) {
  float d = 2.0 * min(progress, 1.0 - progress);
  if (steps > 0) d = ceil(d * float(steps)) / float(steps);
  vec2 at = uv;
  if (d > 0.0) {
    float size = sqrt(3.0) / 3.0 * d / horizontalHexagons;
    vec2 p = (vec2(uv.x, uv.y / ratio) - 0.5) / size;
    // Cube coordinates of the nearest hexagon: three numbers with the sum 0.
    vec3 place = vec3(sqrt(3.0) / 3.0 * p.x - p.y / 3.0, 2.0 / 3.0 * p.y, 0.0);
    place.z = -place.x - place.y;
    vec3 whole = floor(place + 0.5);
    vec3 off = abs(whole - place);
    if (off.x > off.y && off.x > off.z) {
      whole.x = -whole.y - whole.z;
    } else if (off.y > off.z) {
      whole.y = -whole.x - whole.z;
    }
    at = vec2(sqrt(3.0) * whole.x + sqrt(3.0) / 2.0 * whole.y, 1.5 * whole.y) * size + 0.5;
    at.y *= ratio;
  }
  return mix(getFromColor(at), getToColor(at), progress);
}
