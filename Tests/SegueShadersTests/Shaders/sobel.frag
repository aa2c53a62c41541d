// White edges on black.
precision mediump float;
varying vec2 textureCoordinate;
varying vec2 leftTextureCoordinate;
varying vec2 rightTextureCoordinate;
varying vec2 topTextureCoordinate;
varying vec2 topLeftTextureCoordinate;
varying vec2 topRightTextureCoordinate;
varying vec2 bottomTextureCoordinate;
varying vec2 bottomLeftTextureCoordinate;
varying vec2 bottomRightTextureCoordinate;
uniform sampler2D inputImageTexture;
uniform float edgeStrength; // = 1.0 in 0...10: How bright edges are.

float light(vec2 at) { return dot(texture2D(inputImageTexture, at).rgb, vec3(0.2126, 0.7152, 0.0722)); }

void main() {
  float topLeft = light(topLeftTextureCoordinate), topRight = light(topRightTextureCoordinate);
  float bottomLeft = light(bottomLeftTextureCoordinate), bottomRight = light(bottomRightTextureCoordinate);
  float down = bottomLeft + 2.0 * light(bottomTextureCoordinate) + bottomRight
      - topLeft - 2.0 * light(topTextureCoordinate) - topRight;
  float across = topRight + 2.0 * light(rightTextureCoordinate) + bottomRight
      - topLeft - 2.0 * light(leftTextureCoordinate) - bottomLeft;
  gl_FragColor = vec4(vec3(length(vec2(down, across)) * edgeStrength), 1.0);
}
