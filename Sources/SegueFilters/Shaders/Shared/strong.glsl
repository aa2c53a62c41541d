float strength(vec3 color) {
  return max(color.r, max(color.g, color.b)) - min(color.r, min(color.g, color.b));
}

// A color as strong as another: its least channel 0, in whichever order the channels are; GPUImage takes the wrong one
// where blue is above red and red above green.
vec3 strong(vec3 color, float to) {
  vec3 above = color - min(color.r, min(color.g, color.b));
  return above * (to / max(strength(color), 0.000001));
}
