// Strength of edges in red; their direction, one of eight, in green and blue.
// Source: GPUImageDirectionalSobelEdgeDetectionFilter
// Also: directional-sobel

// Returns the red of the pixel x columns to the right of uv and y rows below it.
float red(vec2 uv, float x, float y) { return getColor(uv + vec2(x, y) / resolution).r; }

vec4 effect(vec2 uv) {
  float topLeft = red(uv, -1.0, -1.0);
  float topRight = red(uv, 1.0, -1.0);
  float bottomLeft = red(uv, -1.0, 1.0);
  float bottomRight = red(uv, 1.0, 1.0);
  float down = bottomLeft - topLeft + 2.0 * (red(uv, 0.0, 1.0) - red(uv, 0.0, -1.0)) + bottomRight - topRight;
  float across = topRight - topLeft + 2.0 * (red(uv, 1.0, 0.0) - red(uv, -1.0, 0.0)) + bottomRight - bottomLeft;
  vec2 slope = vec2(across, down);
  float steepness = length(slope);
  // Gradients near zero have no direction, so that rounding errors do not determine a direction.
  vec2 way = steepness > 0.0001 ? slope / steepness : vec2(0.0);
  vec2 eighth = sign(way) * floor(abs(way) + 0.617316);
  return vec4(steepness, 0.5 * (eighth + 1.0), getColor(uv).a);
}
