// The second picture appears first where its colors differ most, and fades in elsewhere.
// License: MIT
// Source: xfade's distance
// Variant: distance softness=0 spread=0

uniform float softness; // = 0.6 in 0...2 of the way: How long a place fades; 0 is a cut.
uniform float spread; // = 0.03 in 0...0.5 of the height: Size of the surroundings whose mean difference counts.

// Length of the mean RGB difference between the pictures near a point; each channel of the difference is at
// most 1.
float difference(vec2 uv) {
  vec3 sum = abs(getFromColor(uv).rgb - getToColor(uv).rgb);
  for (int i = 0; i < 12; i++) {
    // Samples points of a spiral, which cover a disk evenly.
    float turn = 2.3999632 * float(i);
    vec2 at = uv + vec2(cos(turn) / ratio, sin(turn)) * spread * sqrt((float(i) + 1.0) / 12.0);
    sum += abs(getFromColor(at).rgb - getToColor(at).rgb);
  }
  return length(sum) / 13.0;
}

vec4 transition(vec2 uv) {
  vec4 a = getFromColor(uv);
  vec4 b = getToColor(uv);
  if (softness > 0.0) {
    float place = 1.0 - min(difference(uv), 1.0);
    return mix(a, b, smoothstep(0.0, 1.0, (progress * (1.0 + softness) - place) / softness));
  }
  // Pixels with a color distance above 1, as between white and red, change right after progress 0, but not at 0.
  vec4 nearer = progress <= 0.0 || distance(a.rgb, b.rgb) <= 1.0 - progress ? a : b;
  return mix(nearer, b, progress);
}
