// One of the two passes of a bilateral blur.

uniform float factor; // = 8.0
uniform vec2 direction; // = vec2(1.0, 0.0)

vec4 premultiplied(vec4 color) { return vec4(color.rgb * color.a, color.a); }

vec4 effect(vec2 uv) {
  vec4 middle = premultiplied(getColor(uv));
  vec2 way = 4.0 * direction / resolution;
  vec4 sum = 0.18 * middle;
  float count = 0.18;
  for (int i = -4; i < 5; i++) {
    if (i == 0) continue;
    int away = i < 0 ? -i : i;
    float weight = away == 1 ? 0.15 : away == 2 ? 0.12 : away == 3 ? 0.09 : 0.05;
    vec4 color = premultiplied(getColor(uv + float(i) * way));
    weight *= 1.0 - min(distance(middle, color) * factor, 1.0);
    sum += weight * color;
    count += weight;
  }
  sum /= count;
  return vec4(sum.rgb / max(sum.a, 0.000001), sum.a);
}
