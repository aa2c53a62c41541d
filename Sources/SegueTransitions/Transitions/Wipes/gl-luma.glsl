// A hard edge follows the red of a map, dark first; the last frame is exact, unlike the original's.
// Source: gl-transitions luma
// Also: gl_luma
// License: MIT

uniform sampler2D luma; // = picture: The map, a picture; by default the first picture.

vec4 transition(vec2 uv) {
  return texture2D(luma, uv).r < progress ? getToColor(uv) : getFromColor(uv);
}
