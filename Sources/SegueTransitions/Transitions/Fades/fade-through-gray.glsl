// Both pictures lose their colors while they fade.
// License: MIT
// Source: xfade's fadegrays
// Variant: fadegrays

vec4 gray(vec4 color) { return vec4(vec3(floor((color.r + color.g + color.b) / 3.0 * 255.0 + 0.001) / 255.0), color.a); }

vec4 transition(vec2 uv) {
  float left = 1.0 - progress;
  vec4 a = getFromColor(uv);
  vec4 b = getToColor(uv);
  vec4 first = mix(gray(a), a, smoothstep(0.8, 1.0, left));
  vec4 second = mix(b, gray(b), smoothstep(0.2, 1.0, left));
  return mix(first, second, progress);
}
