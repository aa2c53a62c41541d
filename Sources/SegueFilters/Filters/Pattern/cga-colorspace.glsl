// The four colors and the coarse pixels of early home computers.
// Source: GPUImageCGAColorspaceFilter
// Also: cga

vec4 effect(vec2 uv) {
  vec4 color = getColor(uv - mod(uv, vec2(1.0 / 200.0, 1.0 / 320.0)));
  vec3 nearest = vec3(0.0);
  float least = length(color.rgb);
  vec3 white = vec3(1.0);
  vec3 cyan = vec3(85.0 / 255.0, 1.0, 1.0);
  vec3 magenta = vec3(1.0, 85.0 / 255.0, 1.0);
  if (distance(color.rgb, white) < least) { least = distance(color.rgb, white); nearest = white; }
  if (distance(color.rgb, cyan) < least) { least = distance(color.rgb, cyan); nearest = cyan; }
  if (distance(color.rgb, magenta) < least) { nearest = magenta; }
  return vec4(nearest, color.a);
}
