// Dark places of the first picture melt away from above, the rest fades.
// Source: gl-transitions luminance_melt
// Also: luminance_melt
// License: MIT

uniform bool direction; // = true: Whether the first picture melts from above.
uniform float l_threshold; // = 0.8 in 0...1 of the light: Light up to which places melt.
uniform bool above; // = false: Whether bright places melt instead of dark ones.

#include "random.glsl"

vec2 rest(vec2 x) { return x - floor(x * (1.0 / 289.0)) * 289.0; }
vec3 rest(vec3 x) { return x - floor(x * (1.0 / 289.0)) * 289.0; }
vec3 permuted(vec3 x) { return rest((x * 34.0 + 1.0) * x); }

// Simplex noise of two dimensions, -1...1.
float simplex(vec2 v) {
  const float skew = 0.366025403784439;
  const float back = 0.211324865405187;
  vec2 i = floor(v + dot(v, vec2(skew)));
  vec2 a = v - i + dot(i, vec2(back));
  vec2 corner = a.x > a.y ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
  vec2 b = a + back - corner;
  vec2 c = a - 0.577350269189626;
  i = rest(i);
  vec3 p = permuted(permuted(i.y + vec3(0.0, corner.y, 1.0)) + i.x + vec3(0.0, corner.x, 1.0));
  vec3 m = max(0.5 - vec3(dot(a, a), dot(b, b), dot(c, c)), 0.0);
  m *= m;
  m *= m;
  vec3 x = 2.0 * fract(p * 0.024390243902439) - 1.0;
  vec3 h = abs(x) - 0.5;
  vec3 g = x - floor(x + 0.5);
  m *= 1.79284291400159 - 0.85373472095314 * (g * g + h * h);
  return 130.0 * dot(m, vec3(g.x * a.x + h.x * a.y, g.y * b.x + h.y * b.y, g.z * c.x + h.z * c.y));
}

vec4 transition(vec2 uv) {
  vec4 from = getFromColor(uv);
  float place = distance(vec2(1.0, direction ? 1.0 : 0.0), uv) - progress * exp(simplex(vec2(uv.x, 0.0)));
  float light = dot(from.rgb, vec3(0.299, 0.587, 0.114));
  bool melts = above ? light > l_threshold : light < l_threshold;
  bool isMelted = melts && place <= progress - random(vec2(uv.x, 0.1));
  return mix(from, getToColor(uv), isMelted ? 1.0 : progress * progress * progress);
}
