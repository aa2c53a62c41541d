// The first made lighter, the more the darker the second is.
// Source: GPUImageDivideBlendFilter

vec3 blend(vec3 base, vec3 overlay) {
  return base / max(overlay, 0.000001);
}
