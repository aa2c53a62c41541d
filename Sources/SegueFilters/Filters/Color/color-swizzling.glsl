// Exchanges red and blue.
// Source: GPUImage2 ColorSwizzling

vec4 effect(vec4 color) {
  return color.bgra;
}
