// Draws a color over the first picture where the second picture is light.

uniform vec4 mark; // = vec4(1.0, 0.0, 0.0, 1.0)

vec4 blend(vec4 base, vec4 overlay) {
  if (overlay.r <= 0.5) {
    return base;
  }
  float alpha = mark.a + base.a * (1.0 - mark.a);
  return vec4(mix(base.rgb * base.a, mark.rgb, mark.a) / max(alpha, 1e-6), alpha);
}
