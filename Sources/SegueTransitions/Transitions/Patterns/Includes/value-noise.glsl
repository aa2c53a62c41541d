// Random numbers at points with integer coordinates, interpolated smoothly. Requires a function random(vec2).
float noise(vec2 p) {
  vec2 cell = floor(p);
  vec2 share = smoothstep(0.0, 1.0, p - cell);
  vec2 left = vec2(random(cell), random(cell + vec2(0.0, 1.0)));
  vec2 right = vec2(random(cell + vec2(1.0, 0.0)), random(cell + 1.0));
  vec2 sides = mix(left, right, share.x);
  return mix(sides.x, sides.y, share.y);
}
