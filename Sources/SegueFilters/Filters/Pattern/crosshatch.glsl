// Black lines on white, in more directions where the picture is darker.
// Source: GPUImageCrosshatchFilter

uniform float crossHatchSpacing; // = 0.03 in 0...1 of the sides: Distance between lines, at least one pixel.
uniform float lineWidth; // = 0.003 in 0...0.1 of the sides: How wide a line is.

bool isLine(float place, float spacing) { return mod(place, spacing) <= lineWidth; }

vec4 effect(vec4 color, vec2 uv) {
  float light = dot(color.rgb, vec3(0.2125, 0.7154, 0.0721));
  float spacing = max(crossHatchSpacing, 1.0 / resolution.x);
  float rising = uv.x + uv.y;
  float falling = uv.x - uv.y;
  bool isInk = light < 1.0 && isLine(rising, spacing) || light < 0.75 && isLine(falling, spacing)
    || light < 0.5 && isLine(rising - 0.5 * spacing, spacing)
    || light < 0.3 && isLine(falling - 0.5 * spacing, spacing);
  return vec4(vec3(isInk ? 0.0 : 1.0), color.a);
}
