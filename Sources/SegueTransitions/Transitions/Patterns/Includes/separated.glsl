// Dissolves two displaced pictures; red, green and blue of the first picture are displaced by different distances.
vec4 separated(vec2 uv, vec2 offset, float separation) {
  vec2 away = progress * offset;
  vec4 middle = getFromColor(uv + away);
  float red = getFromColor(uv + away * (1.0 - separation)).r;
  float blue = getFromColor(uv + away * (1.0 + separation)).b;
  vec4 color = mix(vec4(red, middle.g, blue, middle.a), getToColor(uv + (1.0 - progress) * offset), progress);
  return vec4(min(color.rgb, color.a), color.a);
}
