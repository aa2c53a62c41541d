// Lightens shadows and darkens highlights.
// Source: GPUImageHighlightShadowFilter
// Also: highlights-and-shadows

uniform float shadows; // = 0.0, shown 0.7 in 0...1: How much lighter shadows are.
uniform float highlights; // = 1.0, shown 0.5 in 0...1: 1 changes nothing, 0 darkens lights the most.

vec4 effect(vec4 color) {
  float light = dot(color.rgb, vec3(0.3));
  float dark = 1.0 - light;
  float up = 1.0 / (shadows + 1.0);
  float down = 1.0 / (2.0 - highlights);
  float shadow = clamp(pow(light, up) - 0.76 * pow(light, 2.0 * up) - light, 0.0, 1.0);
  float highlight = clamp(1.0 - pow(dark, down) + 0.8 * pow(dark, 2.0 * down) - light, -1.0, 0.0);
  return vec4(color.rgb * ((light + shadow + highlight) / max(light, 0.000001)), color.a);
}
