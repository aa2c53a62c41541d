// The view rushes along a path to the right while both pictures blur and dissolve.
// Source: gl-transitions CrossZoom
// Also: CrossZoom
// License: MIT

uniform float strength; // = 0.4 in 0...2 of the way there: How far the blur reaches.

#include "random.glsl"
#include "sudden.glsl"

vec4 transition(vec2 uv) {
  float share = sudden(progress);
  float reach = -0.5 * strength * (cos(2.0 * 3.141592653589793 * progress) - 1.0);
  vec2 way = vec2(0.25 + 0.5 * progress, 0.5) - uv;
  float start = random(uv);
  vec4 color = vec4(0.0);
  float total = 0.0;
  for (int i = 0; i <= 40; i++) {
    float place = (float(i) + start) / 40.0;
    float weight = 4.0 * (place - place * place);
    vec2 at = uv + way * place * reach;
    color += mix(getFromColor(at), getToColor(at), share) * weight;
    total += weight;
  }
  return color / total;
}
