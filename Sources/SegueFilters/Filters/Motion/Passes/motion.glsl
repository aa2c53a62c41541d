// White where two pictures differ by more than a threshold.

uniform float threshold; // = 0.2

vec4 blend(vec4 base, vec4 overlay) {
  return vec4(vec3(step(threshold, distance(base.rgb, overlay.rgb))), 1.0);
}
