// The lower value of each channel.
// Source: GPUImageDarkenBlendFilter
// Also: darken

vec3 blend(vec3 base, vec3 overlay) {
  return min(base, overlay);
}
