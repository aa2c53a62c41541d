// Keeps local maxima of red; the rest is black.
// Source: GPUImageNonMaximumSuppressionFilter

// Half an 8-bit level: a tolerance for equal values. Of several equal neighbors, only the top left pixel
// counts as a maximum.
const float half_step = 0.5 / 255.0;

// Returns the red of the pixel x columns to the right of uv and y rows below it.
float red(vec2 uv, float x, float y) { return getColor(uv + vec2(x, y) / resolution).r; }

vec4 effect(vec2 uv) {
  vec4 color = getColor(uv);
  float before = max(max(red(uv, -1.0, -1.0), red(uv, 0.0, -1.0)), max(red(uv, -1.0, 0.0), red(uv, -1.0, 1.0)));
  float behind = max(max(red(uv, 1.0, -1.0), red(uv, 1.0, 0.0)), max(red(uv, 0.0, 1.0), red(uv, 1.0, 1.0)));
  bool isHighest = color.r > before + half_step && color.r > behind - half_step;
  return vec4(isHighest ? color.rgb : vec3(0.0), color.a);
}
