float strength(vec3 color) {
  return max(color.r, max(color.g, color.b)) - min(color.r, min(color.g, color.b));
}

// A color of another strength, its smallest channel 0, for any order of the channels. GPUImage picks the wrong
// channel where blue is above red and red above green.
vec3 strong(vec3 color, float to) {
  vec3 above = color - min(color.r, min(color.g, color.b));
  return above * (to / max(strength(color), 0.000001));
}
