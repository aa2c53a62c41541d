// Both pictures lose their colors while they fade, with a soft start and end.
// Source: gl-transitions fadegrayscale
// Also: fadegrayscale
// License: MIT

uniform float intensity; // = 0.3 in 0...0.99 of the way: How long the pictures are gray.

vec4 gray(vec4 color) { return vec4(vec3(dot(color.rgb, vec3(0.2126, 0.7152, 0.0722))), color.a); }

vec4 transition(vec2 uv) {
  vec4 from = getFromColor(uv);
  vec4 to = getToColor(uv);
  from = mix(gray(from), from, smoothstep(1.0 - intensity, 0.0, progress));
  return mix(from, mix(gray(to), to, smoothstep(intensity, 1.0, progress)), progress);
}
