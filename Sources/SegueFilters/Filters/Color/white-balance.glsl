// Warmer or cooler light, with more or less green in it.
// Source: GPUImageWhiteBalanceFilter

uniform float temperature; // = 5000.0, shown 8000.0 in 1000...25000 kelvin: 5000 changes nothing, more is warmer.
uniform float tint; // = 0.0 in -200...200: Below 0 is greener, above more purple.

// A warm color, which is blended over the picture in overlay mode.
const vec3 warm = vec3(0.93, 0.54, 0.0);

vec4 effect(vec4 color) {
  vec3 yiq = mat3(0.299, 0.587, 0.114, 0.596, -0.274, -0.322, 0.212, -0.523, 0.311) * color.rgb;
  yiq.z = clamp(yiq.z + tint / 100.0 * 0.05226, -0.5226, 0.5226);
  vec3 rgb = mat3(1.0, 0.956, 0.621, 1.0, -0.272, -0.647, 1.0, -1.105, 1.702) * yiq;
  vec3 warmed = mix(2.0 * rgb * warm, 1.0 - 2.0 * (1.0 - rgb) * (1.0 - warm), step(0.5, rgb));
  float share = (temperature - 5000.0) * (temperature < 5000.0 ? 0.0004 : 0.00006);
  return vec4(mix(rgb, warmed, share), color.a);
}
