// A color over the picture where another one is light.

uniform vec3 mark; // = vec3(1.0, 0.0, 0.0)

vec4 blend(vec4 base, vec4 overlay) {
  return overlay.r > 0.5 ? vec4(mark, 1.0) : base;
}
