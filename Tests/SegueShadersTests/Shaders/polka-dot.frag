// Dots of one colour each on black.
precision highp float;
varying vec2 textureCoordinate;
uniform sampler2D inputImageTexture;
uniform float fraction; // = 0.083 in 0.001...1 of the width: Side of the square that a dot stands in.
uniform float aspectRatio; // = 1.5 in 0.01...100: Width of the picture over its height.
uniform float dotScaling; // = 0.9 in 0...1: Size of a dot in its square.

void main() {
  vec2 block = vec2(fraction, fraction * aspectRatio);
  vec2 middle = textureCoordinate - mod(textureCoordinate, block) + 0.5 * block;
  vec2 shape = vec2(1.0, 1.0 / aspectRatio);
  float away = distance(textureCoordinate * shape, middle * shape);
  float isDot = step(away, 0.5 * fraction * dotScaling);
  vec4 color = texture2D(inputImageTexture, middle);
  gl_FragColor = vec4(color.rgb * isDot, color.a);
}
