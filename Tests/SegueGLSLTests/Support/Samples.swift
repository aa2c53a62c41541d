/// Valid shaders that together use the whole language.
let samples = [
  """
  // Author: Nobody in particular
  // License: MIT
  // Waves that run over the picture.
  #define PI 3.141592653589793
  #define SQUARE(x) ((x) * (x))
  #if defined(GL_ES) && __VERSION__ >= 100
  precision highp float;
  #else
  #error not here
  #endif
  uniform float waves; // = 30.0 in 0…100 across the picture: How many waves there are.
  uniform ivec2 tiles /* = ivec2(4, 3) */, other; // = ivec2(1)
  uniform vec4 tint; // = vec4(1.0, 0.5, 0.25, 1.0)
  uniform bool upward; // = true
  const float table[3] = float[3](0.5, 1.0, 2.0);
  float turned = progress * 2.0 - 1.0;

  float hash(in vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
  vec2 rotate(vec2 p, float angle) {
    float s = sin(angle), c = cos(angle);
    return mat2(c, -s, s, c) * p;
  }
  bool inside(vec2 p) { return all(lessThan(p, vec2(1.0))) && all(greaterThan(p, vec2(0.0))); }

  vec4 transition(vec2 uv) {
    vec2 p = rotate(uv - 0.5, PI * SQUARE(turned)) + 0.5;
    float sum = 0.0;
    for (int i = 0; i < 3; ++i) {
      if (hash(p + float(i)) > 0.9) continue;
      sum += table[i] * sin(waves * p.x);
    }
    p.xy += (upward ? vec2(0, sum) : vec2(sum, 0)) * 0.01;
    ivec2 tile = ivec2(floor(p * vec2(tiles))) % 2;
    if (tile.x != tile.y) p = p.yx;
    else if (!inside(p)) return tint;
    return mix(getFromColor(p), getToColor(uv), smoothstep(0.0, 1.0, progress)) * step(0.0, ratio);
  }
  """,
  """
  #version 300 es
  precision mediump float;
  layout(location = 0) out highp vec4 color;
  in vec2 textureCoordinate;
  uniform sampler2D inputImageTexture;
  uniform int mode; // = 2 in 0…3: What is done.
  uniform mat3 matrix; // = mat3(1.0)

  struct Light { vec3 place; float power; };
  struct Scene { Light lights[2]; int count; };

  vec3 shade(const in Scene scene, vec2 at);
  void swap(inout float a, inout float b) { float c = a; a = b; b = c; }
  void split(float x, out float whole, out float rest) { rest = modf(x, whole); }

  void main() {
    Scene scene;
    scene.lights[0] = Light(vec3(0.2, 0.3, 1.0), 2.0);
    scene.lights[1] = scene.lights[0];
    scene.lights[1].place.xy = scene.lights[1].place.yx;
    scene.count = 2;
    vec4 c = texture(inputImageTexture, textureCoordinate);
    uint bits = floatBitsToUint(c.r) >> 3u;
    bits ^= bits << 5;
    switch (mode) {
      case 0: c.rgb = shade(scene, textureCoordinate); break;
      case 1:
      case 2: swap(c.r, c.b); // falls through
      default: c.g = float(bits & 255u) / 255.0;
    }
    float whole, rest;
    split(c.a * 3.5, whole, rest);
    int n = 0;
    do { n++; } while (n < 4 && rest > 0.1);
    while (n-- > 0) { if (n == 1) break; c.rgb = matrix * c.rgb; }
    if (c.a < 0.0) discard;
    color = clamp(vec4(c.rgb, whole), 0.0, 1.0);
  }
  vec3 shade(const in Scene scene, vec2 at) {
    vec3 sum = vec3(0);
    for (int i = 0; i < scene.count; i++) {
      vec3 way = scene.lights[i].place - vec3(at, 0.0);
      sum += scene.lights[i].power / max(dot(way, way), 0.01);
    }
    return sum;
  }
  """,
  """
  varying highp vec2 textureCoordinate;
  uniform sampler2D inputImageTexture;
  uniform lowp float radius;
  void main() {
    lowp vec4 sum = vec4(0.0), weights[2];
    weights[0] = vec4(0.25); weights[1] = vec4(0.5, vec2(1), true);
    for (int i = -1; i <= 1; i += 1) {
      for (int j = -1; j <= 1; j++)
        sum += texture2D(inputImageTexture, textureCoordinate + vec2(i, j) * radius) * weights[(i + j) & 1];
    }
    gl_FragColor = (sum /= 9.0, sum.bgra) + vec4(inverse(mat2(2, 1, 1, 2))[0], 0, 1);
  }
  """,
]
