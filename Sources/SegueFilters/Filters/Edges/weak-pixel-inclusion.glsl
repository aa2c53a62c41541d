// White where red and the sum of its neighbors are large enough, black elsewhere.
// Source: GPUImageWeakPixelInclusionFilter

// Returns the red of the pixel x columns to the right of uv and y rows below it.
float red(vec2 uv, float x, float y) { return getColor(uv + vec2(x, y) / resolution).r; }

vec4 effect(vec2 uv) {
  vec4 color = getColor(uv);
  float sum = red(uv, -1.0, -1.0) + red(uv, 0.0, -1.0) + red(uv, 1.0, -1.0) + red(uv, -1.0, 0.0) + color.r
    + red(uv, 1.0, 0.0) + red(uv, -1.0, 1.0) + red(uv, 0.0, 1.0) + red(uv, 1.0, 1.0);
  return vec4(vec3(step(1.5, sum) * step(0.01, color.r)), color.a);
}
