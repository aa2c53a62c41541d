// Takes the white of haze away, or adds some.
// Source: GPUImageHazeFilter

uniform float distance; // = 0.2 in -0.3...0.3: How much is taken away; below 0 adds.
uniform float slope; // = 0.0 in -0.3...0.3: How much more of it at the lower edge than at the upper one.

vec4 effect(vec4 color, vec2 uv) {
  float white = uv.y * slope + distance;
  return vec4((color.rgb - white) / (1.0 - white), color.a);
}
