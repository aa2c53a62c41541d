// Black dots on white, larger where the picture is darker.
precision highp float;
varying vec2 textureCoordinate;
uniform sampler2D inputImageTexture;
uniform float fraction; // = 0.059 in 0.001...1 of the width: Distance of two dots.
uniform float aspectRatio; // = 1.5 in 0.01...100: Width of the picture over its height.

const vec3 weights = vec3(0.2126, 0.7152, 0.0722);

void main() {
  vec2 block = vec2(fraction, fraction * aspectRatio);
  vec2 middle = textureCoordinate - mod(textureCoordinate, block) + 0.5 * block;
  vec2 offset = (textureCoordinate - middle) * vec2(1.0, 1.0 / aspectRatio);
  float light = dot(texture2D(inputImageTexture, middle).rgb, weights);
  float inside = step(length(offset), 0.7072 * fraction * (1.0 - light));
  gl_FragColor = vec4(vec3(1.0 - inside), 1.0);
}
