// Hue, saturation and value fade instead of red, green and blue.
// Source: gl-transitions HSVfade
// Also: HSVfade
// License: MIT

vec3 toHSV(vec3 c) {
  vec4 p = c.b > c.g ? vec4(c.b, c.g, -1.0, 2.0 / 3.0) : vec4(c.g, c.b, 0.0, -1.0 / 3.0);
  vec4 q = c.r < p.x ? vec4(p.x, p.y, p.w, c.r) : vec4(c.r, p.y, p.z, p.x);
  float d = q.x - min(q.w, q.y);
  return vec3(abs(q.z + (q.w - q.y) / (6.0 * d + 0.001)), d / (q.x + 0.001), q.x);
}

vec3 toRGB(vec3 c) {
  vec3 p = abs(fract(c.x + vec3(1.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0);
  return c.z * mix(vec3(1.0), clamp(p - 1.0, 0.0, 1.0), c.y);
}

vec4 transition(vec2 uv) {
  vec4 from = getFromColor(uv);
  vec4 to = getToColor(uv);
  float alpha = mix(from.a, to.a, progress);
  return vec4(min(toRGB(mix(toHSV(from.rgb), toHSV(to.rgb), progress)), alpha), alpha);
}
