// The first picture breaks into ten pieces, which fly away.
// Source: gl-transitions fragment
// License: MIT

// Center and velocity of a piece, as Mesa's llvmpipe computes them; with other drivers, the original has other
// pieces.
vec4 piece(int i) {
  if (i == 0) return vec4(0.0, 0.0, 0.09263, 0.24101);
  if (i == 1) return vec4(0.6875, 0.89779, 0.03882, 0.28054);
  if (i == 2) return vec4(0.46777, 0.14453, 0.22942, 0.10461);
  if (i == 3) return vec4(0.06836, 0.60254, 0.10235, 0.21432);
  if (i == 4) return vec4(0.29687, 0.51954, 0.12641, 0.20932);
  if (i == 5) return vec4(0.6875, 0.45116, 0.22285, 0.19968);
  if (i == 6) return vec4(0.99414, 0.37598, 0.26145, 0.12603);
  if (i == 7) return vec4(0.11523, 0.83985, 0.04082, 0.26859);
  if (i == 8) return vec4(0.80469, 0.97266, 0.18098, 0.15799);
  return vec4(0.59376, 0.69532, 0.15399, 0.18668);
}

vec4 transition(vec2 uv) {
  if (progress <= 0.0) return getFromColor(uv);
  if (progress >= 1.0) return getToColor(uv);
  float time = max(progress * 8.0 - 0.5, 0.0);
  vec2 shown = vec2(-1.0);
  for (int i = 0; i < 10; i++) {
    vec2 at = uv - piece(i).zw * time;
    bool isPiece = shown.x < 0.0 && at.x >= 0.0 && at.x <= 1.0 && at.y >= 0.0 && at.y <= 1.0;
    float own = distance(at, piece(i).xy);
    for (int j = 0; j < 10; j++) isPiece = isPiece && distance(at, piece(j).xy) >= own;
    if (isPiece) shown = at;
  }
  return shown.x < 0.0 ? getToColor(uv) : getFromColor(shown);
}
