// Returns the luminance of the pixel x columns to the right and y rows below.
float light(vec2 uv, float x, float y) {
  return dot(getColor(uv + vec2(x, y) / resolution).rgb, vec3(0.2125, 0.7154, 0.0721));
}
