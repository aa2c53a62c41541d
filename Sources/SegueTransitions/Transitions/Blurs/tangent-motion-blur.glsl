// The pictures turn about the bottom right corner, blurred by the motion; the ends are exact, unlike the original's.
// Source: gl-transitions tangentMotionBlur
// Also: tangentMotionBlur
// License: MIT

#include "random.glsl"

// A coordinate of a cubic Bezier curve at the parameter `t`; its control points are at 0, `a`, `b` and 1.
float curve(float t, float a, float b) {
  return (((1.0 - 3.0 * b + 3.0 * a) * t + 3.0 * b - 6.0 * a) * t + 3.0 * a) * t;
}

float slope(float t, float a, float b) {
  return 3.0 * (1.0 - 3.0 * b + 3.0 * a) * t * t + 2.0 * (3.0 * b - 6.0 * a) * t + 3.0 * a;
}

vec2 turned(vec2 uv, float angle) {
  vec2 p = vec2(uv.x - 1.0, uv.y * (1.0 / ratio));
  float s = sin(angle);
  float c = cos(angle);
  return vec2(c * p.x + s * p.y + 1.0, (c * p.y - s * p.x) * ratio);
}

vec4 transition(vec2 uv) {
  float t = progress;
  for (int i = 0; i < 4; i++) {
    float rise = slope(t, 0.68, 0.17);
    if (rise != 0.0) t -= (curve(t, 0.68, 0.17) - progress) / rise;
  }
  float time = curve(t, 0.01, 0.98);
  bool isFirst = time <= 0.5;
  float start = isFirst ? 0.0 : -3.14159;
  float angle = start + 3.14159 * time;
  vec2 at = turned(uv, angle);
  vec2 speed = (turned(uv, start + 3.14159 * (time + 0.0334)) - at) / 0.0334;
  speed *= exp(-20.0 * (time - 0.5) * (time - 0.5)) * 0.5;
  vec4 color = vec4(0.0);
  float total = 0.0;
  float grain = random(at);
  for (int i = 0; i <= 20; i++) {
    float place = (float(i) + grain) / 20.0;
    float weight = 4.0 * (place - place * place);
    vec2 p = fract(at + speed * place);
    color += (isFirst ? getFromColor(p) : getToColor(p)) * weight;
    total += weight;
  }
  return color / total;
}
