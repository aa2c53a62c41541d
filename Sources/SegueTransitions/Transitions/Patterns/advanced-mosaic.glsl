// The pictures dissolve in squares around the middle, which grow and shrink; the ends are exact, unlike the original's.
// Source: gl-transitions AdvancedMosaic
// Also: AdvancedMosaic
// License: MIT

uniform float pixelSize; // = 50.0 in 1...500: Size of the largest squares, in 200ths of the frame.

vec4 transition(vec2 uv) {
  float size = mix(1.0, pixelSize, 1.0 - abs(2.0 * progress - 1.0)) * 0.005;
  vec2 at = clamp(size * ceil((uv - 0.5) / size - 0.5) + 0.5, 0.0, 1.0);
  return mix(getFromColor(at), getToColor(at), progress);
}
