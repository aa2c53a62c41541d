// Hue, saturation and value fade instead of red, green and blue.
// Source: gl-transitions HSVfade
// Also: HSVfade
// License: MIT

// Converts RGB to hue, saturation and value, each 0...1. The terms 0.001 avoid divisions by zero for gray and
// black.
vec3 toHSV(vec3 c) {
  float high = max(c.r, max(c.g, c.b));
  float range = high - min(c.r, min(c.g, c.b));
  float whole = 6.0 * range + 0.001;
  float hue = 2.0 / 3.0 + (c.r - c.g) / whole;
  if (c.g == high) hue = 1.0 / 3.0 + (c.b - c.r) / whole;
  if (c.r == high) hue = (c.g - c.b) / whole + (c.g < c.b ? 1.0 : 0.0);
  return vec3(hue, range / (high + 0.001), high);
}

vec3 toRGB(vec3 c) {
  // Distances of the hue from red, green and blue, in full turns of the hue circle.
  vec3 away = abs(fract(c.x - vec3(0.0, 1.0, 2.0) / 3.0 + 0.5) - 0.5);
  return c.z * (1.0 - c.y * clamp(6.0 * away - 1.0, 0.0, 1.0));
}

vec4 transition(vec2 uv) {
  vec4 from = getFromColor(uv);
  vec4 to = getToColor(uv);
  float alpha = mix(from.a, to.a, progress);
  return vec4(min(toRGB(mix(toHSV(from.rgb), toHSV(to.rgb), progress)), alpha), alpha);
}
