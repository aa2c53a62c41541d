// Few levels of each color.
// Source: GPUImagePosterizeFilter

uniform float colorLevels; // = 10.0 in 1...256: How many steps there are from black to white.

vec4 effect(vec4 color) {
  return vec4(floor(color.rgb * colorLevels + 0.5) / colorLevels, color.a);
}
