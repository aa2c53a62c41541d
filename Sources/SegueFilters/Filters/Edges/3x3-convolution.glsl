// Each pixel becomes a weighted sum of itself and its neighbors.
// Source: GPUImage3x3ConvolutionFilter; convolutionKernel = top, middle, bottom
// Also: convolution
// Convolution: given

uniform vec3 top; // = vec3(0.0, 0.0, 0.0), shown vec3(0.0, -1.0, 0.0) in -100...100: How much the pixels above count, from the left.
uniform vec3 middle; // = vec3(0.0, 1.0, 0.0), shown vec3(-1.0, 5.0, -1.0) in -100...100: How much those beside and the pixel itself count.
uniform vec3 bottom; // = vec3(0.0, 0.0, 0.0), shown vec3(0.0, -1.0, 0.0) in -100...100: How much the pixels below count.

vec3 row(vec2 uv, float y, vec3 weights) {
  vec2 right = vec2(1.0 / resolution.x, 0.0);
  vec2 at = uv + vec2(0.0, y / resolution.y);
  return weights.x * getColor(at - right).rgb + weights.y * getColor(at).rgb + weights.z * getColor(at + right).rgb;
}

vec4 effect(vec2 uv) {
  return vec4(row(uv, -1.0, top) + row(uv, 0.0, middle) + row(uv, 1.0, bottom), getColor(uv).a);
}
