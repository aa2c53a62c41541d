// Sharpens or softens edges.
// Source: GPUImageSharpenFilter
// Convolution: sharpen

uniform float sharpness; // = 0.0, shown 1.5 in -4...4: 0 changes nothing, below 0 softens.

vec3 at(vec2 uv, float x, float y) { return getColor(uv + vec2(x, y) / resolution).rgb; }

vec4 effect(vec2 uv) {
  vec4 color = getColor(uv);
  vec3 around = at(uv, -1.0, 0.0) + at(uv, 1.0, 0.0) + at(uv, 0.0, -1.0) + at(uv, 0.0, 1.0);
  return vec4(color.rgb + sharpness * (4.0 * color.rgb - around), color.a);
}
