// The first picture is a page with a pale back that rolls up from the bottom right corner, with translucent edges; the first frame is exact, unlike the original's.
// Source: gl-transitions InvertedPageCurl
// Also: InvertedPageCurl
// License: MIT

const float pi = 3.141592653589793;
const float radius = 0.15915494309189535;

float amount;
float turn;
mat3 forward;
mat3 backward;

vec3 hit(float angle, vec3 point) { return backward * vec3(point.x, angle / (2.0 * pi), point.z); }

bool isOutside(vec2 p) { return p.x < 0.0 || p.y < 0.0 || p.x > 1.0 || p.y > 1.0; }

vec4 smoothed(vec4 behind, vec4 front, float away) {
  float d = away * 512.0;
  if (d < 0.0) return front;
  if (d > 2.0) return behind;
  return (front - behind) * pow(1.0 - d / 2.0, 3.0) + behind;
}

float toEdge(vec2 p) {
  vec2 d = abs(vec2(p.x > 0.5 ? 1.0 - p.x : p.x, p.y > 0.5 ? 1.0 - p.y : p.y));
  bool isAside = p.x < 0.0 || p.x > 1.0;
  bool isAbove = p.y < 0.0 || p.y > 1.0;
  return isAside && isAbove ? length(d) : min(d.x, d.y);
}

float arc(float y) { return acos(clamp(y / radius, -1.0, 1.0)); }

// Darkness of the shadow behind the roll.
float shade(vec2 p, float y) {
  float n = y / radius;
  return 0.5 * (1.0 - length(p - 0.5) / 0.71) * n * n * n;
}

vec4 seenThrough(float y, vec2 uv) {
  vec3 point = hit(pi - arc(y) + turn, forward * vec3(uv, 1.0));
  if (y <= 0.0 && isOutside(point.xy)) return getToColor(uv);
  if (y > 0.0) return getFromColor(uv);
  return smoothed(getFromColor(point.xy), vec4(0.0), toEdge(point.xy));
}

vec4 seenInShadow(float y, vec2 uv, vec3 point) {
  float dark = (1.0 - toEdge(point.xy) * 30.0) / 3.0;
  vec4 color = seenThrough(y, uv);
  return vec4(color.rgb - (dark < 0.0 ? 0.0 : dark * amount), color.a);
}

vec4 behind(vec2 uv, float y, vec3 point) {
  float back = -2.0 * radius - y;
  float angle = arc(back) + turn - pi;
  vec2 at = hit(angle, point).xy;
  bool isDark = back < 0.0 && !isOutside(at) && (angle < pi || amount > 0.5);
  vec4 color = getToColor(uv);
  return vec4(color.rgb - (isDark ? shade(at, -back) : 0.0), color.a);
}

vec4 transition(vec2 uv) {
  amount = progress * 1.66 - 0.16;
  turn = 2.0 * pi * amount;
  float c = cos(100.0 * pi / 180.0);
  float s = sin(100.0 * pi / 180.0);
  forward = mat3(c, -s, 0.0, s, c, 0.0, -0.801, 0.89, 1.0);
  backward = mat3(c, s, 0.0, -s, c, 0.0, 0.985, 0.985, 1.0);
  vec3 point = forward * vec3(uv, 1.0);
  float y = point.y - amount;
  vec4 color;
  if (y < -radius) {
    color = behind(uv, y, point);
  } else if (y > radius) {
    color = getFromColor(uv);
  } else {
    float angle = arc(y) + turn - pi;
    float rest = mod(angle, 2.0 * pi);
    if ((rest > pi && amount < 0.5) || (rest > pi / 2.0 && amount < 0.0)) {
      color = seenThrough(y, uv);
    } else {
      point = hit(angle, point);
      if (isOutside(point.xy)) {
        color = seenInShadow(y, uv, point);
      } else {
        vec4 page = getFromColor(point.xy);
        float gray = (page.r + page.b + page.g) / 15.0;
        gray += 0.8 * (pow(max(0.0, 1.0 - abs(y / radius)), 0.2) / 2.0 + 0.5);
        vec4 other = y < 0.0 ? vec4(0.0, 0.0, 0.0, shade(point.xy, -y)) : getFromColor(uv);
        vec4 rolled = smoothed(vec4(vec3(gray), page.a), other, radius - abs(y));
        color = smoothed(rolled, seenInShadow(y, uv, point), toEdge(point.xy));
      }
    }
  }
  return vec4(clamp(color.rgb, 0.0, color.a), color.a);
}
