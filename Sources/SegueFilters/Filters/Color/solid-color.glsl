// One color.
// Source: GPUImageSolidColorGenerator
// Also: solid-color-generator

uniform vec3 color; // = vec3(0.0, 0.0, 0.5) in 0...1: The color.
uniform bool useExistingAlpha; // = false : Whether the picture's alpha stays; opaque otherwise.

vec4 effect(vec4 pixel) {
  return vec4(color, useExistingAlpha ? pixel.a : 1.0);
}
