// Blocks around a point, between rings and rays.
precision highp float;
varying highp vec2 textureCoordinate;
uniform sampler2D inputImageTexture;
uniform highp vec2 center; // = vec2(0.5, 0.45) in 0...1 of the picture: The point.
uniform highp vec2 pixelSize; // = vec2(0.11, 0.17) in 0.001...10: Width of a ring, and angle between two rays.

void main() {
  highp vec2 point = 2.0 * textureCoordinate - 2.0 * center;
  highp float radius = length(point);
  highp float angle = atan(point.y, point.x);
  radius = radius - mod(radius, pixelSize.x) + 0.03;
  angle = angle - mod(angle, pixelSize.y);
  highp vec2 block = vec2(cos(angle), sin(angle)) * radius;
  gl_FragColor = texture2D(inputImageTexture, 0.5 * block + center);
}
