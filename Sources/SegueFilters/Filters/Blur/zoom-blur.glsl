// Blurs away from a point, as by a zooming lens.
// Source: GPUImageZoomBlurFilter
// Example: blurSize=3

uniform vec2 blurCenter; // = vec2(0.5, 0.5) in 0...1: The point, which stays sharp, from the top left.
uniform float blurSize; // = 1.0 in 0...20 percent of the way: Distance between the nine samples.

// Returns the premultiplied color, so that transparent pixels have no weight.
vec4 at(vec2 uv) {
  vec4 color = getColor(uv);
  return vec4(color.rgb * color.a, color.a);
}

vec4 effect(vec2 uv) {
  vec2 way = 0.01 * blurSize * (blurCenter - uv);
  vec4 sum = 0.18 * at(uv) + 0.15 * (at(uv + way) + at(uv - way)) + 0.12 * (at(uv + 2.0 * way) + at(uv - 2.0 * way))
    + 0.09 * (at(uv + 3.0 * way) + at(uv - 3.0 * way)) + 0.05 * (at(uv + 4.0 * way) + at(uv - 4.0 * way));
  return vec4(sum.rgb / max(sum.a, 0.000001), sum.a);
}
