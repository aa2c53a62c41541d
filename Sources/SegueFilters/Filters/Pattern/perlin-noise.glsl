// Clouds between two colors, independent of the picture.
// Source: GPUImagePerlinNoiseFilter

uniform float scale; // = 8.0 in 0...100: How many clouds there are in each direction.
uniform vec4 colorStart; // = vec4(0.0, 0.0, 0.0, 1.0) in 0...1: One color.
uniform vec4 colorFinish; // = vec4(1.0, 1.0, 1.0, 1.0) in 0...1: The other color.

// Permutes the integers 0...288.
float shuffled(float x) { return mod((34.0 * x + 1.0) * x, 289.0); }

// Returns the contribution of the gradient at a lattice corner to a point at the offset `away` from the
// corner.
float rise(vec2 corner, vec2 away) {
  float number = shuffled(shuffled(mod(corner.x, 289.0)) + mod(corner.y, 289.0));
  float x = 2.0 * fract(number / 41.0) - 1.0;
  vec2 slope = vec2(x - floor(x + 0.5), abs(x) - 0.5);
  // Approximately normalizes the gradient (Taylor approximation of 1 / length).
  return dot(slope * (1.79284291 - 0.85373472 * dot(slope, slope)), away);
}

vec4 effect(vec4 color, vec2 uv) {
  vec2 corner = floor(uv * scale);
  vec2 t = uv * scale - corner;
  vec2 fade = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
  float above = mix(rise(corner, t), rise(corner + vec2(1.0, 0.0), t - vec2(1.0, 0.0)), fade.x);
  float below = mix(
    rise(corner + vec2(0.0, 1.0), t - vec2(0.0, 1.0)), rise(corner + 1.0, t - 1.0), fade.x);
  return mix(colorStart, colorFinish, 0.5 * (2.3 * mix(above, below, fade.y) + 1.0));
}
