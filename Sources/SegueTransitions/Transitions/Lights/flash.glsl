// A flash of light with rays grows from a point, and the second picture remains.
// Source: CIFlashTransition, by its description
// Also: CIFlashTransition
// License: MIT

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1 of the frame: Where the flash is, from the left and from below.
uniform vec3 color; // = vec3(1.0, 0.8, 0.6) in 0...1: Color of the light.
uniform float rays; // = 0.5 in 0...1: Strength of the rays.

vec4 transition(vec2 uv) {
  vec2 point = (uv - center) * vec2(ratio, 1.0);
  float angle = atan(point.y, point.x);
  float ray = sin(angle * 7.0 + 1.0) * sin(angle * 12.0 + 3.0) * sin(angle * 19.0);
  float strength = 1.0 - abs(2.0 * progress - 1.0);
  float light = smoothstep(0.0, 1.0, 1.6 * strength - (1.0 - strength) * length(point) * (1.0 - rays * ray));
  vec4 shown = mix(getFromColor(uv), getToColor(uv), smoothstep(0.35, 0.65, progress));
  return mix(shown, vec4(mix(color, vec3(1.0), light), 1.0) * shown.a, light);
}
