// Light leaks into the camera, burns the first picture out and fades from the second.
// License: MIT

uniform vec3 tint; // = vec3(1.0, 0.72, 0.38) in 0...1: Color of the light.
uniform float strength; // = 1.0 in 0...1: How far the pictures are overexposed at most.
uniform float size; // = 0.7 in 0.05...4 heights: Size of the patches of light.
uniform float cover; // = 0.2 in 0...1: How much of the frame burns; at 1 all of it.
uniform float exposure; // = 0.7 in 0...0.97: How far the pictures are overexposed where they burn.
uniform float glow; // = 1.0 in 0...1: How much of the light is added to the pictures; 0 keeps black black.
uniform float flicker; // = 0.0 in 0...1: How much the light flickers, 24 times on the way.
uniform float grain; // = 0.0 in 0...1: How grainy the film is while it burns.
uniform float seed; // = 0.0 in 0...1000: Seed of the patches.

float random(vec2 cell) {
  return fract(sin(dot(cell, vec2(12.7, 41.3)) + seed) * 1571.37);
}

// Smooth noise between 0 and 1, with patches of size 1 in units of `point`.
float noise(vec2 point) {
  vec2 cell = floor(point);
  vec2 place = smoothstep(0.0, 1.0, point - cell);
  float below = mix(random(cell), random(cell + vec2(1.0, 0.0)), place.x);
  float above = mix(random(cell + vec2(0.0, 1.0)), random(cell + vec2(1.0, 1.0)), place.x);
  return mix(below, above, place.y);
}

vec4 transition(vec2 uv) {
  vec2 point = uv * vec2(ratio, 1.0) / size;
  float drift = 1.5 * progress;
  float patches = 0.75 * noise(point + vec2(drift, 0.3 * drift)) + 0.25 * noise(point * 2.3 - vec2(0.0, drift));
  float peak = 1.0 - abs(2.0 * progress - 1.0);
  // Bright patches start to burn first and end last.
  float calm = 1.0 - flicker * noise(vec2(24.0 * progress, 7.0));
  float spread = mix(2.0 * patches - 0.5, 0.3 + patches + 0.5 * peak, cover);
  float burn = strength * smoothstep(0.0, 1.0, calm * peak * spread);
  vec4 color = mix(getFromColor(uv), getToColor(uv), smoothstep(0.35, 0.65, progress));
  vec3 exposed = min(color.rgb / (1.0 - exposure * burn), color.a);
  vec3 light = mix(tint * tint, vec3(1.0), smoothstep(0.3, 0.9, patches));
  // Grain: specks of 1/431 of the height, in a pattern that changes 24 times during the transition.
  float speck = random(floor(uv * vec2(ratio, 1.0) * 431.0) + floor(24.0 * progress) * vec2(37.0, 53.0));
  float rough = 1.0 + grain * smoothstep(0.0, 0.2, peak) * (speck - 0.5);
  vec3 lit = min(exposed * mix(vec3(1.0), light, burn) * rough, color.a);
  // Adds light to the picture, like a double exposure: white-hot in the middle, and at the rim the fourth power
  // of tint, which is dark red by default.
  vec3 flame = glow * burn * mix(tint * tint * tint * tint, mix(tint, vec3(1.0), 0.6 * burn), burn);
  return vec4(lit + flame * (color.a - lit), color.a);
}
