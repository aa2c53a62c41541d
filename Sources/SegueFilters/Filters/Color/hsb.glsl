// Rotates hues, then changes saturation, then brightness.
// Source: GPUImageHSBFilter; rotateHue = hue; adjustSaturation = saturation; adjustBrightness = brightness

uniform float hue; // = 0.0, shown 120.0 in -360...360 degrees: From red towards green; the light of a color stays.
uniform float saturation; // = 1.0 in 0...2: 0 is gray, 1 changes nothing.
uniform float brightness; // = 1.0 in 0...2: Factor of the colors.

const vec3 light = vec3(0.3, 0.59, 0.11);

vec4 effect(vec4 color) {
  float angle = radians(hue);
  // Rotates the color around the axis of grays; the component along this axis is unchanged.
  vec3 across = color.rgb - dot(color.rgb, vec3(1.0 / 3.0));
  vec3 turned = across * cos(angle) + cross(vec3(inversesqrt(3.0)), across) * sin(angle);
  vec3 shown = turned + dot(color.rgb - turned, light);
  return vec4(mix(vec3(dot(shown, light)), shown, saturation) * brightness, color.a);
}
