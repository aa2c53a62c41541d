// Red and blue in each other's place.
// Source: GPUImageColorSwizzlingFilter

vec4 effect(vec4 color) {
  return color.bgra;
}
