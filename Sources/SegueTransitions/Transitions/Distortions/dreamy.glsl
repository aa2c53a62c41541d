// The picture sways and blurs, as at the start of a dream, and the second one comes to rest.
// License: MIT

uniform float waves; // = 1.5 in 0...20 across the frame: How many waves there are.
uniform float amplitude; // = 0.06 in 0...0.5 of the height: How far they move the pictures.
uniform float blur; // = 0.02 in 0...0.2 of the height: How far they are blurred.
uniform float mirrored; // = 1.0 in 0...1: Whether the pictures go on mirrored beyond their edges, above 0.5.
uniform float samples; // = 22.0 in 13...64: How many samples the blur has; 13 lie on two rings.

const float turn = 6.2831853;

// Position at which the pixel at `uv` is sampled; `much` is the amount of swaying, 0...1.
vec2 sway(vec2 uv, float much) {
  float x = sin(turn * (waves * uv.y + progress)) * 0.3 / ratio;
  float y = sin(turn * (waves * uv.x - progress));
  return uv + amplitude * much * vec2(x, y);
}

float folded(float x) { return x < 0.0 ? -x : x > 1.0 ? 2.0 - x : x; }

vec2 place(vec2 at) { return mirrored > 0.5 ? vec2(folded(at.x), folded(at.y)) : at; }

vec4 transition(vec2 uv) {
  vec2 a = sway(uv, progress);
  vec2 b = sway(uv, 1.0 - progress);
  vec2 reach = blur * 4.0 * progress * (1.0 - progress) / vec2(ratio, 1.0);
  vec4 from = getFromColor(place(a));
  vec4 to = getToColor(place(b));
  float share = smoothstep(0.0, 1.0, progress);
  if (samples > 13.0) {
    // Samples a spiral, denser in the middle, since samples on rings would be visible as repeated lines.
    for (int i = 1; i < 64; i++) {
      if (float(i) < samples) {
        float angle = 2.3999632 * float(i);
        vec2 offset = vec2(cos(angle), sin(angle)) * reach * (float(i) / samples);
        from += getFromColor(place(a + offset));
        to += getToColor(place(b + offset));
      }
    }
    return mix(from, to, share) / ceil(samples);
  }
  // Samples two rings of six points; the inner ring is rotated by half a step relative to the outer ring.
  for (int i = 0; i < 6; i++) {
    float angle = turn * float(i) / 6.0;
    vec2 outer = vec2(cos(angle), sin(angle)) * reach;
    vec2 inner = vec2(sin(angle), cos(angle)) * reach * 0.5;
    from += getFromColor(place(a + outer)) + getFromColor(place(a + inner));
    to += getToColor(place(b + outer)) + getToColor(place(b + inner));
  }
  return mix(from, to, share) / 13.0;
}
