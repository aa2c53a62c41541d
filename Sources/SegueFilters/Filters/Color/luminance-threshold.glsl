// Black or white, by a threshold of luminance.
// Source: GPUImageLuminanceThresholdFilter
// Also: threshold

uniform float threshold; // = 0.5 in 0...2: Least luminance of white; above 1, nothing is white.

vec4 effect(vec4 color) {
  return vec4(vec3(step(threshold, dot(color.rgb, vec3(0.2125, 0.7154, 0.0721)))), color.a);
}
