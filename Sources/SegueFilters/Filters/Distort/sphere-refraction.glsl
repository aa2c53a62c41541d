// The picture through a ball of glass, upside down; the rest is transparent.
// Source: GPUImageSphereRefractionFilter

uniform vec2 center; // = vec2(0.5, 0.5) in 0...1: The middle of the ball, from the top left.
uniform float radius; // = 0.25 in 0...1 of the width: How large it is.
uniform float refractiveIndex; // = 0.71 in 0...1: Index of refraction; 1 does not bend light.

vec4 effect(vec2 uv) {
  vec2 point = vec2(uv.x, 0.5 + (uv.y - 0.5) / ratio) - center;
  float away = length(point);
  if (away > radius) return vec4(0.0);
  vec3 normal = normalize(vec3(point, sqrt(max(radius * radius - away * away, 0.0))));
  vec3 ray = refract(vec3(0.0, 0.0, -1.0), normal, refractiveIndex);
  return getColor((ray.xy + 1.0) * 0.5);
}
