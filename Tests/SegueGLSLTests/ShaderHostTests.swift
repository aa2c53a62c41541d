import SegueGLSL
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// The names and conventions that hosts provide for shaders.
@Suite struct ShaderHostTests {
  static let size = PixelSize(width: 12, height: 8)

  /// Renders a shader at a progress of 0.25, in the middle of three seconds.
  private func frame(_ shader: Shader, _ inputs: [any RowSource]? = nil) throws -> Bitmap {
    let inputs =
      try inputs ?? Array(repeating: Bitmap.noise(12, 8, seed: 7), count: shader.kind == .filter ? 1 : 2)
    return try shader.rows(of: inputs, at: FrameMoment(progress: 0.25, time: 0.5, duration: 3)).rendered()
  }

  /// Compares every pixel of a shader's frame with a color, given as a function of column and row from the
  /// bottom left.
  private func expect(
    _ shader: Shader, _ inputs: [any RowSource]? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ color: (_ x: Int, _ y: Int) -> (Double, Double, Double)
  ) throws {
    let frame = try frame(shader, inputs)
    #expect(frame.size == Self.size, sourceLocation: sourceLocation)
    for y in 0..<8 {
      for x in 0..<12 {
        let (red, green, blue) = color(x, y)
        func byte(_ value: Double) -> UInt8 { UInt8((255 * min(max(value, 0), 1)).rounded()) }
        #expect(
          frame[x, 7 - y] == Pixel(red: byte(red), green: byte(green), blue: byte(blue)),
          "\(x), \(y)", sourceLocation: sourceLocation)
      }
    }
  }

  // MARK: By content

  @Test(arguments: [
    ("vec4 transition(vec2 uv) { return getToColor(uv); }", "gl-transitions"),
    (
      "vec4 mainImage(vec2 uv) { return getToColor(uv); } vec4 transition(vec2 uv) { return mainImage(uv); }",
      "gl-transitions"
    ),
    ("vec4 effect(vec4 color) { return color; }", "Segue"),
    ("void mainImage(out vec4 c, in vec2 p) { c = vec4(p, 0, 1); }", "Shadertoy"),
    ("/*{\"INPUTS\": []}*/ void main() { gl_FragColor = vec4(1.0); }", "ISF"),
    (
      "uniform vec2 u_resolution; void main() { gl_FragColor = vec4(gl_FragCoord.xy / u_resolution, 0, 1); }",
      "fragment"
    ),
    ("void main() { gl_FragColor = vec4(1.0); }", "GPUImage"),
    (
      "varying vec2 textureCoordinate; uniform vec2 resolution; void main() { gl_FragColor = vec4(textureCoordinate, 0, 1); }",
      "GPUImage"
    ),
    (
      "in vec2 vTextureCoord; out vec4 c; uniform sampler2D uTexture; void main() { c = texture(uTexture, vTextureCoord); }",
      "PixiJS"
    ),
    (
      "varying vec2 texCoord; uniform sampler2D texture; void main() { gl_FragColor = texture2D(texture, texCoord); }",
      "glfx.js"
    ),
    (
      "varying vec2 texCoord; uniform sampler2D map; void main() { gl_FragColor = texture2D(map, texCoord); }",
      "GPUImage"
    ),
    ("/*{\"CREDIT\": \"a\tb\", \"INPUTS\": []}*/ void main() { gl_FragColor = vec4(1.0); }", "ISF"),
    ("/*{\"CATEGORIES\": [\"Film\"]}*/ void main() { gl_FragColor = vec4(1.0); }", "ISF"),
    (
      "void mainImage(out vec4 c, in vec2 p) { c = vec4(p, 0, 1); } void main() { mainImage(gl_FragColor, gl_FragCoord.xy); }",
      "fragment"
    ),
    ("// made by me\n/*{\"INPUTS\": []}*/ void main() { gl_FragColor = vec4(1.0); }", "ISF"),
    ("/* A licence. */ /* { \"INPUTS\": [] } */ void main() { gl_FragColor = vec4(1.0); }", "ISF"),
    ("#version 120\nvoid main() { gl_FragColor = vec4(1.0); } /*{\"INPUTS\": []}*/", "ISF"),
    ("//{\"INPUTS\": []}\nvoid main() { gl_FragColor = vec4(1.0); }", "GPUImage"),
    // A comment in braces is not a header.
    ("/*{ nothing }*/ void main() { gl_FragColor = vec4(1.0); }", "GPUImage"),
  ])
  func hostsAreRecognizedByContent(source: String, host: String) throws {
    #expect(try Shader(source: source).host == host)
  }

  /// These hosts render into textures, in which the first row is the top one.
  @Test(arguments: [
    "varying vec2 vTextureCoord; uniform sampler2D uSampler;",
    "varying vec2 texCoord; uniform sampler2D texture;",
  ])
  func filtersOfWebPagesCountRowsFromTheTop(declarations: String) throws {
    let shader = try Shader(
      source: "\(declarations) void main() { gl_FragColor = vec4(gl_FragCoord.xy / vec2(12, 8), 0, 1); }")
    try expect(shader) { x, y in ((Double(x) + 0.5) / 12, 1 - (Double(y) + 0.5) / 8, 0) }
  }

  /// A source may declare values that the host or the header sets.
  @Test(arguments: [
    """
    uniform float iTime;
    void mainImage(out vec4 color, in vec2 pixel) { color = vec4(iTime / 3.0); }
    """,
    """
    /*{"INPUTS": [{"NAME": "level", "TYPE": "float", "MIN": 0.0, "MAX": 1.0, "DEFAULT": 0.5}]}*/
    uniform float level;
    void main() { gl_FragColor = vec4(vec3(level), 1.0); }
    """,
  ])
  func valuesThatHostsSetMayBeDeclared(source: String) throws {
    try expect(try Shader(source: source)) { _, _ in (0.5, 0.5, 0.5) }
  }

  /// Filters have the common uniforms, too.
  @Test func filtersKnowSizeAndTime() throws {
    let shader = try Shader(
      source: """
        varying vec2 textureCoordinate;
        uniform sampler2D inputImageTexture; uniform vec2 resolution, uTexelSize; uniform float u_time;
        void main() { gl_FragColor = vec4(resolution / vec2(24, 16), u_time * uTexelSize.x * 4.0, 1.0); }
        """)
    #expect(shader.host == "GPUImage" && shader.warnings.isEmpty)
    try expect(shader) { _, _ in (0.5, 0.5, 0.5) }
  }

  /// Inputs with the names of positions that GPUImage's vertex shaders write have these positions.
  @Test(arguments: [("pointC", -1.0, 3.0), ("upperRightInput", 1, -1), ("output", 0, 0)])
  func positionsOfGPUImageAreKnownByName(name: String, across: Double, down: Double) throws {
    let shader = try Shader(
      source: """
        varying vec2 textureCoordinate, \(name)TextureCoordinate; uniform sampler2D inputImageTexture;
        void main() {
          vec2 step = (\(name)TextureCoordinate - textureCoordinate) * vec2(12, 8);
          gl_FragColor = vec4(0.5 + step / 10.0, 0.0, 1.0);
        }
        """)
    try expect(shader) { _, _ in (0.5 + across / 10, 0.5 + down / 10, 0) }
  }

  /// Vertex shaders of web pages get the picture's corners in an attribute of any name.
  @Test func vertexShadersOfWebPagesGetPositions() throws {
    let shader = try Shader(
      source: """
        in vec2 vTextureCoord; in vec2 twice; out vec4 color; uniform sampler2D uTexture;
        void main() { color = vec4(0.5 * twice, vTextureCoord.x, 1.0); }
        """,
      vertex: """
        in vec2 aPosition; out vec2 vTextureCoord; out vec2 twice; uniform vec4 uInputSize, uOutputFrame;
        void main() {
          vTextureCoord = aPosition * (uOutputFrame.zw * uInputSize.zw);
          twice = 2.0 * aPosition;
          gl_Position = vec4(aPosition, 0.0, 1.0);
        }
        """, file: "place.frag")
    try expect(shader) { x, y in
      ((Double(x) + 0.5) / 12, 1 - (Double(y) + 0.5) / 8, (Double(x) + 0.5) / 12)
    }
  }

  @Test("Vertex shaders of glfx.js get positions in an attribute of any name") func placesOfGLFX() throws {
    let shader = try Shader(
      source:
        "varying vec2 texCoord; uniform sampler2D texture; void main() { gl_FragColor = vec4(texCoord, 0.0, 1.0); }",
      vertex: """
        attribute vec2 vertex; varying vec2 texCoord;
        void main() { texCoord = vertex; gl_Position = vec4(vertex * 2.0 - 1.0, 0.0, 1.0); }
        """)
    #expect(shader.host == "glfx.js")
    try expect(shader) { x, y in ((Double(x) + 0.5) / 12, 1 - (Double(y) + 0.5) / 8, 0) }
  }

  // MARK: Shadertoy

  @Test func shadertoyCountsPixelsFromBelow() throws {
    let shader = try Shader(
      source: """
        void mainImage(out vec4 color, in vec2 pixel) {
          color = vec4(pixel / iResolution.xy, iTime / 3.0 + 0.0 * iMouse.x + iResolution.z - 1.0, 0.5);
        }
        """)
    #expect(shader.kind == .filter && shader.parameters.map(\.name) == ["iTime", "iMouse"])
    // Alpha is ignored.
    try expect(shader) { x, y in ((Double(x) + 0.5) / 12, (Double(y) + 0.5) / 8, 0.5) }
    try expect(shader.with("iTime", 0.6)) { x, y in ((Double(x) + 0.5) / 12, (Double(y) + 0.5) / 8, 0.2) }
  }

  @Test func shadertoyReadsChannels() throws {
    let (first, second) = (
      try Bitmap.noise(12, 8, seed: 1, opaque: true), try Bitmap.noise(5, 3, seed: 2, opaque: true)
    )
    let own = "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / iResolution.xy); }"
    #expect(try frame(Shader(source: own), [first]) == first)
    let sizes = try Shader(
      source:
        "void mainImage(out vec4 c, in vec2 p) { c = vec4(iChannelResolution[1] / 16.0, iChannelTime[1]); }"
    ).with(second, for: "iChannel1")
    try expect(sizes, [first]) { _, _ in (5.0 / 16, 3.0 / 16, 1.0 / 16) }
    #expect(throws: ParameterError.self) { try sizes.with(second, for: "iChannel0") }
  }

  // MARK: Uniforms by name

  @Test func fragmentsFindTheirUniforms() throws {
    let shader = try Shader(
      source: """
        uniform vec2 u_resolution, u_mouse;
        uniform float u_time; // no default
        uniform int u_frame;
        void main() {
          gl_FragColor = vec4(gl_FragCoord.xy / u_resolution + u_mouse, u_time * float(u_frame) / 200.0, 1.0);
        }
        """)
    #expect(shader.warnings.isEmpty)
    #expect(
      shader.parameters.map(\.defaultValue) == [
        "the size in pixels", "0", "the time in seconds", "the number of the frame",
      ])
    try expect(shader) { x, y in ((Double(x) + 0.5) / 12, (Double(y) + 0.5) / 8, 1.5 * 90 / 200) }
    try expect(shader.with([("u_time", "1"), ("u_mouse", "0.25,0")])) { x, y in
      (0.25 + (Double(x) + 0.5) / 12, (Double(y) + 0.5) / 8, 0.45)
    }
  }

  @Test func gpuImageFindsTheSizeOfAPixel() throws {
    let shader = try Shader(
      source: """
        uniform float texelWidth, texelHeight, aspectRatio;
        void main() { gl_FragColor = vec4(texelWidth * 6.0, texelHeight * 6.0, aspectRatio, 1.0); }
        """)
    #expect(shader.warnings.isEmpty)
    try expect(shader) { _, _ in (0.5, 0.75, 8.0 / 12) }
    try expect(shader.with("texelWidth", 0.1)) { _, _ in (0.6, 0.75, 8.0 / 12) }
    // The shader's own default has precedence.
    let own =
      "uniform float texelWidth; // = 0.2\nvoid main() { gl_FragColor = vec4(vec3(texelWidth), 1.0); }"
    try expect(Shader(source: own)) { _, _ in (0.2, 0.2, 0.2) }
  }

  // MARK: ISF

  private func isf(_ header: String, _ body: String, vertex: String? = nil) throws -> Shader {
    try Shader(source: "/*{\(header)}*/\n\(body)", vertex: vertex, file: "test.fs")
  }

  @Test func isfHasInputsOfEveryType() throws {
    let shader = try isf(
      """
      "DESCRIPTION": "All of them.", "CREDIT": "Somebody", "INPUTS": [
        {"NAME": "inputImage", "TYPE": "image"},
        {"NAME": "level", "TYPE": "float", "MIN": 0.2, "MAX": 0.6, "LABEL": "How much"},
        {"NAME": "given", "TYPE": "float", "DEFAULT": "0.75",},
        {"NAME": "on", "TYPE": "bool", "DEFAULT": 1.0}, {"NAME": "hit", "TYPE": "event"},
        {"NAME": "mode", "TYPE": "long", "VALUES": [1, 2, 3], "DEFAULT": 3},
        {"NAME": "place", "TYPE": "point2D", "DEFAULT": [0.25, 0.5]},
        {"NAME": "tint", "TYPE": "color", "DEFAULT": [0.1, 0.2, 0.4]},
        {"NAME": "sound", "TYPE": "audioFFT"}
      ]
      """,
      """
      void main() {
        vec4 silence = IMG_NORM_PIXEL(sound, vec2(0.5));
        float all = on && !hit && mode == 3 && silence.r == 0.0 ? 1.0 : 0.0;
        gl_FragColor = vec4(level * all, given * place.x * 4.0, tint.b * tint.a, 1.0);
      }
      """)
    #expect(shader.summary == "All of them." && shader.author == "Somebody" && shader.kind == .filter)
    #expect(
      shader.parameters.map { "\($0.name)=\($0.defaultValue)" } == [
        "level=0.4", "given=0.75", "on=true", "hit=false", "mode=3", "place=0.25,0.5", "tint=0.1,0.2,0.4,1",
        "sound=silence",
      ])
    #expect(shader.parameters.first?.kind == .number(0.2...0.6))
    try expect(shader) { _, _ in (0.4, 0.75, 0.4) }
    try expect(shader.with("hit", true)) { _, _ in (0, 0.75, 0.4) }
  }

  @Test("A declaration in the source overrides the host's")
  func isfSourcesMayDeclareWhatTheHostHas() throws {
    let shader = try isf(
      #""INPUTS": [{"NAME": "inputImage", "TYPE": "image"}]"#,
      """
      varying vec2 vv_FragNormCoord;
      vec2 IMG_SIZE(sampler2D image) { return vec2(0.2, 0.4); }
      void main() { gl_FragColor = vec4(IMG_SIZE(inputImage), vv_FragNormCoord.y, 1.0); }
      """)
    try expect(shader) { _, y in (0.2, 0.4, (Double(y) + 0.5) / 8) }
  }

  @Test(
    "ISF's values for a picture can be used by name",
    arguments: [
      ("_inputImage_imgRect.xz", 0.0, 1.0), ("_inputImage_imgSize / 50.0", 0.24, 0.16),
      ("vec2(_inputImage_flip, 0.4)", 0, 0.4),
    ]) func factsOfPictures(fact: String, first: Double, second: Double) throws
  {
    let shader = try isf(
      #""INPUTS": [{"NAME": "inputImage", "TYPE": "image"}]"#,
      "void main() { gl_FragColor = vec4(\(fact), 0.2, 1.0); }")
    try expect(shader) { _, _ in (first, second, 0.2) }
  }

  @Test("Values that only the vertex shader names are set, too") func namesOfVertexShaders() throws {
    let shader = try isf(
      #""INPUTS": [{"NAME": "inputImage", "TYPE": "image"}]"#,
      "varying float share; void main() { gl_FragColor = vec4(share, 0.4, 0.2, 1.0); }",
      vertex: "varying float share; void main() { isf_vertShaderInit(); share = TIME; }")
    try expect(shader.with("TIME", 0.6)) { _, _ in (0.6, 0.4, 0.2) }
  }

  @Test func isfMayHaveNoInputs() throws {
    let shader = try isf(
      "\"ISFVSN\": \"2\", \"DESCRIPTION\": \"Where it is.\"",
      "void main() { gl_FragColor = vec4(isf_FragNormCoord, 0.2, 1.0); }")
    #expect(shader.host == "ISF" && shader.summary == "Where it is.")
    try expect(shader) { x, y in ((Double(x) + 0.5) / 12, (Double(y) + 0.5) / 8, 0.2) }
  }

  @Test func integersAreClampedAndTruncated() throws {
    let shader = try isf(
      """
      "INPUTS": [
        {"NAME": "high", "TYPE": "long", "DEFAULT": 1e30}, {"NAME": "low", "TYPE": "long", "DEFAULT": -1e300},
        {"NAME": "cut", "TYPE": "long", "DEFAULT": -2.75}
      ]
      """, "void main() { gl_FragColor = vec4(1.0); }")
    #expect(
      shader.parameters.map { "\($0.name)=\($0.defaultValue)" }
        == ["high=2147483647", "low=-2147483648", "cut=-2"])
  }

  /// A range that is empty or excludes its default is ignored.
  @Test func isfRangesMustContainTheDefault() throws {
    let shader = try isf(
      """
      "INPUTS": [
        {"NAME": "inside", "TYPE": "float", "MIN": 1, "MAX": 3, "DEFAULT": 3},
        {"NAME": "above", "TYPE": "float", "MIN": 0, "MAX": 1, "DEFAULT": 1.5},
        {"NAME": "below", "TYPE": "float", "MIN": 0, "MAX": 1, "DEFAULT": -1},
        {"NAME": "empty", "TYPE": "float", "MIN": 1, "MAX": 1, "DEFAULT": 1},
        {"NAME": "half", "TYPE": "float", "MIN": 0.5}
      ]
      """, "void main() { gl_FragColor = vec4(inside + above, below, empty, half); }")
    #expect(
      shader.parameters.map { "\($0.name)=\($0.defaultValue) \($0.kind)" } == [
        "inside=3 1…3", "above=1.5 a number", "below=-1 a number", "empty=1 a number", "half=0.5 a number",
      ])
  }

  @Test func isfReadsPictures() throws {
    let picture = try Bitmap.noise(12, 8, seed: 3)
    let header = #""INPUTS": [{"NAME": "other", "TYPE": "image"}, {"NAME": "inputImage", "TYPE": "image"}]"#
    for read in [
      "IMG_THIS_PIXEL(inputImage)", "IMG_THIS_NORM_PIXEL(inputImage)",
      "IMG_PIXEL(inputImage, gl_FragCoord.xy)",
      "IMG_NORM_PIXEL(inputImage, isf_FragNormCoord)",
      "IMG_NORM_PIXEL(inputImage, gl_FragCoord.xy / IMG_SIZE(inputImage))",
      "texture2D(inputImage, isf_FragNormCoord)",
    ] {
      let shader = try isf(header, "void main() { gl_FragColor = \(read); }")
      #expect(try frame(shader, [picture]) == picture, "\(read)")
      #expect(shader.parameters.map(\.name) == ["other"])
    }
  }

  @Test func isfTransitionsFollowProgress() throws {
    let header =
      #""INPUTS": [{"NAME": "endImage", "TYPE": "image"}, {"NAME": "startImage", "TYPE": "image"}, {"NAME": "progress", "TYPE": "float"}]"#
    let shader = try isf(
      header,
      "void main() { gl_FragColor = progress < 0.3 ? IMG_THIS_PIXEL(startImage) : IMG_THIS_PIXEL(endImage); }"
    )
    #expect(shader.kind == .transition && shader.parameters.isEmpty)
    let (from, to) = (try Bitmap.noise(12, 8, seed: 4), try Bitmap.noise(12, 8, seed: 5))
    #expect(try shader.rows(of: [from, to], at: 0.25).rendered() == from)
    #expect(try shader.rows(of: [from, to], at: 0.75).rendered() == to)
  }

  @Test func isfRendersPassesInSizesOfTheirOwn() throws {
    let shader = try isf(
      """
      "INPUTS": [{"NAME": "share", "TYPE": "float", "DEFAULT": 0.5}],
      "PASSES": [{"TARGET": "small", "WIDTH": "floor($WIDTH * $share)", "HEIGHT": 3},
        {"TARGET": "second", "WIDTH": "max($WIDTH/6, 1)"}, {}]
      """,
      """
      void main() {
        if (PASSINDEX == 0) gl_FragColor = vec4(RENDERSIZE / 16.0, 1.0, 1.0);
        else if (PASSINDEX == 1) gl_FragColor = vec4(IMG_SIZE(small) / 32.0, 0.5, 1.0);
        else gl_FragColor = vec4(IMG_THIS_PIXEL(small).rg, IMG_SIZE(second).x / 8.0 * IMG_THIS_PIXEL(second).b, 1.0);
      }
      """)
    #expect(shader.parameters.map(\.name) == ["share"])
    func byte(_ value: Double) -> Double { (value * 255).rounded() / 255 }
    try expect(shader) { _, _ in (byte(6.0 / 16), byte(3.0 / 16), 2.0 / 8 * byte(0.5)) }
    try expect(shader.with("share", 1.0 / 3)) { _, _ in (byte(4.0 / 16), byte(3.0 / 16), 2.0 / 8 * byte(0.5))
    }
  }

  @Test(arguments: [
    (
      #""INPUTS": [{"NAME": "x", "TYPE": "matrix"}]"#, "void main() {}",
      "1:1: the input 'x' has the type 'matrix', which ISF does not have"
    ),
    (
      #""INPUTS": [{"NAME" "x"}]"#, "void main() {}",
      "1:1: the header is no JSON that ISF knows: see https://github.com/mrRay/ISF_Spec"
    ),
    (
      #""INPUTS": [], "PASSES": [{"TARGET": "a", "WIDTH": "$size"}]"#, "void main() {}",
      "1:1: 'size' is not declared"
    ),
    (#""INPUTS": []"#, "\nvoid main() {\n  x = 1.0;\n}", "4:3: 'x' is not declared"),
  ])
  func isfErrorsHaveTheirPlace(header: String, body: String, message: String) throws {
    let error = #expect(throws: ShaderError.self) { try isf(header, body) }
    #expect(
      error?.diagnostics.map { "\($0.line):\($0.column): \($0.message)" }.contains(message) == true,
      "\(error as Any)")
  }

  @Test("An invalid header is the only error reported") func headersThatCannotBeRead() throws {
    let error = #expect(throws: ShaderError.self) {
      try isf(#""INPUTS": [{"NAME" "x"}]"#, "void main() { gl_FragColor = IMG_THIS_PIXEL(x) * level; }")
    }
    #expect(
      error?.diagnostics.map { "\($0.line):\($0.column): \($0.message)" } == [
        "1:1: the header is no JSON that ISF knows: see https://github.com/mrRay/ISF_Spec"
      ])
  }

  @Test("A tab in a header is a space") func tabsInHeaders() throws {
    let shader = try isf(
      "\"CREDIT\": \"A\tB\", \"DESCRIPTION\": \"It\tis.\", \"INPUTS\": []",
      "void main() { gl_FragColor = vec4(1.0); }")
    #expect(shader.author == "A B" && shader.summary == "It is.")
  }

  @Test("In a filter, an input named `progress` is a parameter") func progressOfAFilter() throws {
    let shader = try isf(
      #""INPUTS": [{"NAME": "progress", "TYPE": "float", "DEFAULT": 0.4}]"#,
      "void main() { gl_FragColor = vec4(progress, isf_FragNormCoord, 1.0); }")
    #expect(shader.parameters.map { "\($0.name)=\($0.defaultValue)" } == ["progress=0.4"])
    try expect(shader) { x, y in (0.4, (Double(x) + 0.5) / 12, (Double(y) + 0.5) / 8) }
  }

  @Test func missingImportedPicturesAreNamed() throws {
    for imported in [#"{"noise": {"PATH": "noise.png"}}"#, #"[{"NAME": "noise", "PATH": "noise.png"}]"#] {
      let shader = try isf(
        "\"INPUTS\": [], \"IMPORTED\": \(imported)", "void main() { gl_FragColor = IMG_THIS_PIXEL(noise); }")
      let error = #expect(throws: RenderError.self) { try frame(shader) }
      #expect(error?.description.contains("the picture 'noise', noise.png: ") == true)
      let picture = try Bitmap.noise(12, 8, seed: 2)
      let set = try shader.with(picture, for: "noise")
      #expect(try set.warnings.isEmpty && frame(set) == picture)
    }
  }

  // MARK: Vertex shaders

  @Test func verticesWriteInputsOfEveryType() throws {
    let shader = try Shader(
      source: """
        varying vec2 textureCoordinate, steps[2];
        varying mat2 turn;
        uniform float side;
        void main() {
          gl_FragColor = vec4(steps[1].x, (turn * textureCoordinate).y, steps[0].y + side - 0.25, 1.0);
        }
        """,
      vertex: """
        attribute vec4 position;
        attribute vec4 inputTextureCoordinate;
        uniform float side; // = 0.25
        uniform float more; // = 0.5
        varying vec2 textureCoordinate, steps[2];
        varying mat2 turn;
        float half_(float x) { return 0.5 * x; }
        void main() {
          gl_Position = position;
          textureCoordinate = inputTextureCoordinate.xy;
          steps[0] = vec2(0.0, more);
          steps[1] = vec2(half_(position.x + 1.0) + side, 0.0);
          turn = mat2(0.0, 1.0, 1.0, 0.0);
        }
        """)
    let sides = try shader.with([("side", "0.25"), ("more", "0.125")])
    try expect(sides) { x, _ in ((Double(x) + 0.5) / 12 + 0.25, (Double(x) + 0.5) / 12, 0.125) }
  }

  /// If the corners are not in a plane, each of the two triangles is interpolated alone, as on a GPU.
  @Test func verticesAreInterpolatedOverTriangles() throws {
    let shader = try Shader(
      source: "varying float v; void main() { gl_FragColor = vec4(v, v, v, 1.0); }",
      vertex: """
        attribute vec2 uv;
        varying float v;
        void main() { v = uv.x * uv.y; }
        """)
    try expect(shader) { x, y in
      // The coordinate v counts from the top.
      let v = max(0, (Double(x) + 0.5) / 12 + (7.5 - Double(y)) / 8 - 1)
      return (v, v, v)
    }
  }

  @Test("Variables of one corner do not affect the next corner")
  func cornersStartAfresh() throws {
    let shader = try Shader(
      source: "varying float v; void main() { gl_FragColor = vec4(v, v, v, 1.0); }",
      vertex: """
        float global;
        varying float v, unread;
        void main() { global += 0.2; unread += 0.2; gl_Position.x += 0.2; v = global + unread + gl_Position.x; }
        """)
    try expect(shader) { _, _ in (0.6, 0.6, 0.6) }
  }

  @Test func neighborsAreWholePixelsApart() throws {
    let picture = try Bitmap.noise(12, 8, seed: 9)
    let shader = try Shader(
      source:
        "varying vec2 right; uniform sampler2D image; void main() { gl_FragColor = texture2D(image, right); }",
      vertex: """
        attribute vec2 uv;
        uniform float texelWidth;
        varying vec2 right;
        void main() { right = uv + vec2(texelWidth, 0.0); }
        """)
    let frame = try frame(shader, [picture])
    for y in 0..<8 { for x in 0..<12 { #expect(frame[x, y] == picture[min(x + 1, 11), y]) } }
  }

  @Test func isfHasVertexShaders() throws {
    let shader = try isf(
      #""INPUTS": [{"NAME": "shift", "TYPE": "float", "DEFAULT": 0.5}]"#,
      "varying vec2 place; void main() { gl_FragColor = vec4(place, isf_FragNormCoord.y, 1.0); }",
      vertex: """
        varying vec2 place;
        void main() { isf_vertShaderInit(); place = vec2(isf_FragNormCoord.y, shift); }
        """)
    try expect(shader) { _, y in ((Double(y) + 0.5) / 8, 0.5, (Double(y) + 0.5) / 8) }
  }

  @Test(
    "A shader of ISF may declare the host's positions",
    arguments: ["isf_FragNormCoord", "vv_FragNormCoord"])
  func isfPositionsMayBeDeclared(name: String) throws {
    let header = #""INPUTS": [{"NAME": "inputImage", "TYPE": "image"}]"#
    let body = "void main() { gl_FragColor = IMG_THIS_PIXEL(inputImage) * step(0.0, \(name).x); }"
    let picture = try Bitmap.noise(12, 8, seed: 3)
    #expect(try frame(isf(header, "varying vec2 \(name);\n\(body)"), [picture]) == picture)
    let varied = try isf(
      header, "varying vec2 \(name), place;\nvoid main() { gl_FragColor = vec4(place, \(name).y, 1.0); }",
      vertex: """
        varying vec2 \(name), place;
        void main() { isf_vertShaderInit(); place = \(name); }
        """)
    try expect(varied) { x, y in
      ((Double(x) + 0.5) / 12, (Double(y) + 0.5) / 8, (Double(y) + 0.5) / 8)
    }
    let error = #expect(throws: ShaderError.self) { try isf(header, "varying vec3 \(name);\n\(body)") }
    #expect(
      error?.diagnostics.map { "\($0.line):\($0.column): \($0.message)" } == [
        "2:14: '\(name)' of a fragment shader is a vec2"
      ])
  }

  /// The vertex shader has more lines than the fragment shader.
  @Test func uniformsOfVertexShadersHaveTheirOwnComments() throws {
    var shader = try Shader(
      source: "varying vec2 v; void main() { gl_FragColor = vec4(v, 0.0, 1.0); }",
      vertex: """
        varying vec2 v;
        uniform float left; // = 0.75 in 0...1 of the width: Where it begins.

        uniform float unset; // : How much.
        uniform float low; // = 2.0 in 0...1
        void main() { v = vec2(left, unset + low - 2.0); }
        """, file: "a.frag")
    try expect(shader) { _, _ in (0.75, 0, 0) }
    #expect(
      shader.warnings.map { "\($0.file):\($0.line):\($0.column): \($0.message)" } == [
        "the vertex shader of a.frag:4:15: the uniform 'unset' has no default: it is 0 unless it is set",
        "the vertex shader of a.frag:5:15: the default of 'low' is outside of its range",
      ])
    #expect(
      shader.warnings.map(\.sourceLine) == [
        "uniform float unset; // : How much.", "uniform float low; // = 2.0 in 0...1",
      ])
    #expect(throws: (any Error).self) { try shader.with([("left", "7")]) }
    shader = try shader.with([("left", "0.25"), ("unset", "0.5")])
    try expect(shader) { _, _ in (0.25, 0.5, 0) }
  }

  @Test(arguments: [
    ("attribute vec2 uv; void run() {}", "1:1: there is no 'void main()'"),
    ("varying vec3 v; void main() { v = vec3(0.0); }", "1:14: 'v' is 'vec2' in the fragment shader"),
    ("varying vec2 v;\nvoid main() { v = w; }", "2:19: 'w' is not declared"),
    ("attribute float a; void main() {}", "1:17: an attribute of type 'float' is not supported: use a vec"),
    ("attribute ivec2 a; void main() {}", "1:17: an attribute of type 'ivec2' is not supported: use a vec"),
    // A vertex shader with a syntax error is not checked further.
    ("varying vec2 v;\nvoid main() { v = vec2(0.0) }", "2:28: expected ';' after an expression, found '}'"),
    ("uniform vec2 side; void main() {}", "1:14: 'side' is 'float' in the fragment shader"),
  ])
  func errorsOfVertexShadersNameIt(vertex: String, message: String) throws {
    let error = #expect(throws: ShaderError.self) {
      try Shader(
        source: "varying vec2 v; uniform float side; void main() { gl_FragColor = vec4(v, side, 1.0); }",
        vertex: vertex, file: "a.frag")
    }
    #expect(
      error?.diagnostics.map { "\($0.file):\($0.line):\($0.column): \($0.message)" }
        == ["the vertex shader of a.frag:\(message)"])
  }

  @Test("A global may be computed from an output of the vertex shader") func globalsOfInputs() throws {
    let shader = try Shader(
      source: "varying float v; float part = v * 0.5; void main() { gl_FragColor = vec4(vec3(part), 1.0); }",
      vertex: "varying float v; void main() { v = 0.8; }")
    try expect(shader) { _, _ in (0.4, 0.4, 0.4) }
  }

  @Test("A fragment shader that is too large is reported with its own line")
  func fragmentShadersThatAreTooMuchNameTheirLine() throws {
    let calls = (1...501).map { "float f\($0)(float x) { return f\($0 - 1)(x); }" }
    let error = #expect(throws: ShaderError.self) {
      try Shader(
        source: """
          varying float v;
          float f0(float x) { return x; }
          \(calls.joined(separator: "\n"))
          void main() { gl_FragColor = vec4(f501(v)); }
          """, vertex: "\n\n\nvarying float v; void main() { v = 0.8; }", file: "a.frag")
    }
    #expect(
      error?.diagnostics.map { "\($0.file):\($0.line): \($0.message)" } == [
        "a.frag:3: calls, branches and early exits are nested more than 500 deep"
      ])
    #expect(error?.diagnostics.first?.sourceLine == calls[0])
  }

  @Test("A vertex shader that is too large is reported with its own line")
  func vertexShadersThatAreTooMuchNameTheirLine() throws {
    let calls = (1...501).map { "float f\($0)(float x) { return f\($0 - 1)(x); }" }
    let error = #expect(throws: ShaderError.self) {
      try Shader(
        source: "varying float v; void main() { gl_FragColor = vec4(v); }",
        vertex: """
          varying float v;
          float f0(float x) { return x; }
          \(calls.joined(separator: "\n"))
          void main() { v = f501(0.0); }
          """, file: "a.frag")
    }
    #expect(
      error?.diagnostics.map { "\($0.file):\($0.line): \($0.message)" } == [
        "the vertex shader of a.frag:3: calls, branches and early exits are nested more than 500 deep"
      ])
    #expect(error?.diagnostics.first?.sourceLine == calls[0])
  }
}
