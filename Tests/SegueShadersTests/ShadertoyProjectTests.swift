import Foundation
import SegueGLSL
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Exports and folders of Shadertoy's tabs: errors, and optional parts.
@Suite struct ShadertoyProjectTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func shader(_ json: String) throws -> Shader {
    try folder.write(Array(json.utf8), "x.json")
    return try Shader(contentsOf: folder.file("x.json"))
  }

  /// Makes a tab of a single color.
  private func tab(_ name: String, _ type: String, _ color: String, _ more: String = "") -> String {
    """
    {"name": "\(name)", "type": "\(type)", \(more)"code": "void mainImage(out vec4 c, in vec2 p) { c = \(color); }"}
    """
  }

  private func pixel(_ shader: Shader) throws -> Pixel {
    let filter = try #require(ShaderFilter(shader))
    return try (Bitmap(width: 2, height: 2) --> filter).frame()[0, 0]
  }

  @Test func otherJSONIsAnError() throws {
    for (json, message) in [
      ("{}", "this is no export of Shadertoy: an object with 'renderpass' is expected"),
      ("[1]", "this is no export of Shadertoy: an object with 'renderpass' is expected"),
      (#"{"renderpass": []}"#, "there is no tab of type 'image'"),
      (#"{"renderpass": [\#(tab("Buffer A", "buffer", "vec4(1)"))]}"#, "there is no tab of type 'image'"),
      (
        #"{"renderpass": [\#(tab("Image", "image", "vec4(1)")), \#(tab("Sky", "cubemap", "vec4(1)"))]}"#,
        "the tab 'Sky' is a cube map, which is not supported"
      ),
      (
        #"{"renderpass": [\#(tab("", "cubemap", "vec4(1)"))]}"#,
        "the tab 'cubemap' is a cube map, which is not supported"
      ),
    ] {
      let error = #expect(throws: ShaderError.self, "\(json)") { try shader(json) }
      #expect(error?.diagnostics.map(\.message) == [message])
      #expect(error?.diagnostics.first?.file == folder.file("x.json") && error?.diagnostics.first?.line == 1)
    }
  }

  @Test func anErrorOfATabNamesFileAndTab() throws {
    let error = #expect(throws: ShaderError.self) {
      try shader(#"{"renderpass": [\#(tab("Image", "image", "oops"))]}"#)
    }
    #expect(error?.diagnostics.first?.file == folder.file("x.json") + ", Image")
  }

  /// The site's API has one shader, an archive a list; outputs have a number or a name.
  @Test func exportsMayHaveSeveralForms() throws {
    let tabs = ["\"4dX\"", "257"].map { id in
      let read = #""inputs": [{"id": \#(id), "ctype": "buffer", "channel": 0}], "#
      return [
        tab("Image", "image", "texelFetch(iChannel0, ivec2(p), 0)", read),
        tab("Buffer A", "buffer", "vec4(0.2, 0.4, 0.6, 1.0)", #""outputs": [{"id": \#(id)}], "#),
      ].joined(separator: ",")
    }
    for list in tabs {
      let export = #"{"renderpass": [\#(list)], "info": {"description": "Blue."}}"#
      for json in [
        export, #"{"Shader": \#(export)}"#, #"{"Shader": [\#(export)]}"#,
        #"{"userName": "a", "numShaders": 1, "shaders": [\#(export)]}"#, "[\(export)]",
      ] {
        let shader = try shader(json)
        #expect(shader.summary == "Blue.")
        #expect(try pixel(shader) == Pixel(red: 51, green: 102, blue: 153), "\(json)")
      }
    }
  }

  @Test("An export of several shaders is an error") func exportsOfSeveral() throws {
    let one = #"{"info": {"name": "Rain"}, "renderpass": [\#(tab("Image", "image", "vec4(1.0)"))]}"#
    let error = #expect(throws: ShaderError.self) { try shader(#"{"shaders": [\#(one), \#(one)]}"#) }
    #expect(
      error?.diagnostics.map(\.message) == [
        "this export has 2 shaders, 'Rain', 'Rain': leave one of them in it"
      ])
  }

  @Test("Definitions that Shadertoy puts before a shader exist") func whatTheSiteHas() throws {
    let source = """
      #if HW_PERFORMANCE == 0
      #error slow
      #endif
      void mainImage(out vec4 c, in vec2 p) { st_assert(true); st_assert(p.x > 0.0, 1); c = vec4(float(HW_PERFORMANCE)); }
      """
    #expect(try pixel(Shader(source: source)) == .white)
    #expect(throws: ShaderError.self, "other hosts must not have it") {
      try Shader(source: "#if HW_PERFORMANCE\n#endif\nvoid main() { }")
    }
  }

  /// A tab without a type is the image.
  @Test func aTabWithoutATypeIsTheImage() throws {
    let shader = try shader(
      #"{"renderpass": [{"code": "void mainImage(out vec4 c, in vec2 p) { c = vec4(0.2, 0.4, 0.6, 1.0); }"}]}"#
    )
    #expect(try pixel(shader) == Pixel(red: 51, green: 102, blue: 153))
  }

  /// Renders a white picture, and returns its first pixel.
  private func pixelOfWhite(_ shader: Shader) throws -> Pixel {
    let white = try Bitmap(PixelSize(width: 3, height: 2), filledWith: .white)
    return try (white --> #require(ShaderFilter(shader))).frame()[0, 0]
  }

  @Test(
    "A channel is the given picture, or transparent black",
    arguments: [
      ("texture", 255), ("video", 255), ("webcam", 255), ("buffer", 0), ("keyboard", 0), ("music", 0),
      ("musicstream", 0), ("mic", 0),
    ], ["ctype", "type"])
  func whatChannelsAre(kind: (name: String, red: UInt8), key: String) throws {
    let code = "vec4(texelFetch(iChannel1, ivec2(0), 0).r, texelFetch(iChannel2, ivec2(0), 0).r, 0.4, 1.0)"
    // The export does not describe channel 2, and no tab has this number.
    let read = #""inputs": [{"channel": 1, "\#(key)": "\#(kind.name)", "id": 99}], "#
    let shader = try shader(#"{"renderpass": [\#(tab("Image", "image", code, read))]}"#)
    #expect(try pixelOfWhite(shader) == Pixel(red: kind.red, green: 0, blue: 102))
  }

  @Test("Each channel is read with its own sampler")
  func samplersOfChannels() throws {
    let code =
      "vec4(texture(iChannel0, vec2(0.2, 0.5)).r, texture(iChannel0, vec2(1.2, 0.5)).r, texture(iChannel1, vec2(1.2, 0.5)).r, 1.0)"
    let read = """
      "inputs": [{"channel": 1, "ctype": "texture", "sampler": {"wrap": "repeat", "filter": "nearest"}},
        {"channel": 0, "ctype": "texture", "sampler": {"wrap": "clamp", "filter": "linear"}}],
      """
    var picture = try Bitmap(PixelSize(width: 4, height: 1), filledWith: .black)
    for x in 0..<4 { picture[x, 0] = Pixel(red: UInt8(60 * x), green: 0, blue: 0) }
    // The first of two textures without a file is the picture.
    let shader = try shader(#"{"renderpass": [\#(tab("Image", "image", code, read))]}"#)
      .with(picture, for: "iChannel1")
    let pixel = try (picture --> #require(ShaderFilter(shader))).frame()[0, 0]
    // Expects a mix of the first two texels, the last texel, and the first texel.
    #expect(pixel == Pixel(red: 18, green: 180, blue: 0))
  }

  @Test("Properties missing in an export are those of its image")
  func theImageSaysWhatTheExportDoesNot() throws {
    let image = #"// Author: Somebody\n// Does it.\nvoid mainImage(out vec4 c, in vec2 p) { c = vec4(0.2); }"#
    // A sound tab is ignored.
    let passes =
      #"[{"name": "Sound", "type": "sound", "code": "oops"}, {"name": "Image", "type": "image", "code": "\#(image)"}]"#
    for (info, summary, author) in [
      ("", "Does it.", "Somebody"), (#", "info": {"description": "Blue."}"#, "Blue.", "Somebody"),
      (#", "info": {"username": "Else"}"#, "Does it.", "Else"),
    ] {
      let shader = try shader(#"{"renderpass": \#(passes)\#(info)}"#)
      #expect(shader.summary == summary && shader.author == author && shader.passes.isEmpty, "\(info)")
    }
    let file = try folder.write(Array(#"{"renderpass": \#(passes)}"#.utf8), "Some Name.JSON")
    #expect(try Shader(contentsOf: file).name == "some name")
  }

  /// Each tab may have a million bytes, and there may be several.
  @Test("An export may be longer than a source")
  func longExports() throws {
    let image = tab("Image", "image", "vec4(0.2, 0.4, 0.6, 1.0)")
    let space = String(repeating: " ", count: FrontEnd.sizeLimit)
    #expect(
      try pixel(shader(#"{"renderpass": [\#(image)\#(space)]}"#)) == Pixel(red: 51, green: 102, blue: 153))
  }

  @Test("A parameter shared by buffers has one type, and warnings about the common tab come once")
  func whatBuffersShare() throws {
    func project(common: String, a: String, b: String) -> String {
      let read = #""inputs": [{"id": 1, "ctype": "buffer", "channel": 0}], "#
      func code(_ name: String, _ type: String, _ code: String, _ more: String = "") -> String {
        #"{"name": "\#(name)", "type": "\#(type)", \#(more)"code": "\#(code)"}"#
      }
      let body = "void mainImage(out vec4 c, in vec2 p) { c = vec4(k, k, k, k); }"
      let image = "void mainImage(out vec4 c, in vec2 p) { c = texelFetch(iChannel0, ivec2(p), 0); }"
      let passes = [
        code("Common", "common", common), code("Image", "image", image, read),
        code("Buffer A", "buffer", "\(a)\(body)", #""outputs": [{"id": 1}], "#),
        code("Buffer B", "buffer", "\(b)\(body)", #""outputs": [{"id": 2}], "#),
      ]
      return #"{"renderpass": [\#(passes.joined(separator: ","))]}"#
    }
    let error = #expect(throws: ShaderError.self) {
      try shader(
        project(common: "const float one = 1.0;", a: "uniform float k;\\n", b: "\\nuniform int k;\\n"))
    }
    #expect(
      error?.diagnostics.map { "\($0.file.suffix(8)):\($0.line): \($0.message)" } == [
        "Buffer B:2: 'k' is 'float' in the tab 'Buffer A', and one value is set for all tabs"
      ])
    let shared = try shader(project(common: "uniform float k;", a: "", b: ""))
    #expect(
      shared.warnings.map { "\($0.file.suffix(6)):\($0.line): \($0.message)" } == [
        "Common:1: the uniform 'k' has no default: it is 0 unless it is set"
      ])
    #expect(try shared.with("k", 0.5).warnings.isEmpty)
  }

  /// A tab can read a buffer through any channel.
  @Test("A tab has four channels", arguments: 0..<4) func fourChannels(channel: Int) throws {
    let read = #""inputs": [{"id": 8, "ctype": "buffer", "channel": \#(channel)}], "#
    let tabs = [
      tab("Image", "image", "texelFetch(iChannel\(channel), ivec2(p), 0)", read),
      // A channel may refer to a buffer by any of its outputs.
      tab("Buffer A", "buffer", "vec4(0.2, 0.4, 0.6, 1.0)", #""outputs": [{"id": 7}, {"id": 8}], "#),
    ]
    let shader = try shader(#"{"renderpass": [\#(tabs.joined(separator: ","))]}"#)
    #expect(try pixelOfWhite(shader) == Pixel(red: 51, green: 102, blue: 153))
  }

  @Test("A buffer may have its own cube maps") func cubesOfABuffer() throws {
    let color = "0.2 * texture(iChannel1, vec3(0, 0, 1)) + 0.4 * texture(iChannel2, vec3(1, 0, 0))"
    let cubes =
      #""inputs": [{"channel": 1, "ctype": "cubemap"}, {"channel": 2, "ctype": "cubemap"}], "outputs": [{"id": 1}], "#
    let tabs = [
      tab(
        "Image", "image", "texelFetch(iChannel0, ivec2(p), 0)",
        #""inputs": [{"id": 1, "ctype": "buffer", "channel": 0}], "#),
      tab("Buffer A", "buffer", color, cubes),
    ]
    let white = try Bitmap(PixelSize(width: 3, height: 2), filledWith: .white)
    let shader = try shader(#"{"renderpass": [\#(tabs.joined(separator: ","))]}"#)
      .with(white, for: "Buffer A.iChannel2")
    #expect(try pixelOfWhite(shader) == Pixel(red: 153, green: 153, blue: 153))
  }

  /// The buffer has four pixels in a row: 1/8, 3/8, 5/8 and 7/8.
  @Test("A buffer is read with the sampler of its channel") func samplersOfBuffers() throws {
    let color = "vec4(texture(iChannel0, vec2(1.2, 0.5)).r, texture(iChannel0, vec2(0.2, 0.5)).r, 0.0, 1.0)"
    let tabs = [
      tab(
        "Image", "image", color,
        #""inputs": [{"id": 1, "ctype": "buffer", "channel": 0, "sampler": {"wrap": "repeat", "filter": "nearest"}}], "#
      ),
      tab("Buffer A", "buffer", "vec4(p.x / 4.0, 0.0, 0.0, 1.0)", #""outputs": [{"id": 1}], "#),
    ]
    let shader = try shader(#"{"renderpass": [\#(tabs.joined(separator: ","))]}"#)
    let picture = try Bitmap(PixelSize(width: 4, height: 1), filledWith: .white)
    let frame = try (picture --> #require(ShaderFilter(shader))).frame()
    #expect(frame[3, 0] == Pixel(red: 32, green: 32, blue: 0))
  }

  @Test("The first of two file names counts") func namesOfAFile() throws {
    for name in ["first.png", "second.png"] { try folder.write([], name) }
    let read =
      #""inputs": [{"channel": 0, "ctype": "texture", "src": "/media/first.png", "filepath": "/media/second.png"}], "#
    var asked: [String] = []
    _ = try shader(#"{"renderpass": [\#(tab("Image", "image", "texture(iChannel0, p)", read))]}"#)
      .withFiles { file in
        asked.append(file)
        return try Bitmap(width: 1, height: 1)
      }
    #expect(asked == [folder.file("first.png")])
  }

  // MARK: Folders

  /// Writes a folder of tabs: buffers of 0.2 and 0.4, one picture in the folder and one beside it.
  private func tabs(_ lines: String) throws -> String {
    let tabs = folder.file("tabs")
    try FileManager.default.createDirectory(atPath: tabs, withIntermediateDirectories: true)
    for name in ["tabs/mask.png", "beside.png"] { try folder.write([], name) }
    for (name, level) in [("bufferA", 0.2), ("bufferB", 0.4)] {
      let text = "void mainImage(out vec4 c, in vec2 p) { c = vec4(\(level)); }"
      try folder.write(Array(text.utf8), "tabs/\(name).glsl")
    }
    let reads = (0..<3).map { "texelFetch(iChannel\($0), ivec2(0), 0).r" }.joined(separator: ", ")
    let image = "void mainImage(out vec4 c, in vec2 p) { c = vec4(\(reads), 1.0); }"
    try folder.write(Array("\(lines)\n\(image)".utf8), "tabs/image.glsl")
    return tabs
  }

  /// There is no channel 4, and files outside the folder are not read.
  @Test(
    "Without a valid line, channels are the buffers, and then the picture",
    arguments: [
      "", "#iChannel4 \"mask.png\"", "#iChannel0 \"../beside.png\"", "#iChannel0 \"/mask.png\"",
      "// #iChannel0 \"mask.png\"",
    ])
  func channelsAreTheBuffers(lines: String) throws {
    let shader = try Shader(contentsOf: tabs(lines))
    #expect(try pixelOfWhite(shader) == Pixel(red: 51, green: 102, blue: 255))
  }

  @Test("Lines define the channels")
  func linesSayWhatChannelsAre() throws {
    let path = try tabs(
      "  #iChannel0 \"file://mask.png\"\n#iChannel1 \"file://some/Buffer_B.glsl\"\n#iChannel2 \"nothing.png\""
    )
    var asked: [String] = []
    let shader = try Shader(contentsOf: path + "/").withFiles { file in
      asked.append(file)
      return try Bitmap(PixelSize(width: 2, height: 2), filledWith: Pixel(red: 9, green: 0, blue: 0))
    }
    #expect(asked == [path + "/mask.png", path + "/nothing.png"] && shader.name == "tabs")
    #expect(try pixelOfWhite(shader) == Pixel(red: 9, green: 102, blue: 9))
    // In a tab with such lines, the first channel without a line is the picture.
    let one = try Shader(contentsOf: tabs("#iChannel0 \"bufferB.glsl\"\n#iChannel2 \"bufferA.glsl\""))
    #expect(try pixelOfWhite(one) == Pixel(red: 102, green: 255, blue: 51))
  }

  @Test("A folder has at most four buffers; the next channel is the picture, others must be set")
  func buffersOfAFolder() throws {
    let tabs = folder.file("tabs")
    try FileManager.default.createDirectory(atPath: tabs, withIntermediateDirectories: true)
    for (name, level) in [("bufferA", 0.2), ("bufferB", 0.6), ("bufC", 0.6), ("Buffer D", 0.4)] {
      let text = "void mainImage(out vec4 c, in vec2 p) { c = vec4(\(level)); }"
      try folder.write(Array(text.utf8), "tabs/\(name).glsl")
    }
    func write(_ lines: String) throws {
      let reads = (0..<4).map { "texelFetch(iChannel\($0), ivec2(0), 0).r" }
      let color = "\(reads[0]), \(reads[1]), 0.5 * \(reads[2]) + 0.25 * \(reads[3]), 1.0"
      let image = "\(lines)\nvoid mainImage(out vec4 c, in vec2 p) { c = vec4(\(color)); }"
      try folder.write(Array(image.utf8), "tabs/image.glsl")
    }
    try write("")
    #expect(try pixelOfWhite(Shader(contentsOf: tabs)) == Pixel(red: 51, green: 153, blue: 102))
    try write("#iChannel2 \"bufferA.glsl\"")
    let error = #expect(throws: RenderError.self) { try pixelOfWhite(Shader(contentsOf: tabs)) }
    #expect(error?.description.contains("needs the picture 'iChannel1'") == true)
    try write((1...3).map { "#iChannel\($0) \"bufferA.glsl\"" }.joined(separator: "\n"))
    // The sum is 0.5 · 0.2 + 0.25 · 0.2.
    #expect(try pixelOfWhite(Shader(contentsOf: tabs)) == Pixel(red: 255, green: 51, blue: 38))
  }

  @Test("Missing and extra files of a folder are errors") func wrongFolders() throws {
    for (name, wrong, reason) in [
      ("common.glsl", "", "there is no image.glsl in it, the tab that is shown"),
      ("Cube A.glsl", "Cube A.glsl", "this tab is a cube map, which is not supported"),
      ("cubemap_a.glsl", "cubemap_a.glsl", "this tab is a cube map, which is not supported"),
    ] {
      let project = try TemporaryFolder()
      try project.write(Array("const float one = 1.0;".utf8), name)
      let error = #expect(throws: (any Error).self) { try Shader(contentsOf: project.path) }
      #expect(error.map { "\($0)" } == "\(project.file(wrong)): cannot be read: \(reason)")
    }
  }

  private func tabs(image: String, buffer: String) -> String {
    let read = #""inputs": [{"id": 1, "ctype": "buffer", "channel": 0}], "#
    func tab(_ name: String, _ type: String, _ code: String, _ more: String) -> String {
      #"{"name": "\#(name)", "type": "\#(type)", \#(more)"code": "\#(code)"}"#
    }
    return
      #"{"renderpass": [\#(tab("Image", "image", image, read)), \#(tab("Buffer A", "buffer", buffer, #""outputs": [{"id": 1}], "#))]}"#
  }

  /// A scalar in one tab would leave components of another tab's vector without a value.
  @Test func sharedParametersMustHaveOneType() throws {
    let image = "void mainImage(out vec4 c, in vec2 p) { c = texelFetch(iChannel0, ivec2(p), 0) * k; }"
    let buffer = "void mainImage(out vec4 c, in vec2 p) { c = vec4(1.0, k.x, 0.0, 1.0); }"
    let error = #expect(throws: ShaderError.self) {
      try shader(tabs(image: "uniform float k;\\n" + image, buffer: "uniform vec3 k;\\n" + buffer))
    }
    #expect(
      error?.diagnostics.map(\.message) == [
        "'k' is 'float' in the tab 'Image', and one value is set for all tabs"
      ])
    #expect(error?.diagnostics.first?.file == folder.file("x.json") + ", Buffer A")
    #expect(error?.diagnostics.first?.line == 1)

    let shared = try shader(
      tabs(
        image: "uniform vec4 k; // = vec4(1.0)\\n" + image,
        buffer: "uniform vec4 k; // = vec4(1.0)\\n" + buffer))
    #expect(shared.parameters.map(\.name) == ["k"])
    #expect(try pixel(shared.with("k", [0.4, 0.5, 0, 1])) == Pixel(red: 102, green: 51, blue: 0))
  }

  @Test("A picture of one tab and a number of another may share a name", arguments: [false, true])
  func picturesAndNumbersOfOneName(isOfImage: Bool) throws {
    let body = "void mainImage(out vec4 c, in vec2 p) { c = vec4(0.4); }"
    let (picture, number) = ("uniform sampler2D k;\\n\(body)", "uniform float k;\\n\(body)")
    let json = isOfImage ? tabs(image: picture, buffer: number) : tabs(image: number, buffer: picture)
    #expect(try shader(json).passes.count == 2)
  }

  @Test func warningsOfAllTabsAreReported() throws {
    let body = "void mainImage(out vec4 c, in vec2 p) { c = texelFetch(iChannel0, ivec2(p), 0)"
    let shader = try shader(
      tabs(image: "uniform float a;\\n\(body) * a; }", buffer: "\\nuniform float b;\\n\(body) * b; }"))
    #expect(
      shader.warnings.map { "\($0.file.suffix(8)):\($0.line) \($0.message)" } == [
        "n, Image:1 the uniform 'a' has no default: it is 0 unless it is set",
        "Buffer A:2 the uniform 'b' has no default: it is 0 unless it is set",
      ])
    #expect(try shader.with("a", 1).with("b", 1).warnings.isEmpty)
  }

  @Test func filesOfBuffersMayHaveSeveralNames() throws {
    let image = "void mainImage(out vec4 c, in vec2 p) { c = texelFetch(iChannel0, ivec2(p), 0); }"
    for name in ["bufferA", "Buffer A", "buffer_a", "bufA", "buf_a", "BUFA"] {
      let project = try TemporaryFolder()
      try project.write(Array(image.utf8), "Image.glsl")
      try project.write(
        Array("void mainImage(out vec4 c, in vec2 p) { c = vec4(0.2, 0.4, 0.6, 1.0); }".utf8), "\(name).glsl")
      #expect(
        try pixel(Shader(contentsOf: project.path)) == Pixel(red: 51, green: 102, blue: 153), "\(name)")
    }
  }

  @Test func aPictureForAChannelOfABuffer() throws {
    let shader = try shader(
      #"{"renderpass": [\#(tab("Image", "image", "texelFetch(iChannel0, ivec2(p), 0)", #""inputs": [{"id": 1, "ctype": "buffer", "channel": 0}], "#)), \#(tab("Buffer A", "buffer", "texelFetch(iChannel1, ivec2(0), 0)", #""outputs": [{"id": 1}], "inputs": [{"id": 9, "ctype": "texture", "channel": 1}], "#))]}"#
    )
    let picture = try Bitmap(
      PixelSize(width: 3, height: 2), filledWith: Pixel(red: 51, green: 102, blue: 153))
    #expect(
      try pixel(shader.with(picture, for: "Buffer A.iChannel1")) == Pixel(red: 51, green: 102, blue: 153))
    #expect(throws: ParameterError.self) { try shader.with(picture, for: "Buffer A.iChannel9") }
    #expect(throws: ParameterError.self) { try shader.with(picture, for: "Buffer B.iChannel1") }
  }
}
