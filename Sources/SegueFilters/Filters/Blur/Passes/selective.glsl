// Shows the first picture within a circle, and the second picture outside.

uniform vec2 center; // = vec2(0.5)
uniform float radius; // = 0.1875
uniform float edge; // = 0.09375

vec4 blend(vec4 base, vec4 overlay, vec2 uv) {
  float far = distance(vec2(uv.x, (uv.y - 0.5) / ratio + 0.5), center);
  return mix(base, overlay, smoothstep(radius - edge, radius, far));
}
