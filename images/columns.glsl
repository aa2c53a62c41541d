// Columns of the second picture fall in, one after another.
uniform float columns; // = 12.0 in 1...200: How many there are.

vec4 transition(vec2 uv) {
  float delay = floor(uv.x * columns) / columns;
  float height = clamp(progress * 2.0 - delay, 0.0, 1.0);
  return uv.y > 1.0 - height ? getToColor(uv) : getFromColor(uv);
}
