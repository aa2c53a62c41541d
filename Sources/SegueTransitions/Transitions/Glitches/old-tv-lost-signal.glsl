// Lines of an old television flicker and drift while the pictures dissolve.
// Source: gl-transitions old_tv_lost_signal
// Also: old_tv_lost_signal
// License: MIT

vec4 transition(vec2 uv) {
  float strength = sin(progress * 3.14159265);
  float row = floor(uv.y * 120.0);
  float isLine = step(0.92, fract(sin(dot(vec2(row, progress * 20.0), vec2(127.1, 311.7))) * 43758.5453));
  vec2 at = uv + vec2(sin(uv.y * 30.0 + progress * 10.0) * 0.02 * strength, 0.0);
  vec4 color = mix(getFromColor(uv), getToColor(uv), progress);
  color = mix(color, mix(getFromColor(at), getToColor(at), progress), isLine * strength);
  return vec4(clamp(color.rgb - sin(uv.y * 900.0) * 0.03 * strength, 0.0, color.a), color.a);
}
