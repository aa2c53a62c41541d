/// Valid shaders, one per line; ¶ stands for a line break.
enum RightSources {
  /// Bodies of `vec4 transition(vec2 uv)`, with a uniform `k` of 0.6 and `vec2 p = uv * 4.0 - 1.5`.
  static let transitions = #"""
    return uv.x < progress ? getToColor(uv) : getFromColor(uv);
    return uv.y < progress ? getToColor(uv) : getFromColor(uv);
    return uv.x <= 0.5 ? getToColor(uv) : getFromColor(uv);
    return uv.x > k ? getToColor(uv) : getFromColor(uv);
    return uv.y >= k ? getToColor(uv) : getFromColor(uv);
    return floor(uv.x * 4.0) == 1.0 ? getToColor(uv) : getFromColor(uv);
    return floor(uv.y * 4.0) != 2.0 ? getToColor(uv) : getFromColor(uv);
    return int(uv.x * 9.0) < 4 ? getToColor(uv) : getFromColor(uv);
    return int(uv.x * 9.0) <= 4 ? getToColor(uv) : getFromColor(uv);
    return int(uv.x * 9.0) == 4 ? getToColor(uv) : getFromColor(uv);
    return int(uv.x * 9.0) != 4 ? getToColor(uv) : getFromColor(uv);
    return int(uv.x * 9.0) + 3 > 6 ? getToColor(uv) : getFromColor(uv);
    return 3 - int(uv.x * 9.0) > -2 ? getToColor(uv) : getFromColor(uv);
    return float(int(uv.x * 9.0) - int(uv.y * 5.0)) < 2.0 ? getToColor(uv) : getFromColor(uv);
    return int(p.x) * 3 < 4 ? getToColor(uv) : getFromColor(uv);
    return int(uv.x * 3e6) < 9 ? getToColor(uv) : getFromColor(uv);
    return int(uv.x * 9.0) + 4194300 > 4194304 ? getToColor(uv) : getFromColor(uv);
    return uv.x < 0.5 && uv.y < 0.5 ? getToColor(uv) : getFromColor(uv);
    return uv.x < 0.5 || uv.y < 0.5 ? getToColor(uv) : getFromColor(uv);
    return uv.x < 0.5 ^^ uv.y < 0.5 ? getToColor(uv) : getFromColor(uv);
    return !(uv.x < 0.5 && uv.y > 0.3) ? getToColor(uv) : getFromColor(uv);
    bool a = uv.x < 0.3; bool b = uv.y < 0.6; return (a ? b : !b) ? getToColor(uv) : getFromColor(uv);
    int n = uv.x < 0.3 ? 2 : uv.y < 0.4 ? 7 : 3; return n == 3 ? getToColor(uv) : getFromColor(uv);
    float n = uv.x < 0.3 ? uv.y : uv.x; return n < 0.3 ? getToColor(uv) : getFromColor(uv);
    return isnan(uv.x) ? getToColor(uv) : getFromColor(uv);
    return isinf(uv.x + 1.0) ? getToColor(uv) : getFromColor(uv);
    return isnan(sqrt(uv.x - 0.4)) ? getToColor(uv) : getFromColor(uv);
    return mix(getFromColor(uv), getToColor(uv), step(0.4, uv.x));
    return mix(getFromColor(uv), getToColor(uv), step(uv.y, uv.x));
    return mix(getFromColor(uv), getToColor(uv), step(uv.x, 0.4));
    return mix(getFromColor(uv), getToColor(uv), smoothstep(0.4, 0.5, uv.x));
    return mix(getFromColor(uv), getToColor(uv), smoothstep(0.5, 0.4, uv.y));
    return mix(getFromColor(uv), getToColor(uv), smoothstep(uv.y, uv.y + 0.1, uv.x));
    return mix(getFromColor(uv), getToColor(uv), smoothstep(k, k - progress * 0.1, uv.x));
    return mix(getFromColor(uv), getToColor(uv), clamp(uv.x * 9.0 - 4.0, 0.0, 1.0));
    return mix(getFromColor(uv), getToColor(uv), clamp(p.x, 0.2, 0.7));
    return mix(getFromColor(uv), getToColor(uv), clamp(p.x, p.y, 0.7));
    return mix(getFromColor(uv), getToColor(uv), min(max(p.x, 0.0), 1.0));
    return mix(getFromColor(uv), getToColor(uv), max(min(p.x, 1.0), 0.0));
    return mix(getFromColor(uv), getToColor(uv), min(p.x, p.y));
    return mix(getFromColor(uv), getToColor(uv), max(p.x, p.y) * 0.3);
    return mix(getFromColor(uv), getToColor(uv), floor(uv.x * 2.0));
    return mix(getFromColor(uv), getToColor(uv), ceil(uv.x * 2.0) - 1.0);
    return mix(getFromColor(uv), getToColor(uv), trunc(uv.y * 2.0));
    return mix(getFromColor(uv), getToColor(uv), round(uv.y));
    return mix(getFromColor(uv), getToColor(uv), sign(uv.x - 0.4) * 0.5 + 0.5);
    return mix(getFromColor(uv), getToColor(uv), sign(max(uv.x - 0.4, 0.0)));
    return mix(getFromColor(uv), getToColor(uv), fract(uv.x * 3.0));
    return fract(uv.x * 3.0) < 0.5 ? getToColor(uv) : getFromColor(uv);
    return mod(uv.x, 0.4) < 0.2 ? getToColor(uv) : getFromColor(uv);
    return mod(p.x, 0.7) < 0.2 ? getToColor(uv) : getFromColor(uv);
    return mod(uv.x, uv.y) < 0.2 ? getToColor(uv) : getFromColor(uv);
    return abs(uv.x - 0.5) < 0.2 ? getToColor(uv) : getFromColor(uv);
    return abs(uv.x + 0.5) < 0.8 ? getToColor(uv) : getFromColor(uv);
    return abs(-uv.x - 0.5) < 0.8 ? getToColor(uv) : getFromColor(uv);
    return -p.x < 0.8 ? getToColor(uv) : getFromColor(uv);
    return p.x * p.y < 0.3 ? getToColor(uv) : getFromColor(uv);
    return uv.x * uv.y < 0.3 ? getToColor(uv) : getFromColor(uv);
    return p.x * -p.y < 0.3 ? getToColor(uv) : getFromColor(uv);
    return p.x * p.x < 0.3 ? getToColor(uv) : getFromColor(uv);
    return p.x - p.y < 0.3 ? getToColor(uv) : getFromColor(uv);
    return p.x + p.y < 0.3 ? getToColor(uv) : getFromColor(uv);
    return p.x * 3.0 + p.y < 0.3 ? getToColor(uv) : getFromColor(uv);
    return p.x / 3.0 < 0.3 ? getToColor(uv) : getFromColor(uv);
    return 1.0 / (uv.x + 0.5) < 1.2 ? getToColor(uv) : getFromColor(uv);
    return 1.0 / p.x < 1.2 ? getToColor(uv) : getFromColor(uv);
    return p.x / -(uv.y + 0.1) < 1.2 ? getToColor(uv) : getFromColor(uv);
    return p.x / p.y < 1.2 ? getToColor(uv) : getFromColor(uv);
    return sqrt(uv.x) < 0.6 ? getToColor(uv) : getFromColor(uv);
    return sqrt(p.x) < 0.6 ? getToColor(uv) : getFromColor(uv);
    return inversesqrt(uv.x) < 1.6 ? getToColor(uv) : getFromColor(uv);
    return inversesqrt(uv.x + 0.2) < 1.2 ? getToColor(uv) : getFromColor(uv);
    return sin(p.x) < 0.3 ? getToColor(uv) : getFromColor(uv);
    return cos(p.y * 3.0) < 0.3 ? getToColor(uv) : getFromColor(uv);
    return sin(p.x * 4e4) < 0.9 ? getToColor(uv) : getFromColor(uv);
    return tan(uv.x) < 0.3 ? getToColor(uv) : getFromColor(uv);
    return atan(p.x) < 0.3 ? getToColor(uv) : getFromColor(uv);
    return atan(p.x, p.y) < 0.3 ? getToColor(uv) : getFromColor(uv);
    return atan(uv.x + 0.1, p.y) < 0.3 ? getToColor(uv) : getFromColor(uv);
    return atan(p.x, uv.y + 0.1) < 0.3 ? getToColor(uv) : getFromColor(uv);
    return atan(-uv.x - 0.1, p.y) < -0.3 ? getToColor(uv) : getFromColor(uv);
    return exp(p.x) < 1.3 ? getToColor(uv) : getFromColor(uv);
    return exp2(p.x) < 1.3 ? getToColor(uv) : getFromColor(uv);
    return exp(p.x * 20.0) < 1.3 ? getToColor(uv) : getFromColor(uv);
    return log(uv.x + 0.1) < -1.0 ? getToColor(uv) : getFromColor(uv);
    return log2(uv.x + 0.1) < -1.0 ? getToColor(uv) : getFromColor(uv);
    return log(uv.x) < -1.0 ? getToColor(uv) : getFromColor(uv);
    return pow(uv.x, 2.5) < 0.3 ? getToColor(uv) : getFromColor(uv);
    return pow(uv.x, k) < 0.8 ? getToColor(uv) : getFromColor(uv);
    return pow(uv.x, 17.0) < 0.3 ? getToColor(uv) : getFromColor(uv);
    return pow(uv.x, 16.0) < 0.3 ? getToColor(uv) : getFromColor(uv);
    return pow(uv.x, -1.5) < 3.0 ? getToColor(uv) : getFromColor(uv);
    return pow(uv.x, uv.y) < 0.6 ? getToColor(uv) : getFromColor(uv);
    return length(p) < 1.0 ? getToColor(uv) : getFromColor(uv);
    return length(vec3(p, 0.5)) < 1.0 ? getToColor(uv) : getFromColor(uv);
    return length(vec4(p, p)) < 1.0 ? getToColor(uv) : getFromColor(uv);
    return distance(uv, vec2(0.5)) < progress ? getToColor(uv) : getFromColor(uv);
    return dot(p, p.yx) < 0.4 ? getToColor(uv) : getFromColor(uv);
    return mix(p.x, p.y, 0.3) < 0.4 ? getToColor(uv) : getFromColor(uv);
    return mix(p.x, 1.0, uv.y) < 0.4 ? getToColor(uv) : getFromColor(uv);
    return getFromColor(uv).r < 0.5 ? getToColor(uv) : getFromColor(uv);
    return getFromColor(uv).r < 1.5 ? getToColor(uv) : getFromColor(uv);
    return getFromColor(uv).r < -0.1 ? getToColor(uv) : getFromColor(uv);
    return mix(vec4(log(uv.x - 0.5)), getToColor(uv), step(0.3, uv.x));
    return mix(getFromColor(uv), vec4(log(uv.x - 0.5)), step(0.7, uv.x));
    return mix(getFromColor(uv), getToColor(uv), step(progress * 2.0, uv.x));
    return uv.x * (progress + 2.0) < 1.1 ? getToColor(uv) : getFromColor(uv);
    return pow(uv.x, progress + 1.0) < 0.3 ? getToColor(uv) : getFromColor(uv);
    return getFromColor(uv) * step(progress, uv.x) + getToColor(uv) * step(uv.x, progress);
    return uv.x * (uv.y - 0.5) < 0.1 ? getToColor(uv) : getFromColor(uv);
    return (uv.y - 0.5) * uv.x < -0.1 ? getToColor(uv) : getFromColor(uv);
    return uv.x * -uv.y < -0.3 ? getToColor(uv) : getFromColor(uv);
    return (uv.x + 0.2) / (-uv.y - 0.1) < -1.2 ? getToColor(uv) : getFromColor(uv);
    return max(uv.x, uv.y) < 0.5 ? getToColor(uv) : getFromColor(uv);
    return min(uv.x, uv.y) < 0.5 ? getToColor(uv) : getFromColor(uv);
    return mix(getFromColor(uv), getToColor(uv), clamp(p.x, 0.0, 0.5));
    return mix(getFromColor(uv), getToColor(uv), clamp(p.x, 0.5, 1.0));
    return mix(getFromColor(uv), getToColor(uv), clamp(p.x, -1.0, 1.0));
    return mix(getFromColor(uv), getToColor(uv), clamp(0.3, p.x, 1.0));
    return mix(getFromColor(uv), getToColor(uv), clamp(0.3, 0.0, p.x));
    vec4 c = sin(vec4(p, p) * 9.0); if (uv.x < 0.4) { c += cos(vec4(p, p) * 7.0); } else { c *= exp(vec4(p, p)); c = min(c, vec4(uv.y)); if (uv.y < 0.3) { c = tan(c.wzyx); } } return c;
    vec4 c = vec4(0); if (uv.x < 0.4) { c = cos(vec4(p, p) * 7.0); } else { c = exp(vec4(p, p)); c *= max(uv.y, 0.4) + clamp(p.y, 0.1, 0.8); } return c;
    float a = uv.x, b = 0.2; for (int i = 0; i < 200; i++) { float t = a; a = b; b = t * 0.99; } return uv.y < 0.5 ? vec4(a, b, 0.3, 1.0) : getFromColor(uv);
    float a = uv.x, b = 0.2; for (int i = 0; i < 200; i++) { float t = a; a = b; b = t * 0.99; } return uv.y < 0.5 ? vec4(a, b, 0.3, 1.0) : sin(vec4(p, p.yx) * 9.0 + a) + cos(vec4(p.yx, p) * b);
    float a = uv.x, b = 0.2, c = 0.7; for (int i = 0; i < 200; i++) { float t = a; a = b; b = c; c = t * 0.99; if (uv.y < 0.4) a += 0.001; } return vec4(a, b, c, 1.0);
    return getFromColor(vec2(uv.y, uv.x)).g + uv.x < 0.6 ? getToColor(uv) : getFromColor(uv);
    return getFromColor(uv) * step(uv.x, 0.5) + getToColor(uv) * step(0.5, uv.x);
    return getFromColor(uv) * (1.0 - step(0.5, uv.x)) + getToColor(uv) * step(0.5, uv.x);
    return getFromColor(uv) - getToColor(uv) * step(uv.x, 0.5);
    return getFromColor(uv) + vec4(1.0 / p.x) * step(0.8, uv.x);
    vec4 c = getFromColor(uv); c.a = 1.0; return uv.x < 0.5 ? c : getToColor(uv);
    vec4 c = getFromColor(uv); return uv.x < 0.5 ? c.bgra : getToColor(uv).rrga;
    if (uv.x < 0.3) return getToColor(uv); return getFromColor(uv);
    if (uv.x < 0.3) return getToColor(uv); if (uv.y < 0.4) return vec4(uv, sin(p.x * 30.0), 1.0); return getFromColor(uv);
    vec4 c = vec4(0.2); if (uv.x < 0.4) { c = sin(vec4(p, p) * 9.0); c.a = 1.0; } else { c = getToColor(uv); } return c;
    vec4 c = vec4(0.2); if (uv.x < 0.4) { if (uv.y < 0.3) { c = exp(vec4(p, p)); } c += cos(vec4(p, p) * 9.0); } return c;
    float s = 0.0; for (int i = 0; i < 3; i++) s += sin(p.x * float(i)); return s < 0.5 ? getToColor(uv) : getFromColor(uv);
    float s = 0.0; for (float i = 0.0; i < uv.x * 9.0; i += 1.0) s += 0.1; return s < 0.5 ? getToColor(uv) : getFromColor(uv);
    float s = 0.0; for (float i = 0.0; i < uv.y * 9.0; i += 1.0) s += 0.1; return uv.x < 0.5 ? vec4(s) : getFromColor(uv);
    float s = 0.0; for (int i = 0; i < 300; i++) { s += 0.01; if (s > progress) break; } return uv.x < s ? vec4(s) : getFromColor(uv);
    float s = uv.x; for (int i = 0; i < 200; i++) { if (s > 0.9) break; s += 0.01 * uv.y; if (uv.x < 0.2) continue; s += 0.01; } return uv.x < 0.3 ? vec4(s, uv, 1) : getFromColor(uv);
    float a = 0.0, b = 1.0; for (int i = 0; i < 200; i++) { float t = a; a = b; b = t + uv.x; if (a > 9.0) break; } return vec4(a, b, t0(a), 9.0) / 9.0;
    return vec4(mat2(p, p.yx) * p, mat2(1.0, 2.0, 3.0, 4.0) * p) * 0.2;
    return vec4(p * mat2(1.0, 2.0, 3.0, 4.0), mat2x3(1.0, 2.0, 3.0, 4.0, 5.0, 6.0) * p) * 0.2;
    return vec4(mat3x2(1.0, 2.0, 3.0, 4.0, 5.0, 6.0) * vec3(p, 1.0), vec2(1.0, 2.0) * mat3x2(1, 2, 3, 4, 5, 6));
    return vec4(mat3(mat2(p, p.yx))[2], mat2(mat3(1, 2, 3, 4, 5, 6, 7, 8, 9))[1].x) * 0.1;
    return mat4(mat3x2(1, 2, 3, 4, 5, 6)) * vec4(p, 1.0, 1.0) * 0.1;
    return vec4(mat2x4(1, 2, 3, 4, 5, 6, 7, 8) * p) * 0.1;
    mat2 m = mat2(p, p.yx); m[1] = vec2(0.3); m[0][1] = 0.8; m *= 2.0; m += mat2(0.1); return vec4(m);
    mat3 m = mat3(0.5); m[2].xy += p; m[1].zx = p; return vec4(m * vec3(p, 1.0), m[2][2]);
    int n = int(uv.x * 9.0); return vec4(float(n % 3), float(n / 2), float(n & 5), float(n ^ 3)) / 9.0;
    int n = int(uv.x * 9.0) - 4; return vec4(float(n % 3), float(n / 2), float(n >> 1), float(n << 2)) / 9.0 + 0.4;
    uint n = uint(uv.x * 9.0); return vec4(float(n % 3u), float(n / 2u), float(n >> 1), float(n | 4u)) / 9.0;
    int n = int(uv.x * 9.0); return vec4(float(n++), float(++n), float(n--), float(--n)) / 9.0;
    int n = int(uv.x * 9.0); n += 3; n -= 1; n *= 2; n /= 3; n %= 5; n <<= 1; n >>= 1; n |= 4; n &= 6; n ^= 3; return vec4(float(n) / 8.0);
    float x = uv.x; return vec4(x++, ++x, x--, --x) * 0.4;
    float x = uv.x; x += 0.5; x -= 0.2; x *= 3.0; x /= 2.0; return vec4(x, -x, +x, x > 0.7);
    float v[4]; for (int i = 0; i < 4; i++) v[i] = uv.x * float(i); return vec4(v[int(uv.y * 4.0)], v[2], v[v.length() - 1], 1.0);
    float v[3] = float[3](uv.x, uv.y, 0.3); float w[3]; w = v; w[1] = 0.9; return vec4(v[1], w[1], w[2], v == w ? 1.0 : 0.5);
    vec2 v[2] = vec2[](uv, p); v[1].y = 0.4; v[0] = v[1].yx; return vec4(v[0], v[1]);
    float v[2][3]; v[1][2] = uv.x; v[0][1] = uv.y; return vec4(v[1][2], v[0][1], v[int(uv.x * 2.0)][int(uv.y * 3.0)], 1.0);
    vec3 v = vec3(uv, 0.3); v.xz = v.zy; v.y += 0.1; v[2] *= 0.5; v[int(uv.x * 3.0)] = 0.9; return vec4(v, 1.0).bgra;
    vec4 v = vec4(uv, p); v.rg = v.ba; v.stpq *= vec4(1, 2, 3, 4); return v.wzyx * 0.3;
    bvec2 b = lessThan(uv, vec2(0.4)); return vec4(vec2(b), any(b), all(b)) * 0.9 + float(not(b).x) * 0.1;
    return vec4(vec2(greaterThan(ivec2(uv * 9.0), ivec2(4))), vec2(greaterThanEqual(ivec2(uv * 9.0), ivec2(4))));
    return vec4(vec2(lessThan(ivec2(uv * 9.0), ivec2(4))), vec2(lessThanEqual(uvec2(uv * 9.0), uvec2(4))));
    return vec4(vec2(greaterThan(uvec2(uv * 9.0), uvec2(4))), vec2(greaterThanEqual(uvec2(uv * 9.0), uvec2(4))));
    return vec4(vec2(equal(bvec2(uv.x < 0.4, true), bvec2(true))), vec2(notEqual(uvec2(uv * 9.0), uvec2(4))));
    return vec4(mix(vec3(p, 0.2), vec3(0.4), bvec3(uv.x < 0.4, uv.y < 0.3, true)), 1.0);
    ivec4 n = ivec4(p * 3.0, p.yx * 2.0); return vec4(min(n, 1)) * 0.1 + vec4(max(n, ivec4(1))) * 0.2 + vec4(clamp(n, -1, 2)) * 0.1 + vec4(abs(n) + sign(n)) * 0.1;
    uvec2 n = uvec2(uv * 9.0); return vec4(min(n, 3u), max(n, uvec2(4u))) * 0.1 + vec4(clamp(n, 2u, 5u), clamp(n, uvec2(1u), uvec2(3u))) * 0.1;
    return vec4(uintBitsToFloat(floatBitsToUint(uv.x)), intBitsToFloat(floatBitsToInt(uv.y) + 9), float(floatBitsToInt(uv.x) >> 23) * 0.007, 1);
    float w; float f = modf(p.x, w); vec2 i; vec2 g = modf(p, i); return vec4(f, w, g.y, i.y) * 0.4 + 0.3;
    return vec4(faceforward(p, uv, p.yx), reflect(p, vec2(0.6, 0.8))) * 0.4 + 0.3;
    return vec4(refract(normalize(p), vec2(0.6, 0.8), 1.4), refract(p, normalize(p.yx), 0.7)) * 0.4 + 0.3;
    return vec4(cross(vec3(p, 0.2), vec3(0.1, 0.7, p.x)), normalize(p.x)) * 0.4 + 0.3;
    return vec4(normalize(p), normalize(vec3(p, 0.3)).z, normalize(vec4(p, 0.1, 0.2)).w) * 0.4 + 0.3;
    return vec4(sinh(p.x), cosh(p.y), tanh(p.x), asinh(p.y)) * 0.3 + 0.3;
    return vec4(acosh(p.x), atanh(p.y), asin(p.x), acos(p.y)) * 0.3 + 0.3;
    return vec4(radians(p.x * 90.0), degrees(p.y) * 0.01, tan(p.x), atan(p.y)) * 0.3 + 0.3;
    return vec4(exp(p.x), exp2(p.y), log(uv.x), log2(uv.y)) * 0.3 + 0.3;
    return vec4(determinant(mat2(p, 0.3, 0.4)), determinant(mat3(p, p, p, 1, 2, 3)), determinant(mat4(p, p, 1, 2, 3, 4, p, 1, 2, p.yx, 9, 1)), 1);
    return inverse(mat4(5.0) + mat4(p, p, p, p, p, p, uv, uv)) * vec4(p, 1, 2);
    return vec4(transpose(mat2x3(p, p, p)) * vec3(uv, 1.0), outerProduct(p, vec3(1, 2, 3))[2]);
    return vec4(matrixCompMult(mat2(p, p), mat2(1, 2, 3, 4))[1], (mat2(p, p) - mat2(0.5))[0]) / 2.0;
    float x = uv.x; { float x = 0.3; x += uv.y; } float y = (x += 0.1, x * 2.0); return vec4(x, y, 0.0, 1.0);
    switch (int(uv.x * 4.0)) { case 0: return getToColor(uv); case 1: break; case 2: { return vec4(uv, 0, 1); } default: return vec4(0.3); } return getFromColor(uv);
    float s = 0.0; switch (int(uv.x * 4.0)) { case 0: case 3: s = 0.2; case 1: s += 0.3; break; default: s = 0.9; } return vec4(s);
    float s = 0.0; switch (uint(uv.y * 4.0)) { default: s = 0.1; break; case 2u: s = 0.5; } return vec4(s);
    float s = 0.0; switch (2) { case 1: s = 0.2; case 2: s += 0.3; case 3: s += 0.1; break; case 4: s = 1.0; } return vec4(s);
    int i = 0; while (i < 9) { if (i > int(uv.x * 9.0)) break; i++; } return vec4(float(i) / 9.0);
    int i = 0; do { i++; if (i == 3) continue; } while (i < int(uv.y * 9.0)); return vec4(float(i) / 9.0);
    float s = 0.0; for (int i = 0, j = 9; i < j; i++, j--) s += uv.x * float(j - i); return vec4(s * 0.05);
    float s = 0.0; for (int i = 9; i > 0; i -= 2) s += uv.x; for (int i = 0; i <= 4; i++) s += 0.02; for (int i = 4; i >= 1; --i) s -= 0.01; for (int i = 0; i != 6; i += 3) s += 0.03; return vec4(s * 0.2);
    float s = 0.0; for (int i = 0; i < 130; i++) s += uv.x * 0.01; return vec4(s);
    float s = 0.0; for (int i = 0; i < 128; i++) s += uv.x * 0.01; return vec4(s);
    float s = 0.0; while (bool go = s < uv.x) s += 0.1; for (int i = 0; bool go = i < 4; i++) s += 0.01; return vec4(s);
    float s = 0.2; for (int i = 0; i < 5; i++) { if (uv.x < 0.2 * float(i)) return vec4(s, uv, 1.0); s += 0.1; } return vec4(s);
    float s = f1(uv.x); float q = s; f2(q, s); f3(s); return vec4(s + q, f4(S(s, uv)).b, f4(S(q, p)).a) * 0.3;
    S s = S(0.3, uv); S t = s; t.b.y = 0.9; S r[2] = S[2](s, t); r[0].b.x = 0.1; return vec4(r[1].b, r[0].b.x, s == t ? 0.2 : r[0].a);
    return g1 + vec4(g2, 0.0, g3[1]);
    return vec4(ratio * 0.5, progress, uv.x / ratio, 1.0);
    return gl_FragCoord / 130.0;
    return vec4(fract(gl_FragCoord.xy * 0.13), gl_FragCoord.zw);
    return getFromColor(uv + vec2(0.1, -0.2)) * 0.5 + getToColor(1.0 - uv) * 0.5;
    return getFromColor(uv * 3.0 - 1.0);
    return getFromColor(vec2(uv.x, 0.3)) * getToColor(vec2(0.6, uv.y));
    return getFromColor(uv + vec2(1.0 / 130.0, 2.0 / 9.0));
    return getFromColor(uv - vec2(3.0 / 37.0, 1.0 / 21.0));
    return getFromColor(uv + vec2(1.02 / 37.0, 0.0)) + getToColor(uv + vec2(0.0, 1.0005 / 21.0)) * 0.5;
    return getFromColor(uv + vec2(0.002 / 37.0, 2.0 / 21.0));
    return getFromColor(vec2(uv.x, uv.y - 1.0 / 21.0)) + getFromColor(vec2(2.0 / 37.0 + uv.x, uv.y)) * 0.5;
    return vec4(uv.x / 0.25, uv.y / 8.0, p.x / -0.5, uv.x / 1.0842022e-19);
    return vec4(uv.x / 5.4210109e-20, uv.y / 36893488147419103232.0, uv.y / 73786976294838206464.0, p.x / 3.0) + 0.2;
    return vec4(clamp(p.x, 0.3, 1.0), clamp(p.y, -1.0, 1.0), clamp(p.x, 0.0, 0.5), clamp(p.y, 1.0, 0.0));
    float s = 0.0; if (uv.x < 0.5) { for (int i = 0; i < 200; i++) { s += 0.01; if (s > uv.x * uv.y) break; } } return vec4(s);
    float s = 0.0; if (uv.x < 0.5) { s = sin(uv.y); } else { for (int i = 0; i < 200; i++) { s += 0.01; if (s > uv.x * uv.y) break; } } return vec4(s);
    float s = 0.0; for (int j = 0; j < 300; j++) { for (int i = 0; i < 200; i++) { s += 0.01; if (s > uv.x * uv.y) break; } if (s > uv.x) break; } return vec4(s);
    float s = 0.0; for (int i = 0; i < 200; i++) { s += 0.01; if (s > uv.x) break; } return vec4(s);
    float s = 0.0; for (int i = 0; i < 200; i++) { s += 0.01; if (s > uv.y) break; } return vec4(s, sin(uv.x), 0.0, 1.0);
    return getFromColor(vec2(0.5)) + getToColor(vec2(-3.0, 9.0)) * 0.2;
    return vec4(dFdx(uv.x) * 9.0, dFdy(uv.y) * 9.0, fwidth(p.x * p.y), 1.0);
    return abs(dFdx(getFromColor(uv))) + abs(dFdy(getToColor(uv)));
    return vec4(1.0 / 0.0, 0.0 / 0.0, -1.0, 2.0);
    return vec4(sqrt(p), log(p));
    return vec4(p.x * 0.0, 0.0 + p.y, p.x * 1.0, p.y - 0.0) + vec4(-(-uv.x), 1.0 * uv.y, 0.0 * p.x, 0.0 - uv.x);
    return vec4(p.x + 1.0 + 2.0, 1.0 + (p.y + 2.0), p.x * 3.0 * 0.1, 0.2 * (p.y * 2.0)) * 0.3;
    return vec4(p.x * k + p.y * k, k * p.x + p.y * k, p.x * uv.y - p.y * uv.y, uv.x / 4.0 + uv.y / 3.0) * 0.5;
    return vec4(uv.x * -1.0, -1.0 * p.x, p.x * p.y * 0.3, -p.y * 0.2) + 0.5;
    return vec4(mix(uv.x, uv.y, 0.0), mix(uv.x, uv.y, 1.0), mix(p.x, p.x, k), mix(p.x, p.y, k));
    return vec4(pow(p.x, 2.0), pow(p.y, 1.0), pow(uv.x, 0.5), pow(uv.y, 0.0));
    return vec4(clamp(p.x, 0.0, 1.0), clamp(clamp(p.y, 0.0, 1.0), 0.0, 1.0), min(max(p.x, 0.0), 1.0), max(min(p.y, 1.0), 0.0));
    return vec4(true ? uv.x : uv.y, uv.x < 0.5 ? uv.y : uv.y, !(!(uv.x < 0.3)) ? 0.3 : 0.6, (uv.x < 0.3) == true ? 0.3 : 0.6);
    return vec4(smoothstep(k, k - 0.2, uv.x), smoothstep(k, k - progress, uv.x), smoothstep(0.2, 0.2, uv.y), smoothstep(uv.x, uv.x - 0.0, uv.y));
    """#

  /// Expressions in such bodies, with known bounds in a block.
  static let bounded = #"""
    uv.x
    p.y
    -p.x
    p.x + p.y
    p.x - p.y
    uv.x - uv.y
    p.x * p.y
    uv.x * p.y
    p.x * uv.y
    uv.x * uv.y * 2.0
    p.x * p.x
    -p.x * p.x
    p.x / (uv.y + 0.5)
    p.x / (-uv.y - 0.5)
    (uv.x + 0.1) / p.y
    abs(p.x)
    abs(p.x) - abs(p.y)
    sign(p.x)
    floor(p.x)
    ceil(p.x * 0.7)
    fract(p.x)
    fract(uv.x * 0.9 + 0.05) * 2.0
    mod(p.x, 1.5)
    mod(uv.x * 2.0, 2.5)
    min(p.x, p.y)
    max(p.x, p.y)
    min(p.x, 0.5) + max(p.y, 0.2)
    clamp(p.x, -0.5, 0.9)
    clamp(p.x, 0.0, 1.0) * 2.0
    mix(p.x, p.y, 0.3)
    mix(p.x, p.y, uv.x)
    mix(uv.x, 2.0, uv.y)
    step(0.3, uv.x) * 2.0 - 1.0
    step(uv.y, uv.x) * 2.0 - 1.0
    smoothstep(0.2, 0.8, uv.x) * 2.0
    smoothstep(0.8, 0.2, uv.y) * 2.0
    smoothstep(uv.y, 1.1, uv.x) * 2.0
    sqrt(uv.x) * 2.0
    inversesqrt(uv.x + 0.2)
    sin(p.x)
    cos(p.y * 2.0)
    sin(uv.x) + cos(uv.y)
    atan(p.x)
    atan(p.x, p.y)
    atan(p.y, p.x)
    mod(p.x, 0.01)
    smoothstep(-9.0, 9.0, uv.x) * 12.0 - 6.2
    smoothstep(9.0, -9.0, uv.y) * 12.0 - 6.2
    atan(uv.x + 0.1, p.y)
    atan(-uv.x - 0.1, p.y)
    atan(p.x, uv.y + 0.1)
    exp(p.x * 0.5)
    exp2(p.x * 0.5)
    log(uv.x + 0.3)
    log2(uv.x + 0.3)
    pow(uv.x, 0.7) * 2.0
    pow(uv.x * 1.5, 3.0)
    pow(uv.x, 1.0 + progress) * 2.0
    length(p)
    length(vec3(p, 0.4))
    length(uv) * 2.0
    distance(p, vec2(0.3, 0.4))
    dot(p, vec2(0.3, -0.4))
    float(int(p.x * 3.0)) * 0.5
    float(int(p.x * 3.0) + int(p.y * 2.0)) * 0.5
    float(int(p.x * 3.0) - int(p.y * 2.0)) * 0.5
    float(int(uv.x * 3.0) - 1)
    (p.x < 0.3 ? p.x : p.y)
    (p.x <= 0.3 ? 2.0 : p.y)
    (p.x < 0.3 && p.y < 0.5 ? 1.0 : -1.0)
    (p.x < 0.3 || p.y < 0.5 ? 1.0 : -1.0)
    (p.x < 0.3 ^^ p.y < 0.5 ? 1.0 : -1.0)
    (!(p.x < 0.3) ? 1.0 : -1.0)
    (floor(p.x) == 0.0 ? 1.0 : -1.0)
    (floor(p.x) != 0.0 ? 1.0 : -1.0)
    (int(p.x) == 0 ? 1.0 : -1.0)
    (int(p.x) <= 0 ? 1.0 : -1.0)
    (int(p.x) < 0 ? 1.0 : -1.0)
    getFromColor(uv).r * 0.4 + p.x
    getFromColor(vec2(0.2, 0.4)).r * 0.4 + p.x
    progress * p.x
    sin(progress) + p.x
    k * p.x + progress
    p.x / progress
    p.x * 1e9
    p.x * 3e7
    trunc(p.x)
    round(p.x)
    degrees(p.x) * 0.01
    """#

  /// The source before the body of a transition.
  static let transitionHead = """
    uniform float k; // = 0.6
    struct S { float a; vec2 b; };
    float g0 = 0.2; vec4 g1 = vec4(g0, g0 * 2.0, 0.3, 0.4); const vec2 g2 = vec2(0.1, 0.2); float g3[2] = float[2](0.5, g0);
    float t0(float x) { return x * 0.5; }
    float f1(float x) { if (x < 0.3) return x * 2.0; x += 0.1; if (x > 0.8) { x -= 0.4; return x; } return x * 3.0; }
    void f2(out float a, inout float b) { a = a + 0.3; b += a; if (b > 1.0) return; b *= 0.5; a += b; }
    void f3(inout float x) { for (int i = 0; i < 9; i++) { if (x > 0.7) return; x += 0.1; } }
    S f4(S s) { s.b = s.b.yx * s.a; s.a += 0.1; return s; }
    struct R { float a, b; }; R f4(float x) { return R(x, x); }
    """

  /// Whole sources: shaders of all hosts, their metadata, and ways to read pictures.
  static let wholes = #"""
    vec4 effect(vec4 color) { return color; }
    vec4 effect(vec4 color) { return vec4(1.0 - color.rgb, color.a); }
    vec4 effect(vec4 color) { return color * 0.5; }
    vec4 effect(vec4 color) { return vec4(color.gbr, 1.0); }
    vec4 effect(vec4 color) { return vec4(color.rgb * color.rgb, 1.0); }
    vec4 effect(vec4 color) { return vec4(mat3(0.3, 0.2, 0.1, 0.4, 0.5, 0.6, 0.1, 0.2, 0.3) * color.rgb + 0.05, color.a); }
    vec4 effect(vec4 color) { return vec4(mix(vec3(color.g), color.rgb, 0.3) / 2.0 - vec3(0.1, 0.0, 0.1), color.a); }
    vec4 effect(vec4 color) { return vec4(clamp(color.rgb * 0.5 + color.g * 0.5, 0.0, 1.0) * 0.5, 1.0); }
    vec4 effect(vec4 color) { return vec4(clamp(color.rgb * 1.5 - color.g * 0.5, 0.0, 1.0) * 0.5, 1.0); }
    vec4 effect(vec4 color) { return vec4(clamp(color.rgb * 0.5 - color.g * 0.5, 0.0, 1.0) * 0.5, 1.0); }
    vec4 effect(vec4 color) { return vec4(clamp(color.rgb * 0.5 + color.g * 0.6, 0.0, 1.0) * 0.5, 1.0); }
    vec4 effect(vec4 color) { return vec4(color.rgb * color.r, 1.0); }
    vec4 effect(vec4 color) { return vec4(pow(color.rgb, vec3(0.7)), color.a); }
    vec4 effect(vec4 color) { return vec4(color.rgb / 0.0 + color.g, color.a); }
    vec4 effect(vec4 color) { return vec4(mix(color.rgb, color.gbr, 0.25), color.a); }
    vec4 effect(vec4 color) { return vec4(0.3 * color.rgb + color.brg * 0.2 - 0.1, 1.0); }
    vec4 effect(vec4 color) { return vec4(-color.rgb + 1.0 - color.g * 0.1, color.a); }
    vec4 effect(vec4 color) { return vec4(color.rgb + progress * 0.2, color.a * progress); }
    vec4 effect(vec4 color, vec2 uv) { return vec4(color.rgb * uv.x, color.a); }
    vec4 effect(vec4 color, vec2 uv) { return vec4(color.rg, uv.y, 1.0); }
    vec4 effect(vec4 color) { return color * (gl_FragCoord.y / 40.0); }
    uniform sampler2D map; vec4 effect(vec4 color) { return texture2D(map, color.rg); }
    vec4 effect(vec2 uv) { return getColor(uv); }
    vec4 effect(vec2 uv) { return getColor(uv * 0.5 + 0.3); }
    vec4 effect(vec2 uv) { return vec4(uv, ratio * 0.3, resolution.x / 200.0); }
    vec4 effect(vec2 uv) { return uv.x < 0.5 ? getColor(uv) : vec4(progress, uv, 0.5); }
    vec4 effect(vec2 uv) { return gl_FragCoord / 130.0; }
    vec4 blend(vec4 base, vec4 overlay) { return base * overlay; }
    vec4 blend(vec4 base, vec4 overlay) { return mix(base, overlay, 0.3); }
    vec3 blend(vec3 base, vec3 overlay) { return abs(base - overlay); }
    vec3 blend(vec3 base, vec3 overlay) { return base + overlay - 2.0 * base * overlay * progress; }
    vec4 blend(vec4 base, vec4 overlay, vec2 uv) { return mix(base, overlay, uv.x); }
    varying vec2 textureCoordinate; uniform sampler2D inputImageTexture; void main() { gl_FragColor = texture2D(inputImageTexture, textureCoordinate); }
    varying vec2 textureCoordinate; uniform sampler2D inputImageTexture; void main() { gl_FragColor = vec4(textureCoordinate, gl_FragCoord.xy / 130.0); }
    varying vec2 textureCoordinate; uniform sampler2D inputImageTexture; void main() { if (textureCoordinate.x < 0.4) discard; gl_FragColor = texture2D(inputImageTexture, textureCoordinate); }
    varying vec2 textureCoordinate; varying vec2 textureCoordinate2; uniform sampler2D inputImageTexture; uniform sampler2D inputImageTexture2; void main() { gl_FragColor = mix(texture2D(inputImageTexture, textureCoordinate), texture2D(inputImageTexture2, textureCoordinate2), 0.3); }
    varying vec2 textureCoordinate, leftTextureCoordinate, rightTextureCoordinate, topTextureCoordinate, bottomTextureCoordinate; uniform sampler2D inputImageTexture; void main() { gl_FragColor = texture2D(inputImageTexture, leftTextureCoordinate) * 0.3 + texture2D(inputImageTexture, rightTextureCoordinate) * 0.2 + texture2D(inputImageTexture, topTextureCoordinate) * 0.4 - texture2D(inputImageTexture, bottomTextureCoordinate) * 0.1; }
    varying vec2 textureCoordinate, topLeftTextureCoordinate, topRightTextureCoordinate, bottomLeftTextureCoordinate, bottomRightTextureCoordinate; uniform sampler2D inputImageTexture; void main() { gl_FragColor = texture2D(inputImageTexture, topLeftTextureCoordinate) * 0.3 + texture2D(inputImageTexture, topRightTextureCoordinate) * 0.2 + texture2D(inputImageTexture, bottomLeftTextureCoordinate) * 0.4 - texture2D(inputImageTexture, bottomRightTextureCoordinate) * 0.1; }
    varying vec2 upperLeftInputTextureCoordinate, upperRightInputTextureCoordinate, lowerLeftInputTextureCoordinate, lowerRightInputTextureCoordinate, inputTextureCoordinate, centerTextureCoordinate, outputTextureCoordinate; void main() { gl_FragColor = vec4((upperLeftInputTextureCoordinate - inputTextureCoordinate).x * 9.0 + 0.5, (upperRightInputTextureCoordinate - centerTextureCoordinate).y * 3.0 + 0.5, (lowerLeftInputTextureCoordinate - outputTextureCoordinate).x * 9.0 + 0.5, (lowerRightInputTextureCoordinate - inputTextureCoordinate).y * 3.0 + 0.5); }
    varying vec2 textureCoordinate, pointATextureCoordinate, pointBTextureCoordinate, pointCTextureCoordinate, pointDTextureCoordinate; void main() { vec2 a = pointATextureCoordinate - textureCoordinate, b = pointBTextureCoordinate - textureCoordinate, c = pointCTextureCoordinate - textureCoordinate, d = pointDTextureCoordinate - textureCoordinate; gl_FragColor = vec4(a.x + 2.0 * a.y, b.x + 2.0 * b.y, c.x + 2.0 * c.y, d.x + 2.0 * d.y) * 0.7 + 0.5; }
    varying vec2 textureCoordinate, pointETextureCoordinate, pointFTextureCoordinate, pointGTextureCoordinate, pointHTextureCoordinate; void main() { vec2 a = pointETextureCoordinate - textureCoordinate, b = pointFTextureCoordinate - textureCoordinate, c = pointGTextureCoordinate - textureCoordinate, d = pointHTextureCoordinate - textureCoordinate; gl_FragColor = vec4(a.x + 2.0 * a.y, b.x + 2.0 * b.y, c.x + 2.0 * c.y, d.x + 2.0 * d.y) * 0.7 + 0.5; }
    varying vec2 uv; varying vec2 v_pos; varying vec2 st; varying vec2 p; varying vec2 what; varying vec3 vUv3; varying vec4 vCoord; varying float f; void main() { gl_FragColor = vec4(uv.x + v_pos.y, st.x * p.y, what.x + f + vUv3.z, vCoord.w * 0.4 + vCoord.z); }
    uniform float texelWidth, texelHeight, texelWidthOffset, texelHeightOffset; varying vec2 textureCoordinate; void main() { gl_FragColor = vec4(texelWidth * 9.0, texelHeight * 4.0, texelWidthOffset * 20.0, texelHeightOffset * 3.0); }
    uniform float imageWidthFactor, imageHeightFactor, aspectRatio; uniform vec2 imageSize; varying vec2 textureCoordinate; void main() { gl_FragColor = vec4(imageWidthFactor * 9.0 + imageHeightFactor, aspectRatio, imageSize / 300.0); }
    uniform vec2 u_resolution; uniform float u_time; void main() { gl_FragColor = vec4(gl_FragCoord.xy / u_resolution, u_time * 0.3, 1.0); }
    uniform vec3 resolution; uniform float time, aspect; uniform vec2 mouse; void main() { gl_FragColor = vec4(gl_FragCoord.xy / resolution.xy, time * 0.3 + mouse.x, resolution.z * aspect * 0.1); }
    uniform vec4 uResolution; uniform float uTime, u_delta, u_progress, u_ratio; uniform int u_frame; uniform vec4 uMouse; void main() { gl_FragColor = vec4(gl_FragCoord.xy / uResolution.xy, uTime * 0.1 + u_delta + u_progress * 0.3, u_ratio * 0.1 + float(u_frame) * 0.1 + uMouse.w + uResolution.w * 0.2); }
    uniform vec2 iResolution; uniform float iTime, iGlobalTime, iTimeDelta; uniform float iFrame; uniform vec4 iDate, iMouse; void main() { gl_FragColor = vec4(iTime * 0.1, iGlobalTime * 0.2 + iTimeDelta, iFrame * 0.1 + iDate.x / 3000.0, iDate.w * 0.1 + iDate.z * 0.2 + iMouse.x + iDate.y) + iResolution.x * 0.001; }
    uniform vec2 u_resolution; uniform vec4 u_date; uniform vec2 u_mouse, texelSize, u_texelSize, uTexelSize; uniform vec4 uInputSize; void main() { gl_FragColor = vec4(u_date.x / 4000.0 + u_mouse.x, texelSize.x * 9.0, u_texelSize.y * 4.0 + uTexelSize.x, uInputSize.x * 0.002 + uInputSize.w); }
    void main() { gl_FragColor = gl_FragCoord / 130.0; }
    varying vec2 texCoords; void main() { gl_FragColor = gl_FragCoord / 130.0 + vec4(texCoords, 0, 0); }
    varying vec2 textureCoordinate; uniform vec2 resolution; void main() { gl_FragColor = vec4(gl_FragCoord.xy / resolution, textureCoordinate); }
    uniform sampler2D inputImageTexture; uniform vec2 resolution; void main() { gl_FragColor = texture2D(inputImageTexture, gl_FragCoord.xy / resolution); }
    uniform vec2 screenResolution; varying vec2 vUv; void main() { gl_FragColor = vec4(vUv, screenResolution); }
    varying vec2 vTextureCoord; uniform sampler2D map; void main() { gl_FragColor = texture2D(map, vTextureCoord); }
    varying vec2 texCoord, other; uniform sampler2D texture; void main() { gl_FragColor = texture2D(texture, texCoord); }
    void main() { gl_FragColor = vec4(0.3); } /*{"INPUTS": []}*/
    /* Not it. */ /*{"INPUTS": []}*/ void main() { gl_FragColor = vec4(0.3); }
    /*{"INPUTS": [{"NAME": "other", "TYPE": "image"}, {"NAME": "inputImage", "TYPE": "image"}]}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(inputImage) + IMG_THIS_PIXEL(other) * 0.2; }
    uniform sampler2D u_tex0; uniform vec2 u_resolution; void main() { gl_FragColor = texture2D(u_tex0, gl_FragCoord.xy / u_resolution); }
    uniform sampler2D a; uniform sampler2D b; varying vec2 vUv; void main() { gl_FragColor = texture2D(a, vUv) * 0.3 + texture2D(b, vUv * 0.5); }
    varying vec2 vTextureCoord; uniform sampler2D uSampler; uniform vec4 inputSize, inputPixel, inputClamp, outputFrame; void main() { gl_FragColor = texture2D(uSampler, vTextureCoord) * 0.2 + vec4(inputSize.x * 0.002, inputPixel.w, inputClamp.z * 0.3, outputFrame.z * 0.002); }
    in vec2 vTextureCoord; out vec4 finalColor; uniform sampler2D uTexture; uniform vec4 uInputSize, uInputPixel, uInputClamp, uOutputFrame, uOutputTexture; uniform float uTime, time; void main() { finalColor = texture(uTexture, vTextureCoord) * 0.2 + vec4(uInputSize.y * 0.01, uInputPixel.z * 4.0, uInputClamp.x * 9.0 + uInputClamp.y, uOutputFrame.w * 0.01) + uOutputTexture * 0.001 + uTime * 0.1 + time * 0.01; }
    varying vec2 vTextureCoord; uniform sampler2D uSampler; uniform vec4 filterArea, filterClamp; uniform vec2 dimensions, uDimensions, uTexelSize; void main() { gl_FragColor = vec4(filterArea.xy * 0.002, filterClamp.w * 0.4, dimensions.x * 0.001 + uDimensions.y * 0.01 + uTexelSize.x); }
    varying vec2 texCoord; uniform sampler2D texture; uniform vec2 texSize; uniform float amount; /* = 0.3 */ void main() { gl_FragColor = texture2D(texture, texCoord) * amount + vec4(texSize * 0.002, gl_FragCoord.y * 0.01, 0.2); }
    varying vec2 texCoord; uniform sampler2D texture0; void main() { gl_FragColor = texture2D(texture0, texCoord); }
    void mainImage(out vec4 c, in vec2 p) { c = vec4(p / iResolution.xy, iTime * 0.3, 0.3); }
    void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / iResolution.xy); }
    void mainImage(out vec4 c, in vec2 p) { c = vec4(iChannelResolution[0].xy * 0.004, iChannelResolution[1].z * 0.3, iChannelTime[2]); }
    void mainImage(out vec4 c, in vec2 p) { c = vec4(iSampleRate / 1e5, iFrameRate * 0.01, float(iFrame) * 0.1 + iTimeDelta, iMouse.x) + iDate.wzyx * vec4(0.1, 0.1, 0.1, 0.0) + iGlobalTime * 0.01; }
    void mainImage(out vec4 c, vec2 p) { c = texture(iChannel0, p / iResolution.xy) * 0.5 + texture(iChannel3, p / iResolution.yx) * 0.4; }
    void mainImage(out vec4 c, vec2 p) { c.rg = p / 130.0; c.b += 0.2; }
    /*{"DESCRIPTION": "Does it.", "CREDIT": "Somebody", "ISFVSN": "2", "CATEGORIES": ["x"], "INPUTS": [{"NAME": "inputImage", "TYPE": "image"}, {"NAME": "level", "TYPE": "float", "MIN": 0.0, "MAX": 2.0, "DEFAULT": 0.5, "LABEL": "How much"}]}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(inputImage) * level; }
    /*{"INPUTS": [{"NAME": "a", "TYPE": "float"}, {"NAME": "b", "TYPE": "float", "MIN": -1, "MAX": 3}, {"NAME": "c", "TYPE": "float", "MIN": 0.25}, {"NAME": "d", "TYPE": "float", "MAX": 0.25}, {"NAME": "e", "TYPE": "float", "DEFAULT": 5, "MIN": 0, "MAX": 1}, {"NAME": "f", "TYPE": "float", "MIN": 1, "MAX": 1}, {"NAME": "g", "TYPE": "float", "DEFAULT": 1, "MIN": 0, "MAX": 1}, {"NAME": "h", "TYPE": "float", "DEFAULT": "0.5"}]}*/ void main() { gl_FragColor = vec4(a + b * 0.1, c + d, e * 0.1 + f * 0.1, g * 0.2 + h); }
    /*{"INPUTS": [{"NAME": "a", "TYPE": "bool"}, {"NAME": "b", "TYPE": "bool", "DEFAULT": true}, {"NAME": "c", "TYPE": "event", "DEFAULT": 1}, {"NAME": "d", "TYPE": "long"}, {"NAME": "e", "TYPE": "long", "DEFAULT": 3.7, "VALUES": [1, 2, 3], "LABELS": ["x", "y", "z"]}, {"NAME": "f", "TYPE": "point2D"}, {"NAME": "g", "TYPE": "point2D", "DEFAULT": [0.25, 0.5]}, {"NAME": "h", "TYPE": "color"}, {"NAME": "i", "TYPE": "color", "DEFAULT": [0.1, 0.2, 0.3, 0.4], "LABEL": "Paint"}, {"NAME": "j", "TYPE": "color", "DEFAULT": [0.5]}]}*/ void main() { gl_FragColor = vec4(a ? 0.1 : 0.2, b ? 0.3 : 0.4, float(d + e) * 0.1, c ? 0.5 : 0.6) * 0.5 + vec4(f, g) * 0.2 + (h + i + j) * 0.1; }
    /*{"INPUTS": [{"NAME": "a", "TYPE": "audio"}, {"NAME": "b", "TYPE": "audioFFT"}, {"NAME": "c", "TYPE": "image"}, {"NAME": "d", "TYPE": "image"},]}*/ void main() { gl_FragColor = IMG_NORM_PIXEL(a, vec2(0.5)) + IMG_THIS_NORM_PIXEL(b) + IMG_NORM_THIS_PIXEL(c) * 0.5 + IMG_PIXEL(d, vec2(3.0, 4.0)) * 0.2 + vec4(IMG_SIZE(c) * 0.001, 0.0, 0.0); }
    /*{"INPUTS": [{"NAME": "startImage", "TYPE": "image"}, {"NAME": "endImage", "TYPE": "image"}, {"NAME": "progress", "TYPE": "float"}]}*/ void main() { gl_FragColor = mix(IMG_THIS_PIXEL(startImage), IMG_THIS_PIXEL(endImage), progress); }
    /*{"INPUTS": [{"NAME": "endImage", "TYPE": "image"}, {"NAME": "startImage", "TYPE": "image"}]}*/ void main() { gl_FragColor = mix(IMG_THIS_PIXEL(startImage), IMG_THIS_PIXEL(endImage), isf_FragNormCoord.x * progress); }
    /*{"INPUTS": [{"NAME": "startImage", "TYPE": "image"}]}*/ void main() { gl_FragColor = vec4(RENDERSIZE / 300.0, TIME * 0.2 + TIMEDELTA, float(PASSINDEX) + float(FRAMEINDEX) * 0.1) + DATE * 0.0001; }
    /*{"INPUTS": [{"NAME": "inputImage", "TYPE": "image"}, {"NAME": "q", "TYPE": "float", "DEFAULT": 2}], "PASSES": [{"TARGET": "small", "WIDTH": "$WIDTH / $q", "HEIGHT": "max($HEIGHT / 4.0, 1.0)"}, {"TARGET": "own", "WIDTH": 5, "HEIGHT": "7"}, {}]}*/ void main() { if (PASSINDEX == 0) gl_FragColor = IMG_THIS_PIXEL(inputImage); else if (PASSINDEX == 1) gl_FragColor = vec4(RENDERSIZE / 9.0, isf_FragNormCoord); else gl_FragColor = IMG_THIS_PIXEL(small) * 0.5 + IMG_THIS_PIXEL(own) * 0.5; }
    /*{"INPUTS": [], "PASSES": [{"TARGET": "a", "FLOAT": true, "WIDTH": 1000, "HEIGHT": 0}, {"TARGET": "b", "PERSISTENT": true}]}*/ void main() { gl_FragColor = PASSINDEX == 0 ? vec4(RENDERSIZE / 2000.0, isf_FragNormCoord.x, 1.0) : IMG_THIS_PIXEL(a) + IMG_THIS_PIXEL(b) + 0.1; }
    /*{"INPUTS": [], "PERSISTENT_BUFFERS": ["b"], "PASSES": [{"TARGET": "a"}, {"TARGET": "b", "FLOAT": 1}]}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(b) + vec4(vv_FragNormCoord, 0.1, 1.0); }
    /*{"INPUTS": [], "PERSISTENT_BUFFERS": {"b": {"WIDTH": 3}}, "PASSES": [{"TARGET": "b"}]}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(b) * 0.5 + 0.25; }
    /*{"INPUTS": [{"NAME": "a", "TYPE": "image"}], "IMPORTED": {"z": {"PATH": "z.png"}, "y": {"PATH": "y.png"}, "x": {"NO": "x"}}}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(z) * 0.5 + IMG_THIS_PIXEL(y) + _a_imgRect * 0.1 + vec4(_a_imgSize * 0.001, _a_flip, 0); }
    /*{"INPUTS": [], "IMPORTED": [{"NAME": "z", "PATH": "z.png"}, {"PATH": "q.png"}]}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(z); }
    // Author: A. Person¶// License: MIT¶// Source: a book¶// Example: a=0.3¶// Does one thing.¶// And another.¶uniform float a; // = 0.5 in 0…1 of it: How much.¶vec4 effect(vec4 color) { return color * a; }
    // author: x¶// LICENCE: y¶//¶// A thing: with a colon.¶// 1 + 2: math¶vec4 effect(vec4 color) { return color; }
    /*¶ * Author: x¶ * Author: y¶ * Says it.¶ */¶¶// Not this.¶// License: MIT¶vec4 effect(vec4 color) { return color; }
    // ----¶// Source:¶/* Sentence. */ // Another.¶vec4 effect(vec4 color) { return color; }
    vec4 effect(vec4 color) { return color; }¶// Behind.
    uniform float a; // = 0.5¶uniform float b; // = 0.5 in 0…1¶uniform float c; // = 0.5 in 0...1 seconds¶uniform float d; // = 0.5 in 0…1 seconds: For how long.¶uniform float e; // : Only words.¶uniform float f; // = 0.5 nothing¶uniform float g; // = -0.5 in -1…-0.25: Below.¶uniform float h; // = 0.25 + 0.5 in 0…1¶uniform float i; // == 3¶uniform float j; // words = 3¶vec4 effect(vec4 color) { return color * (a + b + c + d + e + f + g + h + i + j); }
    uniform vec2 a; // = vec2(0.1, 0.2) in 0…1: Two.¶uniform vec3 b; // = vec3(0.5)¶uniform vec4 c; // = 0.25¶uniform int d; // = 3 in 0…9 times: So often.¶uniform uint e; // = 3¶uniform ivec2 f; // = ivec2(1, -2) in -5…5¶uniform bool g; // = true¶uniform bvec2 h; // = bvec2(true, false)¶uniform mat2 i; // = mat2(1.0)¶uniform float j[3]; // = float[3](1.0, 2.0, 3.0): Three.¶uniform vec2 l[2];¶uniform mat2x3 m; // = mat2x3(1, 2, 3, 4, 5, 6)¶vec4 effect(vec4 color) { return vec4(a, b.x, c.y) * float(d) * 0.1 + vec4(e, f, g) * 0.1 + vec4(h, i[0]) * 0.1 + vec4(j[1], l[1], m[1][2]) * 0.1; }
    uniform float a /* = 0.5 in 0…1: Inside. */, b /* = 0.25 */, c; // = 0.75: All others.¶vec4 effect(vec4 color) { return vec4(a, b, c, 1.0); }
    const float base = 0.25; uniform float a; // = base * 2.0¶uniform vec2 b; // = vec2(base, 1.0 - base).yx¶uniform float c; // = max(base, 0.1) + sin(0.0)¶uniform float d; // = base > 0.1 ? 0.3 : 0.6¶uniform float e; // = (base)¶uniform float f; // = mat2(1.0, 2.0, 3.0, 4.0)[1].x¶vec4 effect(vec4 color) { return vec4(a, b, c) + d * 0.1 + e * 0.1 + f * 0.1; }
    const int n = 3; const int m[n] = int[n](4, 5, 6); const float x = float(m[1]) / 10.0 + float(n << 2) * 0.01 + float(7 / 2) + float(-7 % 4) + float(~5 & 6 | 8 ^ 3); uniform float a[n + m[0] - 5]; // = float[2](x, 1.0)¶vec4 effect(vec4 color) { return vec4(a[1], x * 0.1, a.length(), 1.0) * 0.2; }
    const bool t = true && !false || false; const float a = t ? 0.25 : 0.75; const vec3 b = vec3(a, vec2(0.5)).zyx; const mat2 m = mat2(2.0) * mat2(1, 2, 3, 4); const float v[2] = float[](m[1][0], b.z); struct S { int i; float f; }; const S s = S(2, 0.3); const bool e = s == S(2, 0.3) && b != vec3(1) && 1u < 2u && 3 >= 3 && 2.0 <= 1.0 != true; vec4 effect(vec4 color) { int q[s.i + int(v[0])]; return vec4(q.length(), s.f * 10.0, e ? 5 : 0, a * 10.0) * 0.1 + v[1] * 0.01; }
    struct Light { vec3 color; float power; }; struct Scene { Light lights[2]; float fog; }; uniform Scene scene; vec4 effect(vec4 color) { return vec4(scene.lights[1].color + scene.lights[0].power, scene.fog + 1.0); }
    uniform sampler2D mask; // : Where it is.¶uniform samplerCube sky;¶uniform sampler2D inputImage;¶vec4 effect(vec2 uv) { return texture2D(mask, uv) * 0.3 + texture(sky, vec3(uv, 0.3)) * 0.5; }
    uniform samplerCube sky; uniform float side; vec4 effect(vec2 uv) { vec3 d = vec3(uv * 2.0 - 1.0, 1.0); return vec4(textureCube(sky, d).r, textureCube(sky, -d).r, textureCube(sky, d.zxy).g, textureCube(sky, -d.zxy).g); }
    uniform samplerCube sky; varying vec2 vUv; void main() { vec3 d = vec3(vUv * 2.0 - 1.0, 1.0); gl_FragColor = vec4(texture(sky, d.yzx).r, texture(sky, -d.yzx, 1.0).r, textureLod(sky, d, 2.0).g, vec2(textureSize(sky, 0)) / 40.0); }
    varying vec2 vUv; uniform sampler2D map; void main() { gl_FragColor = textureLod(map, vUv, 1.0); }
    varying vec2 vUv; uniform sampler2D map; void main() { gl_FragColor = textureLod(map, vUv, 1.5); }
    varying vec2 vUv; uniform sampler2D map; void main() { gl_FragColor = texture2DLod(map, vUv, vUv.x * 7.0 - 1.0); }
    varying vec2 vUv; uniform sampler2D map; void main() { gl_FragColor = texture2DLodEXT(map, vUv * 2.0, 0.0) * 0.5 + textureLod(map, vUv, 0.25) * 0.5; }
    varying vec2 vUv; uniform sampler2D map; uniform vec2 resolution; void main() { gl_FragColor = textureLod(map, gl_FragCoord.xy / resolution, vUv.y * 6.0); }
    varying vec2 vUv; uniform sampler2D map; void main() { gl_FragColor = textureGrad(map, vUv, vec2(0.05, 0.02), vec2(0.0, 0.1)); }
    varying vec2 vUv; uniform sampler2D map; void main() { gl_FragColor = texture2DGradEXT(map, vUv, vec2(0.2, 0.0), vec2(0.0, 0.01)) * 0.5 + texture2DGradARB(map, vUv, vec2(0.001), vec2(0.001, 0.2)) * 0.5; }
    varying vec2 vUv; uniform sampler2D map; void main() { gl_FragColor = textureOffset(map, vUv, ivec2(2, -1)) * 0.5 + textureLodOffset(map, vUv, 1.0, ivec2(-1, 2)) * 0.5; }
    varying vec2 vUv; uniform sampler2D map; void main() { gl_FragColor = textureProj(map, vec3(vUv, 0.7)) * 0.5 + textureProj(map, vec4(vUv, 9.0, 1.5), 1.0) * 0.3 + texture2DProj(map, vec4(vUv, 9.0, 2.0)) * 0.2; }
    varying vec2 vUv; uniform sampler2D map; void main() { gl_FragColor = texelFetch(map, ivec2(vUv * 50.0) - 4, 0); }
    varying vec2 vUv; uniform sampler2D map; void main() { ivec2 s = textureSize(map, 0); gl_FragColor = texelFetch(map, s - 1 - ivec2(vUv * vec2(s)), 0) * 0.5 + vec4(s, s) * 0.002; }
    varying vec2 vUv; uniform sampler2D map; void main() { gl_FragColor = texture2D(map, vUv + vec2(0.3, -0.4)) * 0.5 + texture2D(map, vec2(-1.0, 2.0)) * 0.5; }
    varying vec2 vUv; uniform sampler2D map; vec4 read(sampler2D s, vec2 p) { return texture2D(s, p.yx); } void main() { gl_FragColor = read(map, vUv); }
    varying vec2 vUv; void main() { gl_FragColor = vec4(dFdx(vUv.x * vUv.y) * 9.0, dFdy(vUv.x * vUv.y) * 9.0, fwidth(vUv.x * vUv.y) * 9.0, 1.0); }
    #version 300 es¶precision highp float; in vec2 vUv; layout(location = 0) out vec4 color; uniform sampler2D map; void main() { color = texture(map, vUv); }
    #define A(x, y) x * y¶#define B A(0.5, 0.6)¶#define C(x) x##1¶#if defined(A) && !defined(D) && __VERSION__ == 100 && GL_ES && (1 + 2 * 3 - 4 / 2 % 3 == 5)¶#define E 0.3¶#elif 1¶#define E 0.4¶#else¶#define E 0.5¶#endif¶vec4 effect(vec4 color) { float v1 = B; return vec4(C(v), E, A(v1, v1), 1.0); }
    #define A 1¶#undef A¶#ifdef A¶#define X 0.1¶#else¶#define X 0.2¶#endif¶#ifndef A¶#define Y 0.3¶#else¶#define Y 0.4¶#endif¶#if 0¶#if 1¶#define Z 0.5¶#endif¶#elif 1 << 3 >> 2 == 2 && (5 & 6 | 1 ^ 3) == 6 && 2 > 1 && 1 >= 1 && 1 < 2 && 1 <= 1 && 1 != 2 && ~0 == -1 && +1 == 1 && (0 || 1) && (1 ^^ 0)¶#define Z 0.6¶#endif¶vec4 effect(vec4 color) { return vec4(X, Y, Z, 1.0); }
    #line 40¶float a = float(__LINE__);¶#line 10 3¶float b = float(__LINE__), c = float(__FILE__);¶vec4 effect(vec4 color) { return vec4(a, b, c * 10.0, float(__LINE__)) * 0.01; }
    #version 330¶#line 40¶float a = float(__LINE__);¶vec4 effect(vec4 color) { return vec4(a, float(__LINE__), float(__VERSION__) * 0.1, 20.0) * 0.01; }
    #version 320 es¶#line 5 2¶float a = float(__LINE__);¶vec4 effect(vec4 color) { return vec4(a, float(__LINE__), float(__FILE__) * 10.0, 20.0) * 0.05; }
    """#

  /// Vertex shaders, each after its fragment shader and ⊕.
  static let vertices = #"""
    varying vec2 v; void main() { gl_FragColor = vec4(v, 0, 1); } ⊕ attribute vec4 position; attribute vec4 inputTextureCoordinate; varying vec2 v; void main() { gl_Position = position; v = inputTextureCoordinate.xy; }
    varying vec2 v; uniform float k; void main() { gl_FragColor = vec4(v, k, 1); } ⊕ attribute vec4 position; uniform float k; varying vec2 v; void main() { gl_Position = position; v = position.xy * 0.3 + k + 0.5; }
    varying vec2 v; void main() { gl_FragColor = vec4(v, 0, 1); } ⊕ attribute vec2 uv; varying vec2 v; void main() { v = vec2(uv.x * uv.y, uv.x * 0.5); }
    varying vec4 v; varying float w; void main() { gl_FragColor = v * w; } ⊕ attribute vec4 aPosition; attribute vec3 aTex; varying vec4 v; varying float w; float half_(float x) { return x * 0.5; } void main() { if (aTex.x > 0.5) { w = 0.8; return; } w = 0.4; v = vec4(aTex, half_(aPosition.w)) + aPosition * 0.2; }
    varying vec2 v[2]; varying mat2 m; void main() { gl_FragColor = vec4(v[1], m[0] * v[0]); } ⊕ attribute vec2 coord; varying vec2 v[2]; varying mat2 m; void main() { v[0] = coord; v[1] = 1.0 - coord; m = mat2(coord, 0.3, 0.7); }
    varying vec2 v; void main() { gl_FragColor = vec4(v, 0, 1); } ⊕ float s = 0.25; const float t = 0.5; attribute vec2 coord; varying vec2 v; void main() { v = coord * t + s; }
    varying vec2 v; void main() { gl_FragColor = vec4(v, 0, 1); } ⊕ varying vec2 w; void main() { w = vec2(1); }
    varying vec2 v; void main() { gl_FragColor = vec4(v, 0, 1); } ⊕ varying vec3 v; void main() { v = vec3(1); }
    varying vec2 v; uniform float k; void main() { gl_FragColor = vec4(v, k, 1); } ⊕ uniform vec2 k; varying vec2 v; void main() { v = k; }
    varying vec2 v; void main() { gl_FragColor = vec4(v, 0, 1); } ⊕ attribute mat2 a; attribute float b; varying vec2 v; void main() { v = a[0]; }
    varying vec2 v; void main() { gl_FragColor = vec4(v, 0, 1); } ⊕ varying vec2 v; void other() { v = vec2(1); }
    varying vec2 v; void main() { gl_FragColor = vec4(v, 0, 1); } ⊕ varying vec2 v; void f(); void main() { x; f(); }
    varying vec2 v; void main() { gl_FragColor = vec4(v, 0, 1); } ⊕ in vec2 coord; out vec2 v; uniform float scale; void main() { coord = v; v = coord * scale; gl_FragColor = vec4(1); }
    varying vec2 v; void f() { } void main() { gl_FragColor = vec4(v, 0, 1); f(); } ⊕ varying vec2 v; void f() { v = vec2(0.3); } void main() { f(); }
    /*{"INPUTS": [{"NAME": "inputImage", "TYPE": "image"}]}*/ varying vec2 left; void main() { gl_FragColor = IMG_NORM_PIXEL(inputImage, left); } ⊕ varying vec2 left; void main() { isf_vertShaderInit(); left = isf_FragNormCoord - vec2(1.0 / RENDERSIZE.x, 0.0); }
    /*{"INPUTS": []}*/ varying vec2 q; void main() { gl_FragColor = vec4(q, isf_FragNormCoord); } ⊕ varying vec2 q; void main() { vv_vertShaderInit(); q = vv_FragNormCoord * 0.5; }
    varying vec2 vTextureCoord, q; uniform sampler2D uSampler; void main() { gl_FragColor = texture2D(uSampler, vTextureCoord) * 0.5 + vec4(q, 0, 0); } ⊕ attribute vec2 aVertexPosition; varying vec2 vTextureCoord, q; uniform vec4 inputSize; void main() { vTextureCoord = aVertexPosition; q = aVertexPosition * inputSize.xy / 200.0; }
    """#

  /// Settings of parameters: a uniform with its comment, then texts for it, each after ⊕.
  static let settings = #"""
    uniform float u; ⊕ 0.5 ⊕ -3 ⊕ 1e3 ⊕ nan ⊕ inf ⊕ x ⊕  ⊕ 1,2 ⊕ white ⊕ true
    uniform float u; // = 0.5 in 0…1 ⊕ 0 ⊕ 1 ⊕ -0.001 ⊕ 1.001 ⊕ 0.5
    uniform int u; ⊕ 3 ⊕ -3 ⊕ 2147483647 ⊕ 2147483648 ⊕ 1.5 ⊕ x
    uniform int u; // = 2 in 1…3 ⊕ 0 ⊕ 1 ⊕ 3 ⊕ 4
    uniform uint u; ⊕ 3 ⊕ -3 ⊕ 4294967295 ⊕ 4294967296
    uniform uint u; // = 2 in 1…3 ⊕ 0 ⊕ 1 ⊕ 3 ⊕ 4
    uniform bool u; ⊕ true ⊕ false ⊕ 1 ⊕ 0 ⊕ yes
    uniform bvec2 u; ⊕ true,false ⊕ true ⊕ 1,0
    uniform vec2 u; // = vec2(0.5) in 0…1 ⊕ 0.5,1 ⊕ 0.5 ⊕ 0,2 ⊕ 1,2,3 ⊕ red ⊕ 1, 1
    uniform vec3 u; ⊕ 0.5,1,2 ⊕ red ⊕ #336699 ⊕ #33669980 ⊕ 1,2
    uniform vec4 u; ⊕ 0.5,1,2,3 ⊕ red ⊕ #33669980 ⊕ 1,2,3
    uniform ivec2 u; ⊕ 1,-2 ⊕ 1.5,2
    uniform ivec3 u; ⊕ red ⊕ 1,2,3
    uniform mat2 u; ⊕ 1,2,3,4 ⊕ 1,2,3 ⊕ red
    uniform float u[3]; ⊕ 1,2,3 ⊕ 1,2 ⊕ red
    uniform vec2 u[2]; ⊕ 1,2,3,4 ⊕ red ⊕ 1
    uniform sampler2D u; ⊕ 1 ⊕ red
    """#
}
