// The picture sways and blurs, as at the start of a dream, and the second one comes to rest.
// License: MIT

uniform float waves; // = 1.5 in 0...20 across the frame: How many waves there are.
uniform float amplitude; // = 0.06 in 0...0.5 of the height: How far they move the pictures.
uniform float blur; // = 0.012 in 0...0.2 of the height: How far they are blurred.

const float turn = 6.2831853;

// Where a pixel of a picture comes from that sways by so much.
vec2 sway(vec2 uv, float much) {
  float x = sin(turn * (waves * uv.y + progress)) * 0.3 / ratio;
  float y = sin(turn * (waves * uv.x - progress));
  return uv + amplitude * much * vec2(x, y);
}

// The pictures at a point, shifted.
vec4 both(vec2 uv, vec2 shift, float share) {
  vec2 at = uv + shift / vec2(ratio, 1.0);
  return mix(getFromColor(sway(at, progress)), getToColor(sway(at, 1.0 - progress)), share);
}

vec4 transition(vec2 uv) {
  float share = smoothstep(0.0, 1.0, progress);
  float reach = blur * 4.0 * progress * (1.0 - progress);
  vec4 color = both(uv, vec2(0.0), share);
  for (int i = 0; i < 6; i++) {
    float angle = turn * float(i) / 6.0;
    vec2 way = vec2(cos(angle), sin(angle));
    color += both(uv, way * reach, share) + both(uv, way.yx * reach * 0.5, share);
  }
  return color / 13.0;
}
