// Red and blue in each other's place.
// Source: GPUImage2 ColorSwizzling

vec4 effect(vec4 color) {
  return color.bgra;
}
