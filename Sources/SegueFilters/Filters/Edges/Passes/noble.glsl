// Noble's corner measure: the determinant of the structure tensor divided by its trace.

uniform float sensitivity; // = 5.0

vec4 effect(vec4 color) {
  vec2 slope = color.rg;
  float both = 2.0 * color.b - 1.0;
  return vec4(vec3(((slope.x * slope.y - both * both) / max(slope.x + slope.y, 0.00001)) * sensitivity), 1.0);
}
