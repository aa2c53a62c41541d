// Shades of one color.
// Source: GPUImageMonochromeFilter

uniform float intensity; // = 1.0 in 0...1: How much of it.
uniform vec3 color; // = vec3(0.6, 0.45, 0.3) in 0...1: Color that middle gray becomes.

vec4 effect(vec4 pixel) {
  float gray = dot(pixel.rgb, vec3(0.2125, 0.7154, 0.0721));
  vec3 shade = gray < 0.5 ? 2.0 * gray * color : 1.0 - 2.0 * (1.0 - gray) * (1.0 - color);
  return vec4(mix(pixel.rgb, shade, intensity), pixel.a);
}
