// The second picture's lightness is the opacity of the first.
// Source: GPUImageMaskFilter

// Transparent pixels remain transparent, unlike in GPUImage.
vec4 blend(vec4 base, vec4 overlay) {
  float light = (overlay.r + overlay.g + overlay.b) / 3.0;
  return vec4(base.rgb, base.a * overlay.a * light);
}
