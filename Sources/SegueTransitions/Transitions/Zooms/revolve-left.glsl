// The camera turns and rushes in, blurred by the motion, and comes out over the second picture.
// Source: gl-transitions Revolve_Left
// Also: Revolve_Left
// License: MIT

uniform vec2 center; // = vec2(0.46, 0.52) in 0...1 of the frame: Middle of the turn.
uniform float direction; // = -1.0 in -1...1: -1 turns to the left, 1 to the right.
uniform float maxRotation; // = 1.95 in 0...10 radians: How far the picture turns.
uniform float peakZoom; // = 2.22 in 0.1...10: How far the picture grows.
uniform float swirl; // = 2.85 in -10...10 radians: How much farther the middle turns.
uniform float barrel; // = 0.38 in 0...2: Bulge of the lens.
uniform float motionBlur; // = 1.0 in 0...5: Length of the blur.
uniform float switchStart; // = 0.3 in 0...1 of the way: When the second picture starts to fade in.
uniform float switchEnd; // = 0.5 in 0...1 of the way: When the second picture is there.
uniform float shadow; // = 0.16 in 0...1: How dark the corners are.

float eased(float x) {
  x = clamp(x, 0.0, 1.0);
  return x * x * (3.0 - 2.0 * x);
}

// Strength of the motion at a time 0...1.
float strength(float t) { return eased((t - 0.10) / 0.33) * (1.0 - eased((t - 0.43) / 0.29)); }

vec2 warped(vec2 uv, float t) {
  float e = strength(t);
  vec2 p = (uv - center) * vec2(ratio, 1.0);
  float core = pow(1.0 - clamp(length(p) / 0.96, 0.0, 1.0), 1.55);
  float angle = -direction * (maxRotation * e + swirl * e * core);
  p = vec2(cos(angle) * p.x - sin(angle) * p.y, sin(angle) * p.x + cos(angle) * p.y);
  p /= 1.0 + (peakZoom - 1.0) * pow(e, 0.85);
  p *= 1.0 + barrel * e * dot(p, p) * 2.8;
  return clamp(vec2(p.x / ratio, p.y) + center, vec2(0.001), vec2(0.999));
}

vec4 transition(vec2 uv) {
  if (progress <= 0.0) return getFromColor(uv);
  if (progress >= 1.0) return getToColor(uv);
  float e = strength(progress);
  vec4 color = vec4(0.0);
  float total = 0.0;
  for (int i = -8; i <= 8; i++) {
    float x = float(i) / 8.0;
    float weight = (1.0 - abs(x)) * (1.0 - abs(x)) + 0.01;
    float t = clamp(progress + x * 0.06 * motionBlur * e, 0.0, 1.0);
    vec2 at = warped(uv, t);
    float share = smoothstep(min(switchStart, switchEnd), max(switchStart, switchEnd), t);
    color += mix(getFromColor(at), getToColor(at), share) * weight;
    total += weight;
  }
  color /= total;
  vec2 q = (uv - 0.5) * vec2(ratio, 1.0);
  color.rgb *= 1.0 - shadow * e * smoothstep(0.35, 0.95, length(q));
  return color;
}
