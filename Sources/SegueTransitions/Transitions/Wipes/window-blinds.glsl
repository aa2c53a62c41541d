// Blinds that become narrower flicker between the pictures while they dissolve.
// Source: gl-transitions windowblinds
// Also: windowblinds
// License: MIT

vec4 transition(vec2 uv) {
  float isOdd = mod(floor(uv.y * 100.0 * progress), 2.0);
  float share = isOdd == 0.0 ? progress * 1.5 : progress;
  vec4 color = mix(getFromColor(uv), getToColor(uv), mix(share, progress, smoothstep(0.8, 1.0, progress)));
  float alpha = clamp(color.a, 0.0, 1.0);
  return vec4(clamp(color.rgb, 0.0, alpha), alpha);
}
