// The picture sways and blurs, as at the start of a dream, and the second one comes to rest.
// License: MIT

uniform float waves; // = 1.5 in 0...20 across the frame: How many waves there are.
uniform float amplitude; // = 0.06 in 0...0.5 of the height: How far they move the pictures.
uniform float blur; // = 0.012 in 0...0.2 of the height: How far they are blurred.

const float turn = 6.2831853;

// Position a pixel is sampled at, for an amount of swaying.
vec2 sway(vec2 uv, float much) {
  float x = sin(turn * (waves * uv.y + progress)) * 0.3 / ratio;
  float y = sin(turn * (waves * uv.x - progress));
  return uv + amplitude * much * vec2(x, y);
}

vec4 transition(vec2 uv) {
  vec2 a = sway(uv, progress);
  vec2 b = sway(uv, 1.0 - progress);
  vec2 reach = blur * 4.0 * progress * (1.0 - progress) / vec2(ratio, 1.0);
  vec4 from = getFromColor(a);
  vec4 to = getToColor(b);
  // Two rings of six points; the inner ring is turned against the outer by half a step.
  for (int i = 0; i < 6; i++) {
    float angle = turn * float(i) / 6.0;
    vec2 outer = vec2(cos(angle), sin(angle)) * reach;
    vec2 inner = vec2(sin(angle), cos(angle)) * reach * 0.5;
    from += getFromColor(a + outer) + getFromColor(a + inner);
    to += getToColor(b + outer) + getToColor(b + inner);
  }
  return mix(from, to, smoothstep(0.0, 1.0, progress)) / 13.0;
}
