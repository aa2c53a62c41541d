// Light of a neighbor, x pixels to the right and y below.
float light(vec2 uv, float x, float y) {
  return dot(getColor(uv + vec2(x, y) / resolution).rgb, vec3(0.2125, 0.7154, 0.0721));
}
