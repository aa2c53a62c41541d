// A part of the picture as under a drop.
precision highp float;
varying highp vec2 textureCoordinate;
uniform sampler2D inputImageTexture;
uniform highp float aspectRatio; // = 0.66 in 0.01...100: Height of the picture over its width.
uniform highp vec2 center; // = vec2(0.45, 0.5) in 0...1 of the picture: Middle of the drop.
uniform highp float radius; // = 0.3 in 0.001...10 of the width: Its radius.
uniform highp float scale; // = 0.5 in -1...1: How much larger things are in its middle.

void main() {
  highp vec2 shape = vec2(1.0, aspectRatio);
  highp float away = distance(center * shape, textureCoordinate * shape);
  highp vec2 at = textureCoordinate;
  if (away < radius) {
    at -= center;
    highp float percent = 1.0 - (radius - away) / radius * scale;
    at *= percent * percent;
    at += center;
  }
  gl_FragColor = texture2D(inputImageTexture, at);
}
