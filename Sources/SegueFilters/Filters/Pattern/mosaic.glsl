// Replaces blocks by tiles of a sheet, chosen by luminance.
// Source: GPUImageMosaicFilter; tileSet = tiles

uniform sampler2D tiles; // = picture : The sheet of tiles, the one for white first, row by row.
uniform vec2 inputTileSize; // = vec2(0.125, 0.125) in 0.001...1 of the sheet: Size of a tile in the sheet.
uniform vec2 displayTileSize; // = vec2(0.025, 0.025) in 0.001...1 of the frame: Size of a tile in the frame.
uniform float numTiles; // = 64.0 in 1...10000: How many tiles there are.
uniform bool colorOn; // = true : Whether tiles take the color of their block.

vec4 effect(vec2 uv) {
  vec2 corner = uv - mod(uv, displayTileSize);
  vec4 block = getColor(corner);
  float dark = 1.0 - dot(block.rgb, vec3(0.299, 0.587, 0.114));
  // Black uses the last tile; GPUImage reads beyond the last tile.
  float index = min(floor(dark * numTiles), numTiles - 1.0);
  float columns = 1.0 / inputTileSize.x;
  vec2 start = vec2(mod(index, columns), floor(index / columns)) * inputTileSize;
  vec4 tile = texture2D(tiles, start + (uv - corner) / displayTileSize * inputTileSize);
  vec3 color = tile.a > 0.0 ? tile.rgb / tile.a : vec3(0.0);
  return vec4(colorOn ? color * block.rgb : color, tile.a * block.a);
}
