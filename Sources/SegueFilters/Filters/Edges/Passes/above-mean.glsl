// White where red is not much below another picture's.

uniform float tolerance; // = 0.05

vec4 blend(vec4 base, vec4 overlay) {
  return vec4(vec3(step(overlay.r - tolerance, base.r)), base.a);
}
