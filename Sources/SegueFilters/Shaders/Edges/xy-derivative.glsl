// Luminance gradient with its squares across and down in red and green, and their product in blue.
// Source: GPUImageXYDerivativeFilter

uniform float edgeStrength; // = 1.0 in 0...10: How strong edges are.

// How light a neighbor is, so many pixels to the right and below.
float light(vec2 uv, float x, float y) {
  return dot(getColor(uv + vec2(x, y) / resolution).rgb, vec3(0.2125, 0.7154, 0.0721));
}

vec4 effect(vec2 uv) {
  float topLeft = light(uv, -1.0, -1.0);
  float topRight = light(uv, 1.0, -1.0);
  float bottomLeft = light(uv, -1.0, 1.0);
  float bottomRight = light(uv, 1.0, 1.0);
  float down = bottomLeft - topLeft + light(uv, 0.0, 1.0) - light(uv, 0.0, -1.0) + bottomRight - topRight;
  float across = topRight - topLeft + light(uv, 1.0, 0.0) - light(uv, -1.0, 0.0) + bottomRight - bottomLeft;
  vec2 slope = vec2(across, down) * edgeStrength;
  return vec4(slope * slope, 0.5 * (slope.x * slope.y + 1.0), getColor(uv).a);
}
