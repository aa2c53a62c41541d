// The first picture is a page that rolls up from a corner and is turned over; held on the way it shows both.
// License: MIT
// Variant: curl-up
// Timing: 1 s, easeInOut
// Returning: in reverse

uniform float angle; // = 125.0 in -360...360 degrees: Direction in which the page is rolled: 0 is right, 90 is up.
uniform float radius; // = 0.12 in 0.01...2 heights: Radius of the roll.
uniform float paleness; // = 0.75 in 0...1: How pale the picture is on the back of the page.
uniform float shadow; // = 0.5 in 0...1: How dark the page's shadow is, and the page where it turns away.

const float pi = 3.1415927;
// Width of antialiased edges, in heights.
const float edge = 0.002;

vec4 transition(vec2 uv) {
  vec2 shape = vec2(ratio, 1.0);
  vec2 way = vec2(cos(radians(angle)), sin(radians(angle)));
  float reach = 0.5 * dot(shape, abs(way));
  vec2 point = (uv - 0.5) * shape;
  float along = dot(point, way);
  // The page is flat ahead of this line, curls over half a cylinder behind it, and then lies flat on itself.
  float front = mix(-reach, reach + radius + 2.0 * edge, progress);
  float ahead = along - front;
  float turned = asin(clamp(-ahead / radius, 0.0, 1.0));
  float behind = max(-ahead - radius, 0.0);

  // Position on the lower layer: the flat page, or the cylinder's lower half.
  vec2 below = ahead > 0.0 ? uv : uv + way * (-ahead - radius * turned) / shape;
  // Position on the upper layer: the back of the page.
  float rolled = radius * (pi - turned) + max(ahead, 0.0);
  vec2 above = uv + way * (-ahead - rolled) / shape;
  vec2 missing = max(abs(above - 0.5) - 0.5, 0.0) * shape;
  float away = length(missing);
  float rim = clamp(1.0 - behind / edge, 0.0, 1.0);

  // The shadow fades out as the page leaves the frame.
  float left = clamp((reach + radius - front) / radius, 0.0, 1.0);
  float light = 1.0 - shadow * left * smoothstep(0.0, 1.0, 1.0 - (away + behind) / radius);

  vec4 second = getToColor(uv);
  vec4 color = vec4(second.rgb * light, second.a);
  vec2 off = max(abs(below - 0.5) - 0.5, 0.0) * shape;
  float cover = rim * clamp(1.0 - length(off) / edge, 0.0, 1.0);
  vec4 first = getFromColor(below);
  color = mix(color, vec4(first.rgb * light * (1.0 - shadow * (1.0 - cos(turned))), first.a), cover);
  vec4 back = getFromColor(above);
  float bright = 1.0 - 0.6 * shadow * (1.0 - cos(turned));
  color = mix(
    color, vec4(mix(back.rgb, vec3(back.a), paleness) * bright, back.a), rim * clamp(1.0 - away / edge, 0.0, 1.0));
  return color;
}
