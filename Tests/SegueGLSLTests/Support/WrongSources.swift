/// Sources with errors or warnings, one per line; ¶ stands for a line break.
enum WrongSources {
  /// Bodies of `void main()`.
  static let bodies = #"""
    x
    x;
    int;
    int 1;
    int a
    int a =;
    int a = 1 2;
    int a, ;
    int a[;
    int a[2;
    int a[-1];
    int a[4097];
    int a[4096]; a[0] = 1;
    int a[1.0];
    int a[true];
    int n = 3; int a[n];
    const int n = 3; int a[n]; a[2] = 1; a[3] = 1;
    int a[];
    int a[] = int[](1, 2, 3); a[3] = 1;
    int a[2] = int[2](1, 2, 3);
    int a[2] = int[3](1, 2, 3);
    int a[] = int[]();
    float a[2] = float[](1, true);
    float a[2][3]; a[2][0] = 1.0;
    float a[2][3]; a[1][3] = 1.0;
    float a[2][] = float[2][](float[3](1., 2., 3.), float[3](1., 2., 3.)); a[1][3] = 1.0;
    float[2] a[3]; a[3];
    float[2] a[3]; a[2][2];
    float a[128][129];
    float a[128][128]; a[127][127] = 1.0;
    vec4 a[4096], b[4096], c[4096], d[4096], e[4096];
    void a;
    sampler2D s;
    sampler2D a[2];
    void a[2];
    flaot a;
    vec5 a;
    double a;
    dvec2 a;
    sampler3D a;
    samplerExternalOES a;
    isampler2D a;
    image2D a;
    uniform float a;
    varying vec2 a;
    in float a;
    out float a;
    inout float a;
    const float a;
    const float a = 1.0; a++;
    const float a = 1.0; ++a;
    const float a = 1.0; a.x = 1.0;
    const vec2 a = vec2(1.0); a.x = 2.0;
    float x = 1.0; const float a = x;
    const float a = sin(1.0) + gl_FragCoord.x;
    const vec2 a = gl_FragCoord.xy;
    float x; const float a = (x, 1.0);
    float x; const float a = x++;
    float x; const float a = (x = 1.0);
    float x; const float a = (x += 1.0);
    float x[2]; const float a = x[1];
    const float a[2] = float[](1.0, 2.0); int i = 1; const float b = a[i];
    float x; const vec2 a = vec2(x, 1.0);
    bool x; const bool a = !x;
    bool x; const bool a = true && x;
    bool x; const bool a = x || true;
    bool x; const float a = x ? 1.0 : 2.0;
    float x; const float a = true ? x : 2.0;
    float x; const mat2 a = mat2(x);
    mat2 x; const mat3 a = mat3(x);
    int x; const float a = float(x);
    int a; int a;
    int a; { int a; } float a;
    for (int i = 0; i < 3; i++) { int i = 2; } i;
    { int q; } q;
    if (true) int q; q;
    int a = 1.0;
    int a = true;
    int a = 1u;
    uint a = -1;
    uint a = 1.0;
    float a = true;
    bool a = 1;
    bool a = 1.0;
    vec2 a = 1.0;
    vec2 a = vec3(1.0);
    vec2 a = ivec2(1); ivec2 b = vec2(1.0);
    uvec2 a = ivec2(1); ivec2 b = uvec2(1u);
    bvec2 a = ivec2(1);
    mat2 a = 1.0;
    mat2 a = mat3(1.0);
    mat2 a = mat2(1, 2, 3);
    mat2 a = mat2(1, 2, 3, 4, 5);
    mat2 a = mat2(vec2(1), vec3(2));
    mat2 a = mat2(mat2(1), 1);
    mat3 a = mat3(mat2(1), vec4(1), 1);
    mat2 a = mat2();
    mat2 a = mat2(float[2](1., 2.));
    float a = float();
    float a = float(1, 2);
    float a = float(float[2](1., 2.));
    int a = int(1, 2, 3);
    bool a = bool();
    vec2 a = vec2();
    vec2 a = vec2(1.0, vec2(2.0)); vec2 b = vec2(vec2(1.0), 2.0);
    vec3 a = vec3(1.0, 2.0);
    vec3 a = vec3(vec2(1.0));
    vec3 a = vec3(1.0, 2.0, 3.0, 4.0);
    vec3 a = vec3(vec4(1.0)); vec4 b = vec4(vec3(1.0));
    ivec2 a = ivec2(mat2(1.0));
    vec4 a = vec4(mat2(1.0)); vec3 b = vec3(mat2(1.0));
    vec4 a = vec4(vec2(1.0), float[2](1., 2.));
    void(1);
    sampler2D(1);
    vec2 a = vec2;
    vec2 a = vec2[2];
    float a = 1.0; a();
    float a = 1.0; a(1);
    gl_FragCoord();
    foo();
    clmap(1.0, 0.0, 1.0);
    vec22(1.0);
    mod(1.0);
    mod(1.0, 2.0, 3.0);
    mod(vec2(1), vec3(2));
    mod(true, 2.0);
    clamp(1.0, vec2(0), vec2(1));
    clamp(vec3(1), vec2(0), vec2(1));
    clamp(1, 2u, 3.0); clamp(1, 2, 3u);
    clamp(true, false, true);
    min(1, 2u); min(1u, 2.0); min(vec2(1), 1); min(ivec2(1), 1.0);
    min(ivec2(1), uvec2(1)); min(1, uvec2(1));
    mix(1.0, 2.0, true); mix(vec2(1), vec2(2), bvec2(true)); mix(vec2(1), vec2(2), true);
    mix(1, 2, true);
    step(vec2(1), 1.0); step(1.0, vec2(1));
    smoothstep(vec2(1), 1.0, vec2(1));
    dot(1.0, vec2(1)); dot(vec3(1), vec2(1));
    dot(ivec2(1), ivec2(1));
    cross(vec2(1), vec2(1)); cross(vec4(1), vec4(1));
    refract(vec2(1), vec2(1), vec2(1));
    lessThan(1.0, 2.0); lessThan(vec2(1), 1.0); lessThan(vec2(1), ivec2(1)); lessThan(bvec2(true), bvec2(true));
    equal(bvec2(true), bvec2(false)); equal(true, false);
    any(true); any(vec2(1)); all(ivec2(1)); not(true); not(bvec2(true));
    transpose(1.0); inverse(mat2x3(1)); determinant(mat3x2(1)); matrixCompMult(mat2(1), mat3(1));
    outerProduct(1.0, 2.0); outerProduct(vec2(1), vec2(1)).foo;
    modf(1.0); float i; modf(1.0, i, 2.0); modf(mat2(1), i);
    modf(1.0, 2.0);
    float i; modf(vec2(1), i);
    vec2 i; modf(1.0, i);
    int i; modf(1.0, i);
    float i; modf(1, i); vec2 v = modf(1, i);
    texture2D(gl_FragCoord.xy); texture2D(1, vec2(1)); texture(1.0);
    isnan(1); isnan(ivec2(1)); vec2 a = isnan(vec2(1));
    floatBitsToInt(1u); intBitsToFloat(1.0); uintBitsToFloat(1);
    abs(1u); abs(true); sign(2u); floor(true); radians(true);
    atan(1.0, 2.0, 3.0); atan(vec2(1), 1.0);
    dFdx(true); dFdx(1); fwidth(mat2(1));
    getFromColor(vec2(1)); getToColor(vec2(1)); getColor(vec2(1));
    sin; sin = 1.0;
    sin(x, y); sin(x) + cos(y);
    float a = x + y; float b = z;
    float a = b; float c = a; float d = c + b;
    vec2 a; a.z; a.xyzw; a.xyxyx; a.foo; a.xr; a.rg; a.st; a.s; a.p; a.b;
    vec3 a; a.w; a.q; a.a; a.xyz; a.rgb.b; a.bgr.bg.r;
    vec4 a; a.xyzwx; a.length; a.length(); a.length(1);
    ivec2 a; a.x = 1.0; a.y = 1u; a.xy = ivec2(1); a.yy = ivec2(1);
    vec2 a; a.xy.x = 1.0; a.yx.xy = a; a.xy.xx = a; a.xy.z = 1.0;
    float a; a.x; a.xx; a[0]; a.length();
    mat2 a; a.x; a[2]; a[1][2]; a[1].z; a[-1]; a.length();
    mat2x3 a; a[1][2]; a[2]; a[1][3];
    mat3x2 a; a[2][1]; a[3]; a[2][2];
    vec2 a; a[2]; a[1]; a[-1]; a[1u]; a[2u]; a[1.0]; a[true];
    int a[3]; a[3]; a[2]; a[-1]; a.x; a.length(); a + a; -a; !a;
    int a[3], b[3], c[2]; a = b; a == b; a != c; a = c; a < b;
    int a[3]; a++; a += a; bool b = a == int[](1, 2, 3);
    1 = 2; 1++; --1; (1 + 2) = 3; -gl_FragColor = gl_FragColor;
    float a; a + 1.0 = 2.0; (a) = 1.0; a++ = 1.0; sin(a) = 1.0; (a, a) = 1.0; (true ? a : a) = 1.0;
    gl_FragCoord = vec4(1); gl_FragCoord.x++; gl_FragCoord.x += 1.0;
    gl_FragColor += 1; gl_FragColor *= mat4(1); gl_FragColor *= mat2(1); gl_FragColor = 1;
    gl_FragColor += vec2(1); gl_FragColor -= ivec4(1); gl_FragColor %= 2.0;
    float a; a += vec2(1); a *= mat2(1); a /= 2; a %= 2; a &= 1; a <<= 1; a = 1u;
    int a; a += 1.0; a += 1u; a %= 2; a &= 1u; a <<= 1u; a >>= 1.0; a *= vec2(1); a = 1 / 2;
    uint a; a += 1; a -= -1; a %= 2; a <<= 1; a |= 1.0; a ^= true;
    vec2 a; a *= mat2(1); a *= mat3(1); a += mat2(1); a /= 0; a *= 2; a <<= 1;
    mat2 a; a *= vec2(1); a *= 2.0; a += mat2(1); a *= mat2(1); a += 1; a -= true; a *= mat2x3(1);
    bool a; a += true; a = a && 1; a++; a = !a; a = -a; a = ~a; a = +a; a ^^ a; a ^^ 1;
    bvec2 a; !a; ~a; -a; a++; a && a; a == a; a < a; a.x && a.y; a + a; a & a;
    int a; ~a; !a; -a; +a; ~1u; ~1.0; ~ivec2(1); ~vec2(1); !1; !1.0;
    float a; -a; ~a; a % 2.0; a & 1; a << 1; a && true; a == 1; a < 1u; a < true; a == true;
    vec2 a; a < a; a <= a; a > a; a >= a; a == a; a != a; a == 1.0; a == ivec2(1); a == vec3(1); a && a;
    ivec2 a; a << 1; a << ivec2(1); a << uvec2(1); a << ivec3(1); 1 << a; a >> 1u; a << 1.0; a & 1; a & 1u; a | vec2(1); a ^ ivec3(1);
    ivec2 a; a % 2; a % 2u; a % ivec2(2); a % 2.0; 2.0 % a; a % ivec3(1); vec2(1) % vec2(1); 1 % true;
    mat2 a; a + a; a - mat3(1); a * a; a / a; a / 2.0; 2 / a; a + 1u; a * vec3(1); vec3(1) * a; a * ivec2(1); a == a; a < a; a * true; a % a; -a; a++; !a;
    mat2x3 a; a * vec2(1); a * vec3(1); vec3(1) * a; vec2(1) * a; a * mat2(1); a * mat3(1); mat3(1) * a; mat2(1) * a; a * a; a + a; a / a; a * mat3x2(1);
    vec2(1) + vec3(1); vec2(1) * vec4(1); vec2(1) - true; vec2(1) / ivec2(2); vec2(1) + 1u; 1.0 + vec2(1); ivec2(1) + 1u; ivec2(1) + uvec2(1); ivec2(1) * 1.5;
    true + 1; true + true; true < false; true == false; true != 1; true ? 1 : 2.0; 1 ? 1 : 2; true ? 1 : true; true ? vec2(1) : vec3(1); true ? 1 : 2u; true ? ivec2(1) : vec2(1);
    true ? 1; true ? : 2; true : 1;
    bvec2(true) ? 1 : 2;
    int[2](1, 2) == int[2](1, 3); int[2](1, 2) == int[](1, 2, 3); int[2](1, 2).length(); int[2](1, 2)[2];
    if (1) ; if (1.0) ; if (bvec2(true)) ; if (x) y; else z;
    if true ;
    if (true ;
    if () ;
    if (true) else ;
    if (int a = 1) ;
    else ;
    while (1) ; while (x) { y; }
    while true ;
    while (true { }
    while () { }
    while (bool b = true) break;
    while (bool b = 1) break; while (bool true) break;
    while (int b = 1) break; while (const bool b = true) break;
    do ; while (1); do x; while (true); do { } until (true);
    do { } while (true)
    do { } while true;
    do { int q; } while (q > 0);
    for (;;) ;
    for (int i = 0; 1; i++) ;
    for (int i = 0; i < 3; x) ;
    for (int i = 0; i < y; i++) z;
    for (int i = x; i < 3; i++) ;
    for (int i = 0, i < 3; i++) ;
    for (int i = 0; i < 3, i++) ;
    for (int i = 0; i < 3; i++ ;
    for int i = 0; i < 3; i++) ;
    for (int i = 0; bool b = i < 3; i++) b; for (int i = 0; int b = 3; i++) b;
    for (true; 1.0; ) ;
    break;
    continue;
    if (true) break; if (true) continue;
    switch (1) { case 1: continue; }
    for (;;) { switch (1) { case 1: continue; default: break; } break; }
    switch (1) { case 1: break; break; } break;
    for (;;) { break } break;
    switch (1.0) { } switch (true) { } switch (ivec2(1)) { } switch (x) { } switch (1u) { case 1: case 2u: break; }
    switch (1) { 1; } switch (1) { foo: } switch 1 { }
    switch (1) { case 1 break; } switch (1) { case: break; } switch (1) { default break; }
    switch (1) { case 1.0: case true: case ivec2(1): break; case vec2(1).x: break; }
    int n; switch (1) { case n: break; case 1 + 1: case 2: break; case 3 - 1: break; }
    switch (1) { default: default: break; case -1: case ~0: break; case 1u: case 1: break; }
    switch (1) { case 1: int q = 1; case 2: q; } q;
    switch (1) { case 1: int q; int q; }
    case 1: ;
    default: ;
    discard
    return 1; return; return x;
    return
    return return;
    precision highp float; precision float; precision highp; precision mediump vec2; precision highp int
    struct S { int a; }; S s; s.a; s.b; S(1); S(); S(1, 2); S(1.0); S(true); s == S(1); s < s; s + s; s.a = 1.0; s++;
    struct S { int alpha, beta; }; S s; s.alhpa; s.alpa; s.bta;
    struct { int a; } s; s.a; s.b; s = 1;
    struct S { }; S s;
    struct S { int a; float a; };
    struct S { void a; }; struct T { sampler2D a; };
    struct S { const int a; }; struct T { uniform int a; }; struct U { int a = 1; };
    struct S { x a; }; S s; s.a;
    struct S { int a[2], b; } s; s.a[2]; s.b[0]; s.a[1] = s.b;
    struct S { int a } s;
    struct S { int; } s;
    struct S int a; };
    struct S { int a; }
    struct S { int a; }; struct T { S s[2]; }; T t; t.s[1].a; t.s[2].a; t.s.a; T(S[2](S(1), S(2))); T(S(1));
    struct S { int a; }; float S; S s;
    S s; struct S { int a; };
    struct S { int a; }; S = 1; S; S + 1; S.a;
    ,;
    a,;
    (;
    );
    ();
    (1;
    1);
    1 + ;
    + ;
    1 ++ 2;
    1.0.x;
    vec2(1).;
    vec2(1).1;
    vec2(1).if;
    vec2(1).float;
    [1];
    1[0];
    vec2(1)[;
    vec2(1)[0;
    vec2(1)[];
    vec2(1 2);
    vec2(1, );
    vec2(, 1);
    vec2(void);
    sin(void);
    int if;
    int float;
    int asm; int goto; int filter; int sample; int input; int namespace; int using; int cast; int active;
    int gl_x; int a__b;
    float a = 1.0f; float b = 1.f; float c = 1e3; float d = 1e; float e = 1e+; float f = 1e-3f; float g = .5; float h = .; float i = 1..2;
    float a = 1.0ff; float b = 1.0x; float c = 1x; float d = 0x; float e = 0xg; float f = 0x1G; float g = 1.0e5x;
    int a = 08; int b = 09; int c = 07; int d = 0; int e = 0778; int f = 00;
    int a = 4294967295; int b = 4294967296; int c = 0xffffffff; int d = 0x100000000; int e = 037777777777; int f = 040000000000;
    uint a = 1u; uint b = 1U; uint c = 0xFu; uint d = 017u; uint e = 1uu; uint f = 1.0u; uint g = 1lu;
    int a = 1 @ 2; int b = 1 $ 2; int c = 1 ` 2; int d = "x"; int e = 'x'; int f = 1 \ 2;
    float ä = 1.0; float b€ = 1.0;
    int a = 1 # 2; int b = 1 ## 2;
    a.b.c.d; a[1].b; a(b(c));
    int a = 1; int b = 2; a b;
    vec4 vec4;
    float float;
    gl_FragColour = vec4(1); gl_FragColro = vec4(1); gl_FragCord; gl_Position; gl_PointSize; gl_VertexID; gl_InstanceID; gl_FragDepth; gl_LastFragData; gl_PointCoord;
    gl_MaxDrawBuffers; gl_MaxTextureImageUnits = 1; float a[gl_MaxDrawBuffers]; a[4]; a[3]; gl_MaxDrawbuffers;
    gl_FrontFacing = false; bool f = gl_FrontFacing; int i = gl_FrontFacing;
    invariant float a; lowp float b; flat float c; smooth float d; float flat; float smooth = 1.0; smooth; centroid;
    highp a; highp; const; const a; const int; const const int a = 1;
    { { { } }
    } }
    main();
    main;
    """#

  /// Expressions that are constant, or are not.
  static let constants = #"""
    vec3(1, 2, 3).y
    vec3(1, 2, 3).zyx.x
    vec3(1, 2, 3)[2]
    ivec2(7, 8)[1]
    mat2(1, 2, 3, 4)[1][0]
    mat3(2.0)[1][1] + mat3(2.0)[1][0] * 10.0
    mat3(mat2(1, 2, 3, 4))[2][2] + mat3(mat2(1, 2, 3, 4))[1][0] * 10.0
    mat2x3(1, 2, 3, 4, 5, 6)[1].z
    (mat2(1, 2, 3, 4) * vec2(5, 6)).y
    (vec2(5, 6) * mat2(1, 2, 3, 4)).x
    (mat2(1, 2, 3, 4) * mat2(5, 6, 7, 8))[1][0]
    (mat2(1, 2, 3, 4) + 1.0)[1][1]
    (vec2(1, 2) + vec2(3, 4)).y
    (vec2(1, 2) * 3.0).y
    (10.0 - vec2(1, 2)).y
    int[3](4, 5, 6)[1]
    float[](4.0, 5.0)[1]
    vec2[2](vec2(1, 2), vec2(3, 4))[1].x
    int[3](4, 5, 6).length()
    S(3, vec2(4, 5)).i
    S(3, vec2(4, 5)).v.y
    S(3, vec2(4, 5)).v
    S(3, vec2(4, 5)) == S(3, vec2(4, 5))
    S(3, vec2(4, 5)) != S(3, vec2(4, 6))
    vec2(1, 2) == vec2(1, 2)
    vec2(1, 2) != vec2(1, 2)
    ivec2(1) == ivec2(1, 2)
    true ? 3 : 4
    false ? 3 : 4
    1 < 2 ? 3 : 4
    bool(0.5)
    bool(0)
    float(true)
    int(2.9)
    int(-2.9)
    int(3000000000.0)
    uint(2.9)
    int(-1.0)
    uint(-1.0)
    int(4294967295u)
    max(3.0, 4.0)
    min(3, 4)
    clamp(7, 1, 5)
    abs(-3.5)
    floor(2.7) + ceil(2.2) * 10.0
    mod(7.0, 4.0)
    pow(2.0, 5.0)
    sqrt(16.0)
    dot(vec2(1, 2), vec2(3, 4))
    length(vec2(3, 4))
    cross(vec3(1, 0, 0), vec3(0, 1, 0)).z
    transpose(mat2(1, 2, 3, 4))[1][0]
    determinant(mat2(1, 2, 3, 4))
    any(bvec2(false, true))
    all(bvec2(false, true))
    not(bvec2(false, true)).x
    lessThan(vec2(1, 2), vec2(2, 1)).x
    mix(2.0, 4.0, 0.5)
    step(2.0, 2.0)
    sign(-2.0)
    floatBitsToInt(1.0) >> 23
    gl_MaxDrawBuffers
    gl_MaxVertexAttribs
    gl_MaxVertexUniformVectors
    gl_MaxVertexOutputVectors
    gl_MaxFragmentInputVectors
    gl_MaxVaryingVectors
    gl_MaxVertexTextureImageUnits
    gl_MaxCombinedTextureImageUnits
    gl_MaxTextureImageUnits
    gl_MaxFragmentUniformVectors
    gl_MinProgramTexelOffset
    gl_MaxProgramTexelOffset
    (1, 2)
    1 ? 2 : 3
    __VERSION__ + __LINE__ + __FILE__ + GL_ES + GL_FRAGMENT_PRECISION_HIGH
    -2147483647 - 1
    (-2147483647 - 1) / -1
    (-2147483647 - 1) % -1
    2147483647 + 1 + 2147483647
    1 << 33
    -16 >> 33
    -16 >> 2
    ~7 & 15
    +5 - -5
    !true
    !false
    1u - 2u == 4294967295u
    0x1F + 017 + 1
    """#

  /// Names of uniforms that hosts fill.
  static let uniforms = """
    u_resolution resolution uResolution iResolution screenResolution u_time time uTime iTime iGlobalTime u_delta iTimeDelta u_frame \
    iFrame u_date iDate u_mouse mouse uMouse iMouse u_progress u_ratio aspect texelSize u_texelSize uTexelSize uInputSize texelWidth \
    texelHeight texelWidthOffset texelHeightOffset imageWidthFactor imageHeightFactor aspectRatio imageSize inputSize filterArea \
    uInputPixel inputPixel uInputClamp inputClamp filterClamp uOutputFrame outputFrame uOutputTexture dimensions uDimensions texSize \
    amount progress ratio
    """

  /// Whole sources.
  static let wholes = #"""
    float
    float a
    float a = ; void main() { }
    int a[2] = int[2](1, 2) void main() { }
    float a float b; void main() { }
    1; void main() { }
    ; ; void main() { } ;
    void main() { } }
    void main { }
    void main( { }
    void main() ; void main() { }
    void main();
    void main() int a;
    void main(void) { }
    void main(int a) { }
    void main(void a) { }
    void main(in) { }
    float main() { return 1.0; }
    void effect(vec4 c) { }
    vec4 effect(vec3 c) { return vec4(1); }
    vec4 effect(vec2 c, vec2 d) { return vec4(1); }
    vec4 effect(out vec4 c) { return vec4(1); }
    vec4 effect() { return vec4(1); }
    vec3 effect(vec4 c) { return vec3(1); }
    vec4 blend(vec4 a) { return a; }
    vec3 blend(vec4 a, vec4 b) { return a.rgb; }
    vec4 blend(vec3 a, vec3 b) { return vec4(1); }
    vec4 blend(vec2 a, vec2 b) { return vec4(1); }
    vec4 transition(vec3 uv) { return vec4(1); }
    vec3 transition(vec2 uv) { return vec3(1); }
    vec4 transition(vec2 uv, float t) { return vec4(1); }
    void mainImage(vec4 c, vec2 p) { }
    void mainImage(out vec3 c, in vec2 p) { }
    void mainImage(out vec4 c, in vec2 p) { x; }
    void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel4, p); }
    void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p).rgb; }
    void mainImage(out vec4 c, in vec2 p) { iTime = 1.0; iResolution.x = 1.0; iFrame++; iMouse = c; }
    vec4 effect(vec4 c) { return dFdx(c); }
    vec4 effect(vec4 c) { return textureLod(c); }
    vec4 effect(vec4 c) { return getColor(c.xy); }
    vec4 effect(vec4 c) { discard; }
    vec4 effect(vec2 c) { discard; return getColor(c.x); }
    vec4 blend(vec4 a, vec4 b) { discard; return fwidth(a); }
    vec4 transition(vec2 uv) { gl_FragColor = vec4(1); return vec4(ratio, progress, resolution); }
    vec4 effect(vec2 uv) { return vec4(ratio, progress, resolution) + gl_FragColor; }
    vec4 effect(vec2 uv) { ratio = 1.0; progress++; resolution.x = 1.0; return vec4(1); }
    varying vec2 v; vec4 effect(vec2 uv) { return vec4(v, v); }
    in vec2 v; vec4 transition(vec2 uv) { return vec4(v, v); }
    in vec2 v; vec4 blend(vec4 a, vec4 b) { return vec4(v, v); }
    out vec4 c; vec4 effect(vec2 uv) { return vec4(1); }
    out vec4 c; out vec4 d; void main() { }
    out vec4 c = vec4(1); void main() { }
    out float c; void main() { }
    out vec4 c; void main() { c = vec4(1); gl_FragColor = c; }
    out vec4 gl_FragColor; void main() { gl_FragColor = vec4(1); }
    inout vec4 c; void main() { }
    in ivec2 v; void main() { v; }
    in bool v; void main() { v; }
    in int v[2]; void main() { v; }
    in vec2 v = vec2(1); void main() { v; }
    in mat2 v; in float w[2]; in vec2 u[2]; void main() { gl_FragColor = vec4(v[0], w[1], u[1].x); }
    varying vec2 v; void main() { v = vec2(1); v.x++; v.x += 1.0; }
    varying float v; void main() { gl_FragColor = vec4(v); }
    varying vec3 what; void main() { gl_FragColor = vec4(what, 1); }
    varying vec2 what; varying vec2 vUv; varying vec2 myCoord1; varying vec2 Position; varying vec2 st; varying vec2 p2; varying vec2 stu; void main() { gl_FragColor = vec4(what + vUv + myCoord1 + Position, st + p2 + stu); }
    varying vec2 oddTextureCoordinate; void main() { gl_FragColor = vec4(oddTextureCoordinate, 0, 1); }
    varying vec2 leftTextureCoordinate, topLeftTextureCoordinate2, pointHTextureCoordinate, pointITextureCoordinate; void main() { gl_FragColor = vec4(leftTextureCoordinate + pointHTextureCoordinate, topLeftTextureCoordinate2 + pointITextureCoordinate); }
    varying vec2 what; void main() { }
    uniform float u; void main() { gl_FragColor = vec4(u); }
    uniform float u; void main() { }
    uniform float u; uniform float u; void main() { }
    uniform float u; float u; void main() { u; }
    uniform float u; void main() { u = 1.0; u++; }
    uniform float u = 1.0; void main() { u; }
    uniform sampler2D s; void main() { s; s = s; s + s; s == s; s.x; s[0]; true ? s : s; }
    uniform sampler2D s; uniform sampler2D t; void main() { gl_FragColor = texture2D(true ? s : t, vec2(0)); }
    uniform sampler2D s; void main() { sampler2D t = s; }
    uniform sampler2D s[2]; void main() { s; }
    uniform sampler2D s; sampler2D f() { return s; } void main() { f(); }
    uniform sampler2D s; void f(out sampler2D t) { } void g(inout sampler2D t) { } void main() { f(s); }
    uniform sampler2D s; vec4 f(sampler2D t) { return texture2D(t, vec2(0)); } void main() { f(s); f(1); f(vec2(1)); }
    uniform sampler2D s; void f(sampler2D t) { t = s; } void main() { f(s); }
    uniform samplerCube s; void main() { texture(s, vec2(1)); texture(s, vec3(1)); textureSize(s, 0); texture2D(s, vec3(1)); textureProj(s, vec4(1)); }
    uniform sampler2D s; void main() { texture(s, vec3(1)); textureProj(s, vec2(1)); textureSize(s); texelFetch(s, vec2(1), 0); texelFetch(s, ivec2(1)); textureLod(s, vec2(1)); textureGrad(s, vec2(1), vec2(1)); textureOffset(s, vec2(1), vec2(1)); textureCube(s, vec3(1)); texture2DLod(s, vec2(0)); }
    uniform void u; void main() { }
    uniform struct S { int a; } u; void main() { u.b; u.a = 1; }
    struct S { float a; vec2 b[2]; }; uniform S u[2]; void main() { gl_FragColor = vec4(u[1].b[1], u[2].a, u[0].a); }
    struct S { float a; vec2 b[2]; }; uniform S u[2]; void main() { gl_FragColor = vec4(u[1].b[1], u[0].a, 1.0); }
    uniform float a[2][2]; void main() { a; }
    uniform float a[2]; void main() { gl_FragColor = vec4(a[1]); }
    uniform bool b; uniform ivec2 i; uniform uvec3 u; uniform bvec4 v; uniform mat3x2 m; void main() { b; i; u; v; m; }
    uniform flaot a; void main() { a; }
    uniform float; void main() { }
    uniform float a b; void main() { }
    uniform float a, ; void main() { }
    uniform varying float a; void main() { }
    in out float a; void main() { }
    const uniform float a; void main() { a; }
    attribute vec2 a; void main() { a; }
    layout(location = 0) out vec4 c; void main() { c = vec4(1); }
    layout(location = 0 out vec4 c; void main() { }
    layout out vec4 c; void main() { }
    flat in vec2 uv; smooth in vec2 uw; centroid in vec2 uz; void main() { gl_FragColor = vec4(uv, uw + uz); }
    invariant gl_FragColor; void main() { }
    invariant gl_FragColor void main() { }
    precision highp float; precision lowp sampler2D; precision mediump int; void main() { }
    precision high float; void main() { }
    precision highp; void main() { }
    precision highp float void main() { }
    precision highp flaot; void main() { }
    const float a = 1.0, b = a; const float c; void main() { b; c; }
    float a = 1.0; const float b = a; void main() { b; }
    float a = b; float b = 1.0; void main() { a; b; }
    float a; int a; void main() { a; }
    float a; void a() { } void main() { a(); }
    void a() { } float a; void main() { a(); a; }
    struct a { int b; }; void a() { } void main() { }
    void f() { } float f() { return 1.0; } void main() { f(); }
    void f(); float f(); void main() { }
    void f(float a); void f(out float a) { } void main() { }
    void f(float a); void f(float b) { } void f(int a) { } void main() { f(1.0); f(1); f(1u); f(true); f(vec2(1)); f(); f(1, 2); }
    void f(vec2 a, float b) { } void f(vec3 a, float b) { } void f(vec4 a, float b) { } void f(float a, float b) { } void f(mat2 a, float b) { } void f(int a) { } void main() { f(true, 1); f(vec2(1), true); f(); f(bvec2(true)); }
    void f(float a, int b) { } void f(int a, float b) { } void main() { f(1, 1); f(1.0, 1); f(1u, 1u); f(1, 1.0); }
    void f(out int a) { a = 1; } void main() { float x; f(x); int y; f(y); f(1); const int z = 1; f(z); f(y + 1); ivec2 w; f(w.x); f(w.xx); }
    void f(inout float a) { } void main() { int x; f(x); float y; f(y); f(1.0); f(gl_FragCoord.x); f(gl_FragColor.x); uint u; f(u); }
    void f(const float a) { a = 1.0; } void main() { f(1.0); }
    void f(const in float a, in float b) { b = a; a += b; } void main() { f(1.0, 2.0); }
    void f(uniform float a) { } void g(varying float a) { } void main() { }
    void f(in out float a) { } void main() { }
    void f(void a) { } void main() { }
    void f(float a, void) { } void main() { }
    void f(float a, float a) { } void main() { }
    void f(float a) { float a; } void main() { f(1.0); }
    void f(float) { } void f(float, int) { } void main() { f(1.0); f(1.0, 1); }
    void f(float a[2]) { a[2]; } void g(float[2] a) { a[2]; } void h(float a[]) { } void main() { f(float[2](1., 2.)); f(float[3](1., 2., 3.)); }
    float f() { } void main() { f(); }
    float f() { return; } void main() { f(); }
    float f() { return 1; } int g() { return 1.0; } void h() { return 1; } vec2 i() { return 1.0; } void main() { f(); g(); h(); i(); }
    float f(bool b) { if (b) return 1.0; else return 2.0; } float g(bool b) { if (b) { return 1.0; } } float h(bool b) { while (b) return 1.0; } float i(bool b) { { { return 1.0; } } } float j(int b) { switch (b) { default: return 1.0; } } float k(bool b) { if (b) { } else return 1.0; } void main() { discard; }
    float f() { discard; } void main() { f(); }
    float[2] f() { return float[2](1., 2.); } float g()[2] { } void main() { f()[2]; }
    float f(); void main() { f(); }
    float f(); float f() { return f(); } void main() { f(); }
    void f(); void g() { f(); } void f() { g(); } void main() { f(); g(); }
    void f(int a) { } void f(float a) { f(1); } void main() { f(1.0); }
    void f() { main(); } void main() { f(); }
    void a(); void b(); void c() { a(); b(); } void a() { b(); } void b() { c(); } void main() { a(); }
    void f() { g(); } void g() { } void main() { f(); }
    void f() { void g(); } void main() { f(); }
    void f() { void g() { } } void main() { f(); }
    void sin() { } void main() { sin(); sin(1.0); sin(1.0, 2.0); }
    float sin(float x) { return x; } void main() { sin(1.0); sin(vec2(1)); sin(true); }
    float x = sin(1.0), y = x; void main() { float x = y; { float x = x; } }
    int sin; void main() { sin(1.0); sin; }
    struct S { int a; }; S f(S s) { return s; } void main() { f(S(1)).a; f(1); f(S(1)).b; f(S(1)).a = 1; S(1).a = 1; }
    struct S { S s; }; void main() { }
    struct S { int a; }; struct S { int b; }; void main() { S s; s.a; s.b; }
    struct S { int a; } s, t; S u; void main() { s = t; t = u; u.b; s.a = t; }
    struct S { int a; int b; }; S s = S(1), t = S(1, 2), u = S(1, 2, 3); void main() { t = s; }
    struct { float a; } s; struct { float a; } t; void main() { s = t; s.b; }
    struct float { int a; }; void main() { }
    struct asm { int a; }; void main() { }
    struct S { struct T { int a; } t; }; void main() { S s; s.t.a; }
    struct S { float a[64]; float b[65]; float c[128]; mat4 d[1023]; }; void main() { }
    struct S { mat4 d[1024]; }; S s; S t; S u; S v; S w; void main() { }
    #version 300 es¶void main() { filter; int sample; int active; }
    #version 100¶void main() { int sample; int filter; }
    #version¶void main() { }
    #version x¶void main() { }
    #version 300¶int a = __VERSION__ == 300 ? 1 : x; void main() { }
    #extension GL_OES_standard_derivatives : enable¶#pragma whatever¶#¶void main() { x; }
    # 1¶void main() { }
    #"x"¶void main() { }
    #foo¶#if 0¶#foo¶# 1¶#endif¶void main() { }
    #pragam x¶#ifdfe x¶#endfi¶#elsif¶#undefine¶#versoin 300¶void main() { }
    #if¶#endif¶#if 1 +¶#endif¶#if (1¶#endif¶#if 1)¶#endif¶#if 1 2¶#endif¶#if 1.0¶#endif¶#if ;¶#endif¶#if "¶#endif¶void main() { }
    #if A¶x¶#elif B¶y¶#endif¶void main() { }
    #if defined¶#endif¶#if defined(¶#endif¶#if defined(A¶#endif¶#if defined 1¶#endif¶#if defined(1)¶#endif¶#if defined()¶#endif¶void main() { }
    #ifdef¶#endif¶#ifndef¶#endif¶#ifdef 1¶#endif¶#ifndef 1¶#endif¶#undef¶#undef 1¶void main() { }
    #elif 1¶#endif¶#else¶void main() { }
    #if 1¶#else¶#else¶#elif 1¶#endif¶void main() { }
    #if 0¶#else¶#elif 1¶x¶#else¶y¶#endif¶void main() { }
    #if 1¶#if 1¶#endif¶void main() { }
    #ifdef A¶#if¶#if 1 / 0¶#elif @¶#error no¶#define¶#endif¶#endif¶void main() { }
    #if 1 / 0¶#endif¶#if 1 % 0¶#endif¶#if 0 && 1 / 0¶#endif¶#if 1 || 1 % 0¶#endif¶#if 0 || 1 / 0¶#endif¶#if 1 && 1 / 0¶#endif¶void main() { }
    #if 0 && A(1, (2))¶#endif¶#if 1 || A¶#endif¶#if 0 && A(1¶#endif¶#if 0 || A¶#endif¶#if 0 && 1 || A¶#endif¶void main() { }
    #error¶#error a  b "c"¶#if 0¶#error d¶#endif¶void main() { }
    #include "a.glsl"¶#include¶void main() { }
    #line 20¶int a = __LINE__; void main() { x; }
    #line¶#line x¶#line 1 2¶#line (1) 2¶#line 1 2 3¶#line 1.0¶#line -5¶void main() { int a[__LINE__ + 5]; a[1]; }
    #define¶#define 1¶#define +¶#define defined 1¶#define __LINE__ 2¶#define __VERSION__ 3¶#define GL_ES 0¶#undef GL_ES¶#undef __FILE__¶void main() { }
    #define F( a¶#define G(a b) a¶#define H(1) a¶#define I(a,) a¶#define J(,a) a¶#define K(a, a) a¶#define L() 1¶#define M (1)¶void main() { }
    #define F(a, b) a + b¶void main() { F(1); F(1, 2, 3); F(); F(1, 2) F; F(1, (2, 3)); F((1, 2)); }
    #define F() 1¶void main() { F(1); F(); F( ); F(,); }
    #define F(a) a¶void main() { F(); F(1, 2); F(1¶}
    #define A B¶#define B A¶void main() { A; B; }
    #define A A + x¶void main() { A; }
    #define F(a) F(a + x)¶void main() { F(1); }
    #define A(x) x##¶#define B(x) ##x¶#define C ##¶void main() { }
    #define A(x, y) x##y¶void main() { A(1, 2); A(a, b); A(1, b); A(a, 1); A(+, =); A(=, +); A(., 1); A(1., 5); A(<, <); A(<<, =); A(a, (); A(, b); A(a, ); A(, ); A("a, b); }
    #define A(x, y) x##_##y¶void main() { A(a, b); A(a b, c d); A(1, 2); }
    #define X 1¶#define A(x, y) x##y¶void main() { A(a, X); A(X, a); A(X, X); A(X X, X X); }
    #define A(x) #x¶void main() { A(1); }
    #define X 1¶#define A(x) a##x x¶void main() { A(X); }
    #define X 1¶#define X 2¶#undef X¶#undef X¶void main() { X; }
    #define long_name(x) x¶void main() { long_nmae(1); }
    #define A x +¶#define B ;¶#define C }¶void main() { A B¶y; C z
    void main() { /* a */ x; // y¶/* ¶ */ z; }
    void main() { x /* ; } // y
    void main() { } // z
    /**/ /***/ /*/ */ void main() { x; }
    \¶ x \¶ y;¶void main() { z\¶z; }
    ¶¶  x y z;¶¶void main() {¶  a;¶¶b;¶ }
    void main() { ääx; ä = 1.0; "ü"; }
    void main() { /* €𝄞 */ x; € }
    void main() { a \↵¶ b; }↵¶c;↵ d;
    void main() {↵¶  x;↵¶  y \↵¶z;↵¶}
    void main() { for (int i = 0; i < 3 3;¶i++) { q; } w; }
    void main() { a = (1 + ;¶b;¶c; }
    void main() { a = (1 +¶ ; b); c; }
    void main() { { { x; } x; { y; } } y; if (x) z; z; }
    uniform float a; // = 1.0 in 1…1: One.¶uniform float b; // = 1 in 1…1¶uniform float c; // = 0.5 in 0…1:No space.¶uniform float d; // = 0.5 in 0 … 1¶uniform float e; // = 2.0 in 0…1 s: Out.¶void main() { gl_FragColor = vec4(a, b, c, d); }
    uniform float a; // = 1.0 in 0…2: A sentence.¶uniform float b; // = 3.0 in 0…2¶uniform float c; // = 1.0 in 2…0¶uniform float d; // = 1.0 in a…b¶void main() { gl_FragColor = vec4(a, b, c, d); }
    uniform float a; // = x¶uniform float b; // = vec2(1)¶uniform float c; // = true¶uniform int d; // = 1.5¶uniform bool e; // = 1¶uniform vec2 f; // = vec3(1)¶uniform sampler2D g; // = 1¶uniform mat2 h; // = 1.0¶uniform float i[2]; // = 1.0¶uniform float j; // =¶uniform float k; // = (1.0¶uniform float l; // = gl_FragCoord.x¶void main() { }
    uniform int a /* = 1 / 0 */; uniform uint b /* = 1 % 0 */; uniform float c /* = 1.0 / 0.0 */; uniform vec2 d /* = vec2(1, 2, 3) */; void main() { a; }
    uniform float progress; vec4 transition(vec2 uv) { return vec4(progress); }
    uniform vec2 progress; vec4 transition(vec2 uv) { return vec4(1); }
    uniform float resolution; uniform int ratio; vec4 effect(vec2 uv) { return vec4(1); }
    uniform vec2 resolution; vec4 transition(vec2 uv) { return vec4(resolution, 0, 1); }
    /*{"INPUTS": [{"NAME": "a", "TYPE": "what"}, {"NAME": "b", "TYPE": "image2"}]}*/ void main() { gl_FragColor = vec4(1.0); }
    /*{"INPUTS": [{"TYPE": "float"}]}*/ void main() { gl_FragColor = vec4(1.0); }
    /*{"INPUTS": [}*/ void main() { gl_FragColor = vec4(1.0); }
    /*{"INPUTS": [{"NAME": "a", "TYPE": "float"}]}*/ uniform int a; void main() { gl_FragColor = vec4(a); RENDERSIZE = vec2(1); a = 1; PASSINDEX++; TIME = 1.0; }
    /*{"INPUTS": [], "PASSES": [{"TARGET": "x", "WIDTH": "$WIDTH / q"}, {"WIDTH": "$HEIGHT +"}, {"HEIGHT": "RENDERSIZE"}, {"HEIGHT": "floor($WIDTH / 2.0)"}]}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(x); }
    /*{"INPUTS": [], "IMPORTED": {"pic": {"PATH": "a.png"}}}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(pic) + IMG_PIXEL(pic) + IMG_SIZE(pic); }
    """#
}
