// A wavy hole with a burnt rim opens over the second picture; the first frame is exact, unlike the original's.
// Source: gl-transitions undulatingBurnOut
// Also: undulatingBurnOut
// License: MIT

uniform float smoothness; // = 0.03 in 0.001...1: Width of the soft edge.
uniform vec2 center; // = vec2(0.5) in 0...1 of the frame: Middle of the hole.
uniform vec3 color; // = vec3(0.0) in 0...1: Color of the rim.

const float turns = 0.2617993877991494;

// Radius of the hole before scaling, in the direction of `point`, which is relative to the middle of the
// hole.
float wave(vec2 point) {
  float angle = (degrees(atan(point.y, point.x)) + 180.0) * turns;
  float t = sin(angle);
  float bend = 2.0 * t * t;
  if (t >= 0.5) bend = -bend + 4.0 * t - 1.0;
  float late = smoothstep(0.0, 1.0, progress);
  return progress + bend * mix(0.02, 0.09, late) * sin(progress * mix(40.0, 30.0, late));
}

vec4 transition(vec2 uv) {
  float away = distance(center, uv);
  // Scales the hole at every progress, so that the final hole, with a radius of at least 0.82 before scaling,
  // reaches the corner farthest from its middle.
  float corner = length(max(center, 1.0 - center));
  float radius = wave(uv - center) * max((corner * (1.0 + smoothness) + 0.02) / 0.82, 1.0);
  float d = radius - away;
  float share = smoothstep(-smoothness, 0.0, radius - away * (1.0 + smoothness));
  float m = mix(share, -1.0 - step(0.005, d), step(-0.005, d) * step(d, 0.01));
  vec4 first = getFromColor(uv);
  vec4 shown = mix(mix(first, getToColor(uv), m), mix(first, vec4(color, 1.0), 0.75), step(m, -2.0));
  float alpha = clamp(shown.a, 0.0, 1.0);
  return vec4(clamp(shown.rgb, 0.0, alpha), alpha);
}
