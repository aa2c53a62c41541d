// Replaces one color of the first picture by the second picture.
// Source: GPUImageChromaKeyBlendFilter; thresholdSensitivity = threshold; colorToReplace = color
// Also: chroma-key

uniform float threshold; // = 0.4 in 0...1: Distance from the color up to which pixels are replaced.
uniform float smoothing; // = 0.1 in 0...1: Further distance over which replacing fades out.
uniform vec3 color; // = vec3(0.0, 1.0, 0.0) in 0...1: The color to replace.

// Returns Cr and Cb of a color.
vec2 chroma(vec3 rgb) {
  float y = dot(rgb, vec3(0.2989, 0.5866, 0.1145));
  return vec2(0.7132 * (rgb.r - y), 0.5647 * (rgb.b - y));
}

vec4 blend(vec4 base, vec4 overlay) {
  float away = distance(chroma(base.rgb), chroma(color));
  float share = 1.0 - smoothstep(threshold, threshold + max(smoothing, 0.0001), away);
  float alpha = mix(base.a, overlay.a, share);
  vec3 mixed = mix(base.rgb * base.a, overlay.rgb * overlay.a, share);
  return vec4(alpha > 0.0 ? mixed / alpha : vec3(0.0), alpha);
}
