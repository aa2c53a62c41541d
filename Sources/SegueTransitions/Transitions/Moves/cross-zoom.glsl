// A rush into the first picture ends in the second while both blur towards a point.
// License: MIT

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1 of the frame: Point of the zoom, from the left and from below.
uniform float strength; // = 0.35 in 0...1 of the way there: How far the blur reaches.

const int samples = 20;

float random(vec2 uv) { return fract(sin(dot(uv, vec2(127.1, 311.7))) * 4375.85); }

vec4 transition(vec2 uv) {
  float reach = strength * smoothstep(0.0, 1.0, 1.0 - abs(2.0 * progress - 1.0));
  float share = smoothstep(0.3, 0.7, progress);
  vec2 way = (center - uv) * reach;
  // A random offset of the samples turns banding into grain.
  float start = random(uv);
  vec4 sum = vec4(0.0);
  float weights = 0.0;
  for (int i = 0; i < samples; i++) {
    float place = (float(i) + start) / float(samples);
    // Samples in the middle weigh most, since abrupt ends of the blur would be visible as edges.
    float weight = place * (1.0 - place);
    vec2 at = uv + way * place;
    vec4 color;
    if (share <= 0.0) {
      color = getFromColor(at);
    } else if (share >= 1.0) {
      color = getToColor(at);
    } else {
      color = mix(getFromColor(at), getToColor(at), share);
    }
    sum += color * weight;
    weights += weight;
  }
  return sum / weights;
}
