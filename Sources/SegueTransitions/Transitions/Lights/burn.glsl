// The light of a fire is added to both pictures while they dissolve.
// Source: gl-transitions burn
// License: MIT

uniform vec3 color; // = vec3(0.9, 0.4, 0.2) in 0...1: Color of the light.

vec4 transition(vec2 uv) {
  vec4 from = getFromColor(uv);
  vec4 to = getToColor(uv);
  vec3 lit = mix(from.rgb + progress * color, to.rgb + (1.0 - progress) * color, progress);
  float alpha = mix(from.a, to.a, progress);
  return vec4(min(lit, alpha), alpha);
}
