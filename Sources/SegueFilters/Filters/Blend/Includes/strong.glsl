float strength(vec3 color) {
  return max(color.r, max(color.g, color.b)) - min(color.r, min(color.g, color.b));
}

// Returns a color of the same hue, with `to` in the largest channel and 0 in the smallest channel. GPUImage
// picks the wrong channel if blue > red > green.
vec3 strong(vec3 color, float to) {
  vec3 above = color - min(color.r, min(color.g, color.b));
  return above * (to / max(strength(color), 0.000001));
}
