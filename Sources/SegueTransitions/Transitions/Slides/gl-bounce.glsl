// The first picture bounces out below, with a shadow on the second, which is translucent in the shadow.
// Source: gl-transitions Bounce
// Also: gl_Bounce
// License: MIT

uniform vec4 shadow_colour; // = vec4(0.0, 0.0, 0.0, 0.6) in 0...1: Color and strength of the shadow.
uniform float shadow_height; // = 0.075 in 0.001...1 of the height: Length of the shadow.
uniform float bounces; // = 3.0 in 0...20: How often the picture bounces.

const float pi = 3.14159265358;

vec4 transition(vec2 uv) {
  float y = abs(cos(progress * pi * bounces)) * (1.0 - sin(progress * pi / 2.0));
  float d = uv.y - y;
  if (d <= 0.0) return getFromColor(vec2(uv.x, uv.y + 1.0 - y));
  vec4 second = getToColor(uv);
  float faded = d / shadow_height * shadow_colour.a + 1.0 - shadow_colour.a;
  float dark = d <= shadow_height ? 1.0 - mix(faded, 1.0, smoothstep(0.95, 1.0, progress)) : 0.0;
  vec4 color = mix(second, shadow_colour, dark);
  return vec4(min(color.rgb, color.a), color.a);
}
