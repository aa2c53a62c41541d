// Makes one color transparent, whether it is lit or in shadow.
// Source: GPUImageChromaKeyFilter; thresholdSensitivity = threshold; colorToReplace = color

uniform float threshold; // = 0.4 in 0...1: Distance from the color up to which pixels are transparent.
uniform float smoothing; // = 0.1 in 0...1: Further distance over which pixels become opaque.
uniform vec3 color; // = vec3(0.0, 1.0, 0.0) in 0...1: The color to take away.

// Returns Cr and Cb of a color.
vec2 chroma(vec3 rgb) {
  float y = dot(rgb, vec3(0.2989, 0.5866, 0.1145));
  return vec2(0.7132 * (rgb.r - y), 0.5647 * (rgb.b - y));
}

vec4 effect(vec4 pixel) {
  float away = distance(chroma(pixel.rgb), chroma(color));
  return vec4(pixel.rgb, pixel.a * smoothstep(threshold, threshold + max(smoothing, 0.0001), away));
}
