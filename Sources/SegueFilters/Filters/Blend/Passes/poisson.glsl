// One iteration of Poisson blending, which moves the base towards the overlay's differences between
// neighboring pixels.

uniform float amount; // = 0.5
uniform vec2 size; // = vec2(1.0)

vec4 mean(vec4 left, vec4 right, vec4 up, vec4 down) { return 0.25 * (left + right + up + down); }

vec4 transition(vec2 uv) {
  vec2 across = vec2(1.0, 0.0) / size;
  vec2 along = vec2(0.0, 1.0) / size;
  vec4 base = getFromColor(uv);
  vec4 overlay = getToColor(uv);
  vec4 around = mean(getFromColor(uv - across), getFromColor(uv + across), getFromColor(uv - along), getFromColor(uv + along));
  vec4 beside = mean(getToColor(uv - across), getToColor(uv + across), getToColor(uv - along), getToColor(uv + along));
  vec3 wanted = around.rgb + overlay.rgb - beside.rgb;
  return vec4(clamp(mix(base.rgb, wanted, overlay.a * amount), 0.0, base.a), base.a);
}
