// The picture turned around a point, the more the nearer to it.
precision highp float;
varying highp vec2 textureCoordinate;
uniform sampler2D inputImageTexture;
uniform highp vec2 center; // = vec2(0.5, 0.5) in 0...1 of the picture: The point.
uniform highp float radius; // = 0.5 in 0.001...10: How far from it the picture is turned.
uniform highp float angle; // = 1.0 in -20...20: How far the point itself is turned, in eighths of a radian.

void main() {
  highp vec2 point = textureCoordinate - center;
  highp float away = length(point);
  if (away < radius) {
    highp float share = (radius - away) / radius;
    highp float theta = share * share * angle * 8.0;
    highp float s = sin(theta), c = cos(theta);
    point = vec2(dot(point, vec2(c, -s)), dot(point, vec2(s, c)));
  }
  gl_FragColor = texture2D(inputImageTexture, point + center);
}
