#include "neighbor-light.glsl"

// Returns the gradient of luminance by Prewitt's operator: horizontal in x, vertical in y.
vec2 slope(vec2 uv) {
  float topLeft = light(uv, -1.0, -1.0);
  float topRight = light(uv, 1.0, -1.0);
  float bottomLeft = light(uv, -1.0, 1.0);
  float bottomRight = light(uv, 1.0, 1.0);
  float down = bottomLeft - topLeft + light(uv, 0.0, 1.0) - light(uv, 0.0, -1.0) + bottomRight - topRight;
  float across = topRight - topLeft + light(uv, 1.0, 0.0) - light(uv, -1.0, 0.0) + bottomRight - bottomLeft;
  return vec2(across, down);
}
