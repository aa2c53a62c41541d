// The light of a copying machine crosses the picture and leaves the second one behind it.
// Source: CICopyMachineTransition, by its description
// Also: CICopyMachineTransition
// License: MIT

uniform float angle; // = 0.0 in -360...360 degrees: Direction in which the light moves: 0 is right, 90 is up.
uniform float width; // = 0.25 in 0.01...1 of the way: Width of the light.
uniform vec3 color; // = vec3(0.6, 1.0, 0.8) in 0...1: Color of the light.
uniform float opacity; // = 1.0 in 0...2: Strength of the light.

vec4 transition(vec2 uv) {
  vec2 shape = vec2(ratio, 1.0);
  vec2 way = vec2(cos(radians(angle)), sin(radians(angle)));
  float place = dot((uv - 0.5) * shape, way) / dot(shape, abs(way)) + 0.5;
  float ahead = (place - progress * (1.0 + 2.0 * width) + width) / width;
  vec4 shown = mix(getFromColor(uv), getToColor(uv), smoothstep(0.1, -0.1, ahead));
  float light = 1.0 - smoothstep(0.0, 1.0, abs(ahead));
  return vec4(min(shown.rgb + color * shown.a * light * opacity, shown.a), shown.a);
}
