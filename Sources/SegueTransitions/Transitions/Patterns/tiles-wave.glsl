// Tiles turn to the second picture, one after another.
// Source: gl-transitions TilesWave
// Also: TilesWave
// License: MIT

uniform vec2 tileCount; // = vec2(8.0, 8.0) in 1...100: How many tiles there are across and up, whole numbers.
uniform bool flipX; // = true: Whether tiles turn about their vertical middle.
uniform bool flipY; // = false: Whether tiles turn about their horizontal middle.

// Coordinate 0...1 on a turned tile, which leaves the share `turn` free on each side; negative beside the tile.
float turned(float x, float turn) {
  if (x < turn || x > 1.0 - turn) return -1.0;
  return x < 0.5 ? (x - turn) * 0.5 / (0.5 - turn) : (x - 0.5) * 0.5 / (0.5 - turn) + 0.5;
}

vec4 transition(vec2 uv) {
  vec2 tiles = floor(tileCount + 0.5);
  vec2 tile = floor(uv * tiles);
  float count = tiles.x * tiles.y;
  float delay = (tile.y + tile.x * tiles.y) / count;
  float t = clamp((progress - delay) * count, 0.0, 0.5);
  float turn = 1.0 - abs(cos(t * 3.1415926));
  bool isFirst = turn <= 0.5;
  vec2 at = fract(uv * tiles);
  float away = isFirst ? turn : 1.0 - turn;
  if (flipX) at.x = turned(at.x, away);
  if (flipY) at.y = turned(at.y, away);
  if (at.x < 0.0 || at.y < 0.0) return isFirst ? getFromColor(uv) : getToColor(uv);
  at = (tile + at) / tiles;
  return isFirst ? getFromColor(at) : getToColor(at);
}
