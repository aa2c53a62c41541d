// Blurs along a line, as by a moving camera.
// Source: GPUImageMotionBlurFilter
// Example: blurSize=5

uniform float blurSize; // = 2.5 in 0...20 pixels: Distance between the nine samples; times height over width, as in GPUImage.
uniform float blurAngle; // = 0.0 in -360...360 degrees: Direction, clockwise from right.

// Returns the premultiplied color, so that transparent pixels have no weight.
vec4 at(vec2 uv) {
  vec4 color = getColor(uv);
  return vec4(color.rgb * color.a, color.a);
}

vec4 effect(vec2 uv) {
  float angle = radians(blurAngle);
  vec2 way = blurSize / ratio * vec2(cos(angle), sin(angle)) / resolution;
  vec4 sum = 0.18 * at(uv) + 0.15 * (at(uv + way) + at(uv - way)) + 0.12 * (at(uv + 2.0 * way) + at(uv - 2.0 * way))
    + 0.09 * (at(uv + 3.0 * way) + at(uv - 3.0 * way)) + 0.05 * (at(uv + 4.0 * way) + at(uv - 4.0 * way));
  return vec4(sum.rgb / max(sum.a, 0.000001), sum.a);
}
