// A relief, lit from the top left.
// Source: GPUImageEmbossFilter
// Convolution: emboss

uniform float intensity; // = 1.0 in 0...4: How deep; 0 changes nothing.

vec3 at(vec2 uv, float x, float y) { return getColor(uv + vec2(x, y) / resolution).rgb; }

vec4 effect(vec2 uv) {
  vec4 color = getColor(uv);
  vec3 slope = 2.0 * (at(uv, 1.0, 1.0) - at(uv, -1.0, -1.0)) + at(uv, 1.0, 0.0) - at(uv, -1.0, 0.0)
    + at(uv, 0.0, 1.0) - at(uv, 0.0, -1.0);
  return vec4(color.rgb + intensity * slope, color.a);
}
