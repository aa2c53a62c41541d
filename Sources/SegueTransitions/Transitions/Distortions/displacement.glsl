// A map pushes both pictures aside while they dissolve.
// Source: gl-transitions displacement
// License: MIT

uniform sampler2D displacementMap; // = picture: A picture whose red pushes; by default the first picture.
uniform float strength; // = 0.5 in -2...2 of the width: How far pixels are pushed.

vec4 transition(vec2 uv) {
  float push = texture2D(displacementMap, uv).r * strength;
  vec4 from = getFromColor(vec2(uv.x + progress * push, uv.y));
  return mix(from, getToColor(vec2(uv.x - (1.0 - progress) * push, uv.y)), progress);
}
