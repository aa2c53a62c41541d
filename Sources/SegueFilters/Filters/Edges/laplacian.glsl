// Difference of each pixel from its neighbors, on gray.
// Source: GPUImageLaplacianFilter
// Convolution: laplacian

vec3 at(vec2 uv, float x, float y) { return getColor(uv + vec2(x, y) / resolution).rgb; }

vec4 effect(vec2 uv) {
  vec4 color = getColor(uv);
  vec3 corners = at(uv, -1.0, -1.0) + at(uv, 1.0, -1.0) + at(uv, -1.0, 1.0) + at(uv, 1.0, 1.0);
  vec3 sides = at(uv, 0.0, -1.0) + at(uv, -1.0, 0.0) + at(uv, 1.0, 0.0) + at(uv, 0.0, 1.0);
  return vec4(0.5 * corners + sides - 6.0 * color.rgb + 0.5, color.a);
}
