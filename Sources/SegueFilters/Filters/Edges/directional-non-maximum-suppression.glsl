// Thins the edges of directional-sobel-edge-detection to their crests.
// Source: GPUImageDirectionalNonMaximumSuppressionFilter

uniform float upperThreshold; // = 0.5 in 0...1: Steepness from which a crest is white.
uniform float lowerThreshold; // = 0.1 in 0...1: Steepness up to which a crest is black.

// Half an 8-bit level: a tolerance, so that rounding errors do not separate equal values.
const float half_step = 0.5 / 255.0;

vec4 effect(vec2 uv) {
  vec4 color = getColor(uv);
  vec2 way = (2.0 * color.gb - 1.0) / resolution;
  float highest = max(getColor(uv + way).r, getColor(uv - way).r);
  float strength = smoothstep(lowerThreshold, max(upperThreshold, lowerThreshold + 0.0001), color.r);
  return vec4(vec3(step(highest - half_step, color.r) * strength), color.a);
}
