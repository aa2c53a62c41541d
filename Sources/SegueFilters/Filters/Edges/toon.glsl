// Few levels of each color, with black outlines.
// Source: GPUImageToonFilter

uniform float threshold; // = 0.2 in 0...4: How steep an edge of red must be for a line.
uniform float quantizationLevels; // = 10.0 in 1...256: How many steps there are from black to white.

// Returns the red of the pixel x columns to the right of uv and y rows below it.
float red(vec2 uv, float x, float y) { return getColor(uv + vec2(x, y) / resolution).r; }

vec4 effect(vec2 uv) {
  vec4 color = getColor(uv);
  float topLeft = red(uv, -1.0, -1.0);
  float topRight = red(uv, 1.0, -1.0);
  float bottomLeft = red(uv, -1.0, 1.0);
  float bottomRight = red(uv, 1.0, 1.0);
  float down = bottomLeft - topLeft + 2.0 * (red(uv, 0.0, 1.0) - red(uv, 0.0, -1.0)) + bottomRight - topRight;
  float across = topRight - topLeft + 2.0 * (red(uv, 1.0, 0.0) - red(uv, -1.0, 0.0)) + bottomRight - bottomLeft;
  vec3 few = floor(color.rgb * quantizationLevels + 0.5) / quantizationLevels;
  return vec4(few * (1.0 - step(threshold, length(vec2(down, across)))), color.a);
}
