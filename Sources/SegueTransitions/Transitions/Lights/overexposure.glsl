// The pictures are overexposed while they dissolve.
// Source: gl-transitions Overexposure
// Also: Overexposure
// License: MIT

uniform float strength; // = 0.6 in 0...5: How much light is added.

vec4 transition(vec2 uv) {
  vec4 from = getFromColor(uv);
  vec4 to = getToColor(uv);
  float light = sin(3.141592653589793 * progress) * strength;
  float alpha = mix(from.a, to.a, progress);
  vec3 color = from.rgb * (1.0 - progress + light) + to.rgb * (progress + light);
  return vec4(min(color, alpha), alpha);
}
