// The second picture over the first, with adjustable opacity.
// Source: GPUImageAlphaBlendFilter; mix = mixturePercent
// Also: alpha

uniform float mixturePercent; // = 0.5 in 0...1: How opaque the second is; 0 changes nothing.

vec4 blend(vec4 base, vec4 overlay) {
  float share = overlay.a * mixturePercent;
  float alpha = base.a + share * (1.0 - base.a);
  vec3 color = mix(base.rgb * base.a, overlay.rgb, share);
  return vec4(alpha > 0.0 ? color / alpha : vec3(0.0), alpha);
}
