// Difference of a color from the mean of eight colors on a circle with a radius of three pixels.

uniform float sensitivity; // = 1.0

vec3 at(vec2 uv, float x, float y) { return getColor(uv + vec2(x, y) / resolution).rgb; }

vec4 effect(vec2 uv) {
  vec4 color = getColor(uv);
  vec3 around = at(uv, 3.0, 1.0) + at(uv, 1.0, 3.0) + at(uv, -1.0, 3.0) + at(uv, -3.0, 1.0)
    + at(uv, -3.0, -1.0) + at(uv, -1.0, -3.0) + at(uv, 1.0, -3.0) + at(uv, 3.0, -1.0);
  return vec4(vec3(length(0.125 * around - color.rgb) * sensitivity), color.a);
}
