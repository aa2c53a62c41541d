// Black lines on white, in more directions where the picture is darker.
// Source: GPUImageCrosshatchFilter

uniform float crossHatchSpacing; // = 0.03 in 0...1 of the sides: Distance between lines, at least one pixel.
uniform float lineWidth; // = 0.003 in 0...0.1 of the sides: How wide a line is.
uniform float softness; // = 0.0 in 0...1 of a line's width: Width of a line's edge; 0 is a hard edge, as in GPUImage.

// Returns the ink of parallel lines at a position: 0 on paper, 1 inside a line.
float line(float place, float spacing) {
  float at = mod(place, spacing);
  if (softness <= 0.0) return at <= lineWidth ? 1.0 : 0.0;
  // The distance to the center of the nearer line: this line, or the following line, whose soft edge begins
  // before the line itself.
  float away = min(abs(at - 0.5 * lineWidth), abs(at - spacing - 0.5 * lineWidth));
  return clamp((0.5 * lineWidth - away) / max(softness * lineWidth, 0.000001) + 0.5, 0.0, 1.0);
}

vec4 effect(vec4 color, vec2 uv) {
  float light = dot(color.rgb, vec3(0.2125, 0.7154, 0.0721));
  float spacing = max(crossHatchSpacing, 1.0 / resolution.x);
  float rising = uv.x + uv.y;
  float falling = uv.x - uv.y;
  float ink = light < 1.0 ? line(rising, spacing) : 0.0;
  if (light < 0.75) ink = max(ink, line(falling, spacing));
  if (light < 0.5) ink = max(ink, line(rising - 0.5 * spacing, spacing));
  if (light < 0.3) ink = max(ink, line(falling - 0.5 * spacing, spacing));
  return vec4(vec3(1.0 - ink), color.a);
}
