// The corners of the picture are darker.
#version 300 es
precision mediump float;
in highp vec2 textureCoordinate;
out vec4 fragColor;
uniform sampler2D inputImageTexture;
uniform vec2 center; // = vec2(0.5, 0.5) in 0...1 of the picture: What stays as it is.
uniform vec3 color; // = vec3(0.1, 0.0, 0.05) in 0...1: What the corners fade to.
uniform float start; // = 0.2 in 0...2: Where it begins.
uniform float end; // = 0.75 in 0...2: Where it is complete.

void main() {
  vec4 source = texture(inputImageTexture, textureCoordinate);
  float share = smoothstep(start, end, distance(textureCoordinate, center));
  fragColor = vec4(mix(source.rgb, color * source.a, share), source.a);
}
