// A kaleidoscope of three mirrors turns over the pictures while they dissolve.
// Source: gl-transitions powerKaleido
// Also: powerKaleido
// License: MIT

uniform float scale; // = 2.0 in 0.1...20 tenths of the height: Size of the mirrors.
uniform float z; // = 1.5 in 0.1...20: How much of the picture the mirrors show.
uniform float speed; // = 5.0 in -50...50 radians: How far the mirrors turn.

vec2 turned(vec2 p, vec2 o, float a) {
  vec2 d = p - o;
  return o + vec2(cos(a) * d.x + sin(a) * d.y, cos(a) * d.y - sin(a) * d.x);
}

vec4 transition(vec2 uv) {
  float size = scale / 10.0;
  vec2 p = turned((uv - 0.5) * vec2(ratio, 1.0) * z, vec2(0.0), progress * speed);
  for (int pass = 0; pass < 10; pass++) {
    for (int side = 0; side < 3; side++) {
      float angle = float(side) * 2.0943951023931953;
      vec2 normal = vec2(cos(angle), sin(angle));
      float beyond = p.y - size * normal.x - tan(angle) * (p.x + size * normal.y);
      if (normal.x > 0.0 ? beyond > 0.0 : beyond < 0.0) {
        vec2 q = p + 2.0 * size * vec2(normal.y, -normal.x);
        p = 2.0 * normal * dot(q, normal) - q;
      }
    }
  }
  p = turned(p + 0.5, vec2(0.5), -progress * speed) - 0.5;
  p = vec2(p.x / ratio, p.y) + 0.5;
  p = 2.0 * abs(p / 2.0 - floor(p / 2.0 + 0.5));
  vec2 at = mix(p, uv, cos(progress * 6.28318530717958) / 2.0 + 0.5);
  return mix(getFromColor(at), getToColor(at), cos((progress - 1.0) * 3.14159265358979) / 2.0 + 0.5);
}
