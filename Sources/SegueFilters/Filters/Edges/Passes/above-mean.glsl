// White where the red of the first picture is not below the red of the second picture by more than a
// tolerance.

uniform float tolerance; // = 0.05

vec4 blend(vec4 base, vec4 overlay) {
  return vec4(vec3(step(overlay.r - tolerance, base.r)), base.a);
}
