// Random numbers of whole points, smooth between them. Requires a function random(vec2).
float noise(vec2 p) {
  vec2 cell = floor(p);
  vec2 place = fract(p);
  float a = random(cell);
  float b = random(cell + vec2(1.0, 0.0));
  float c = random(cell + vec2(0.0, 1.0));
  float d = random(cell + vec2(1.0, 1.0));
  vec2 u = place * place * (3.0 - 2.0 * place);
  return mix(a, b, u.x) + (c - a) * u.y * (1.0 - u.x) + (d - b) * u.x * u.y;
}
