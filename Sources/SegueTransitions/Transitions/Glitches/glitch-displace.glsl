// Each picture is displaced by the colors of the other, gray halfway.
// Source: gl-transitions GlitchDisplace
// Also: GlitchDisplace
// License: MIT

#include "sudden.glsl"

vec2 displaced(vec4 color, vec2 uv, float depth, float strength) {
  return uv + (color.rg * (0.33 - depth) + depth * 0.33) * strength;
}

vec4 transition(vec2 uv) {
  float share = sudden(progress);
  float late = 1.0 - pow(2.0, -10.0 * progress);
  vec4 from = getFromColor(uv);
  vec4 to = getToColor(uv);
  vec4 second = getToColor(displaced(from, uv, 0.7, 1.0 - share));
  vec4 first = getFromColor(displaced(to, uv, 0.5, late));
  float gray = 2.0 * dot(min(first, second).rgb, vec3(0.299, 0.587, 0.114));
  from = mix(from, vec4(vec3(gray), 2.0), smoothstep(0.0, 0.5, progress));
  to = mix(to, second, smoothstep(1.0, 0.5, progress));
  vec4 color = min(mix(from, to, share), 1.0);
  return vec4(min(color.rgb, color.a), color.a);
}
