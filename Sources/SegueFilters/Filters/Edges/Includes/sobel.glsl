#include "neighbor-light.glsl"

// Returns the magnitude of the luminance gradient by Sobel's operator.
float edge(vec2 uv) {
  float topLeft = light(uv, -1.0, -1.0);
  float topRight = light(uv, 1.0, -1.0);
  float bottomLeft = light(uv, -1.0, 1.0);
  float bottomRight = light(uv, 1.0, 1.0);
  float down = bottomLeft - topLeft + 2.0 * (light(uv, 0.0, 1.0) - light(uv, 0.0, -1.0)) + bottomRight - topRight;
  float across = topRight - topLeft + 2.0 * (light(uv, 1.0, 0.0) - light(uv, -1.0, 0.0)) + bottomRight - bottomLeft;
  return length(vec2(down, across));
}
