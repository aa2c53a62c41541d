// A rush into the first picture and back, then a hard edge uncovers the second.
// Source: gl-transitions ZoomLeftWipe, ZoomRigthWipe
// Variant: ZoomLeftWipe
// Variant: ZoomRigthWipe toRight=true
// License: MIT

uniform float zoom_quickness; // = 0.8 in 0.01...1 of the way: Length of the rush, at most a half.
uniform bool toRight; // = false: Whether the edge moves to the right.

vec4 transition(vec2 uv) {
  if (progress < 0.5) {
    float z = smoothstep(0.0, min(zoom_quickness, 0.5), progress);
    return getFromColor(0.5 + (uv - 0.5) * max(1.0 - z, z));
  }
  float share = step(toRight ? uv.x : 1.0 - uv.x, (progress - 0.5) * 2.0);
  return mix(getFromColor(uv), getToColor(uv), share);
}
