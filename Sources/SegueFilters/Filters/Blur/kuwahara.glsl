// Smooths as with brush strokes and keeps edges.
// Source: GPUImageKuwaharaFilter, GPUImageKuwaharaRadius3Filter
// Example: radius=6
// Also: kuwahara-radius-3

uniform int radius; // = 3 in 0...8 pixels: Radius of the brush.

// Samples are one pixel apart at every picture size; GPUImage's fixed distance equals one pixel only at one
// picture size.
vec4 effect(vec2 uv) {
  float count = float((radius + 1) * (radius + 1));
  vec4 smoothest = vec4(0.0);
  float least = 1000.0;
  // Finds the square with the smallest variance among the four squares that meet at the pixel.
  for (int corner = 0; corner < 4; corner++) {
    vec2 side = vec2(corner == 0 || corner == 3 ? -1.0 : 1.0, corner < 2 ? -1.0 : 1.0) / resolution;
    vec4 sum = vec4(0.0);
    vec3 squares = vec3(0.0);
    for (int y = 0; y <= radius; y++) {
      for (int x = 0; x <= radius; x++) {
        vec4 color = getColor(uv + vec2(float(x), float(y)) * side);
        color.rgb *= color.a;
        sum += color;
        squares += color.rgb * color.rgb;
      }
    }
    vec4 mean = sum / count;
    vec3 variance = abs(squares / count - mean.rgb * mean.rgb);
    float all = variance.r + variance.g + variance.b;
    if (all < least) {
      least = all;
      smoothest = mean;
    }
  }
  return vec4(smoothest.rgb / max(smoothest.a, 0.000001), smoothest.a);
}
