// The weighted mean of nine pixels in a line.

uniform vec2 direction; // = vec2(1.0, 0.0)

vec4 tap(vec2 uv, float distance) {
  vec4 color = getColor(uv + distance * direction / resolution);
  return vec4(color.rgb * color.a, color.a);
}

vec4 effect(vec2 uv) {
  vec4 sum = 0.05 * (tap(uv, -4.0) + tap(uv, 4.0)) + 0.09 * (tap(uv, -3.0) + tap(uv, 3.0))
    + 0.12 * (tap(uv, -2.0) + tap(uv, 2.0)) + 0.15 * (tap(uv, -1.0) + tap(uv, 1.0)) + 0.18 * tap(uv, 0.0);
  return sum.a > 0.0 ? vec4(sum.rgb / sum.a, sum.a) : vec4(0.0);
}
