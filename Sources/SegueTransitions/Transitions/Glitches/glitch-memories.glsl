// Red, green and blue jump to different places while the pictures dissolve.
// Source: gl-transitions GlitchMemories
// Also: GlitchMemories
// License: MIT

vec4 transition(vec2 uv) {
  vec2 jump = floor(uv / 16.0) / 64.0 + floor(progress * vec2(1200.0, 3500.0)) / 64.0;
  vec2 away = progress > 0.0 ? (fract(jump) - 0.5) * 0.3 * (1.0 - progress) : vec2(0.0);
  vec2 r = uv + away * 0.2;
  vec2 g = uv + away * 0.3;
  vec2 b = uv + away * 0.5;
  vec4 middle = mix(getFromColor(g), getToColor(g), progress);
  float red = mix(getFromColor(r), getToColor(r), progress).r;
  float blue = mix(getFromColor(b), getToColor(b), progress).b;
  return vec4(min(vec3(red, middle.g, blue), middle.a), middle.a);
}
