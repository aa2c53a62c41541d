// Red fades first, then green, then blue.
// Source: gl-transitions colorphase
// Also: colorphase
// License: MIT

uniform vec4 fromStep; // = vec4(0.0, 0.2, 0.4, 0.0) in 0...1 of the way: When red, green, blue and alpha start.
uniform vec4 toStep; // = vec4(0.6, 0.8, 1.0, 1.0) in 0...1 of the way: When red, green, blue and alpha end.

vec4 transition(vec2 uv) {
  vec4 share = smoothstep(min(fromStep, toStep), max(fromStep, toStep), vec4(progress));
  vec4 color = mix(getFromColor(uv), getToColor(uv), share);
  return vec4(min(color.rgb, color.a), color.a);
}
