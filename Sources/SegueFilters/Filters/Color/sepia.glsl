// The brown of an old print.
// Source: GPUImageSepiaFilter
// Also: sepia-tone

uniform float intensity; // = 1.0 in 0...1: How much of it.

vec4 effect(vec4 color) {
  vec3 brown = vec3(
    dot(color.rgb, vec3(0.3588, 0.7044, 0.1368)), dot(color.rgb, vec3(0.299, 0.587, 0.114)),
    dot(color.rgb, vec3(0.2392, 0.4696, 0.0912)));
  return vec4(mix(color.rgb, brown, intensity), color.a);
}
