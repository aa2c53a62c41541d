// An edge of gray noise uncovers the second picture.
// Source: gl-transitions static_wipe
// Also: static_wipe
// License: MIT

uniform bool u_transitionUpToDown; // = true: Whether the edge moves down.
uniform float u_max_static_span; // = 0.5 in 0...2 of the height: Width of the noise halfway.

vec4 transition(vec2 uv) {
  float span = u_max_static_span * sqrt(sin(3.14159265359 * progress));
  float place = u_transitionUpToDown ? 1.0 - uv.y : uv.y;
  vec4 color = place < progress ? getToColor(uv) : getFromColor(uv);
  float noise = fract(sin(dot(uv * (1.0 + progress), vec2(10.0, 70.0))) * 12345.5453123);
  float share = smoothstep(progress - span, progress, place) * (1.0 - smoothstep(progress, progress + span, place));
  return mix(color, vec4(vec3(noise), 1.0), share);
}
