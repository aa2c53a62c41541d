// Shows the first picture within a horizontal stripe, and the second picture above and below.

uniform float top; // = 0.4
uniform float bottom; // = 0.6
uniform float falloff; // = 0.2

vec4 blend(vec4 base, vec4 overlay, vec2 uv) {
  float above = 1.0 - smoothstep(top - falloff, top, uv.y);
  return mix(base, overlay, min(above + smoothstep(bottom, bottom + falloff, uv.y), 1.0));
}
