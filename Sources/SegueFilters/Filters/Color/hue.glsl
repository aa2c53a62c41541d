// Rotates hues in YIQ, as televisions do.
// Source: GPUImageHueFilter

uniform float hue; // = 90.0 in -360...360 degrees: From red towards green.

vec4 effect(vec4 color) {
  float y = dot(color.rgb, vec3(0.299, 0.587, 0.114));
  vec2 chroma = vec2(
    dot(color.rgb, vec3(0.595716, -0.274453, -0.321263)), dot(color.rgb, vec3(0.211456, -0.522591, 0.31135)));
  float c = cos(radians(hue));
  float s = sin(radians(hue));
  vec2 turned = vec2(chroma.x * c + chroma.y * s, chroma.y * c - chroma.x * s);
  return vec4(
    y + dot(turned, vec2(0.9563, 0.621)), y + dot(turned, vec2(-0.2721, -0.6474)),
    y + dot(turned, vec2(-1.107, 1.7046)), color.a);
}
