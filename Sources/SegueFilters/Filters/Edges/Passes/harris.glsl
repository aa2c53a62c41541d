// Harris's corner measure: the determinant of the structure tensor minus a fraction of its squared trace.

uniform float sensitivity; // = 5.0

vec4 effect(vec4 color) {
  vec2 slope = color.rg;
  float both = 2.0 * color.b - 1.0;
  return vec4(vec3((slope.x * slope.y - both * both - 0.04 * (slope.x + slope.y) * (slope.x + slope.y)) * sensitivity), 1.0);
}
