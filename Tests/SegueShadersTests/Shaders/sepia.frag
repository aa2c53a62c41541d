// The picture as a brown print.
precision highp float;
varying highp vec2 textureCoordinate;
uniform sampler2D inputImageTexture;
uniform lowp float intensity; // = 1.0 in 0...1: How much of it.

void main() {
  lowp vec4 color = texture2D(inputImageTexture, textureCoordinate);
  lowp mat3 print = mat3(
      0.39, 0.35, 0.27,
      0.77, 0.69, 0.53,
      0.19, 0.17, 0.13);
  lowp vec3 brown = min(print * color.rgb, color.a);
  gl_FragColor = vec4(mix(color.rgb, brown, intensity), color.a);
}
