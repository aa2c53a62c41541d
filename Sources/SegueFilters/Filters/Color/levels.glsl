// Maps a range of tones to another, for each channel.
// Source: GPUImageLevelsFilter; min = minimum; gamma = middle; max = maximum; minOut = minOutput; maxOut = maxOutput

uniform vec3 minimum; // = vec3(0.0), shown vec3(0.1) in 0...1: Input level that becomes the darkest, for red, green and blue.
uniform vec3 middle; // = vec3(1.0) in 0.01...10: How light the middle is; 1 is even.
uniform vec3 maximum; // = vec3(1.0), shown vec3(0.8) in 0...1: Input level that becomes the lightest.
uniform vec3 minOutput; // = vec3(0.0) in 0...1: The darkest output level.
uniform vec3 maxOutput; // = vec3(1.0) in 0...1: The lightest output level.

vec4 effect(vec4 color) {
  vec3 place = clamp((color.rgb - minimum) / max(maximum - minimum, 0.0001), 0.0, 1.0);
  return vec4(mix(minOutput, maxOutput, pow(place, 1.0 / middle)), color.a);
}
