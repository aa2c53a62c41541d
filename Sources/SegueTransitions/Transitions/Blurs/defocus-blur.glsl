// The pictures are out of focus while they dissolve.
// Source: gl-transitions DefocusBlur
// Also: DefocusBlur
// License: MIT

uniform float blurSize; // = 0.02 in 0...0.5 of the frame: Radius of the blur.

float size;
vec4 first;
vec4 second;

void add(vec2 uv, float x, float y) {
  vec2 at = vec2(x, y) * size + uv;
  first += getFromColor(at);
  second += getToColor(at);
}

vec4 transition(vec2 uv) {
  size = blurSize * (1.0 - abs(2.0 * progress - 1.0));
  first = getFromColor(uv);
  second = getToColor(uv);
  // Adds samples at twelve points of a disk.
  add(uv, -0.326, -0.406);
  add(uv, -0.840, -0.074);
  add(uv, -0.696, 0.457);
  add(uv, -0.203, 0.621);
  add(uv, 0.962, -0.195);
  add(uv, 0.473, -0.480);
  add(uv, 0.519, 0.767);
  add(uv, 0.185, -0.893);
  add(uv, 0.507, 0.064);
  add(uv, 0.896, 0.412);
  add(uv, -0.322, -0.933);
  add(uv, -0.792, -0.598);
  return mix(first / 13.0, second / 13.0, progress);
}
