// Blocks of one colour each.
precision highp float;
varying vec2 textureCoordinate;
uniform sampler2D inputImageTexture;
uniform float fraction; // = 0.07 in 0.001...1 of the width: Side of a block.
uniform float aspectRatio; // = 1.0 in 0.01...100: Width of the picture over its height.

void main() {
  vec2 block = vec2(fraction, fraction * aspectRatio);
  vec2 corner = floor(textureCoordinate / block) * block;
  gl_FragColor = texture2D(inputImageTexture, corner + 0.5 * block);
}
