// A drawing in ink: the darker, the more lines cross.
precision highp float;
varying vec2 textureCoordinate;
uniform sampler2D inputImageTexture;
uniform float spacing; // = 0.0731 in 0.001...1: Distance of two lines.
uniform float lineWidth; // = 0.0113 in 0...1: Width of a line.

float ink(float place, float light, float limit) {
  if (light >= limit) return 1.0;
  return mod(place, spacing) <= lineWidth ? 0.0 : 1.0;
}

void main() {
  float light = dot(texture2D(inputImageTexture, textureCoordinate).rgb, vec3(0.2126, 0.7152, 0.0722));
  float falling = textureCoordinate.x + textureCoordinate.y;
  float rising = textureCoordinate.x - textureCoordinate.y;
  float paper = ink(falling, light, 0.9) * ink(rising, light, 0.7);
  paper *= ink(falling - 0.5 * spacing, light, 0.5) * ink(rising - 0.5 * spacing, light, 0.3);
  gl_FragColor = vec4(vec3(paper), 1.0);
}
