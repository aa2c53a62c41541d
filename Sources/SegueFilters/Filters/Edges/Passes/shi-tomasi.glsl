// Shi and Tomasi's corner measure: the smaller eigenvalue of the structure tensor.

uniform float sensitivity; // = 5.0

vec4 effect(vec4 color) {
  vec2 slope = color.rg;
  float both = 2.0 * color.b - 1.0;
  return vec4(vec3((slope.x + slope.y - sqrt((slope.x - slope.y) * (slope.x - slope.y) + 4.0 * both * both)) * sensitivity), 1.0);
}
