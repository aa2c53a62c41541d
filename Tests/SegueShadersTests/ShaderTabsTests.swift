import Foundation
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Parameters of a shader with several tabs.
@Suite struct ShaderTabsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a tab of an export; other tabs refer to it by its number.
  private func tab(
    _ name: String, _ type: String, number: Int, reads inputs: [[String: Any]], _ color: String,
    declaring uniforms: String = ""
  ) -> [String: Any] {
    [
      "name": name, "type": type, "outputs": [["id": number, "channel": 0]] as [[String: Any]],
      "inputs": inputs,
      "code": "\(uniforms)void mainImage(out vec4 c, in vec2 p) { c = \(color); }",
    ]
  }

  private let readsBuffer: [[String: Any]] = [["id": 257, "ctype": "buffer", "channel": 0]]

  /// Makes the shader of an export.
  private func shader(_ tabs: [[String: Any]]) throws -> Shader {
    let json = try JSONSerialization.data(withJSONObject: ["renderpass": tabs])
    return try Shader(contentsOf: folder.write(Array(json), "tabs.json"))
  }

  private func even(_ level: UInt8) throws -> Bitmap {
    try Bitmap(
      PixelSize(width: 5, height: 3), filledWith: Pixel(red: level, green: level, blue: level))
  }

  /// Renders a white picture, and returns the red of its first pixel.
  private func red(_ shader: Shader) throws -> UInt8 {
    let filter = try #require(ShaderFilter(shader))
    return try (even(255) --> filter).frame()[0, 0].red
  }

  /// A shader of a single tab does the same.
  @Test func theFirstChannelOfAFolderWithoutALineIsThePicture() throws {
    let quarter = "0.25 * texelFetch(iChannel0, ivec2(p), 0)"
    _ = try folder.write(
      Array("void mainImage(out vec4 c, in vec2 p) { c = \(quarter); }".utf8), "image.glsl")
    #expect(try red(Shader(contentsOf: folder.path)) == 64)
    let image =
      "void mainImage(out vec4 c, in vec2 p) { c = \(quarter) + 0.5 * texelFetch(iChannel1, ivec2(p), 0); }"
    _ = try folder.write(Array("#iChannel0 \"self\"\n\(image)".utf8), "bufferA.glsl")
    _ = try folder.write(Array("#iChannel0 \"bufferA.glsl\"\n\(image)".utf8), "image.glsl")
    #expect(try red(Shader(contentsOf: folder.path)) == 159)
  }

  @Test("A byte order mark does not hide the line of a channel")
  func channelsBehindAByteOrderMark() throws {
    let image = "void mainImage(out vec4 c, in vec2 p) { c = texelFetch(iChannel0, ivec2(p), 0); }"
    for (name, text) in [
      ("bufferA.glsl", "void mainImage(out vec4 c, in vec2 p) { c = vec4(0.2); }"),
      ("bufferB.glsl", "void mainImage(out vec4 c, in vec2 p) { c = vec4(0.4); }"),
      ("image.glsl", "\u{FEFF}#iChannel0 \"bufferB.glsl\"\n\(image)"),
    ] {
      try folder.write(Array(text.utf8), name)
    }
    #expect(try red(Shader(contentsOf: folder.path)) == 102)
  }

  @Test("A parameter shared by two buffers, but not by the image, is listed once")
  func parametersOfSeveralBuffersAreListedOnce() throws {
    let amount = "uniform float amount; // = 0.25 in 0...1: How much.\n"
    let shader = try shader([
      tab("Image", "image", number: 37, reads: readsBuffer, "texelFetch(iChannel0, ivec2(p), 0)"),
      tab("Buffer A", "buffer", number: 257, reads: [], "vec4(amount)", declaring: amount),
      tab("Buffer B", "buffer", number: 258, reads: [], "vec4(amount)", declaring: amount),
    ])
    #expect(shader.parameters.map(\.name) == ["amount"])
    #expect(try red(shader.with("amount", 0.4)) == 102)
  }

  /// Tabs share parameters of equal names, and the image's declaration describes them.
  @Test func tabsShareParametersOfEqualNames() throws {
    let gain = "uniform float gain; // ="
    let shader = try shader([
      tab(
        "Image", "image", number: 37, reads: readsBuffer, "gain * texelFetch(iChannel0, ivec2(p), 0)",
        declaring: "\(gain) 1.0 in 0...2: How bright.\n"),
      tab(
        "Buffer A", "buffer", number: 257, reads: [], "vec4(amount * gain)",
        declaring: "uniform float amount; // = 0.25 in 0...1: How much.\n\(gain) 0.5 in 0...9: Inside.\n"),
    ])
    #expect(shader.parameters.map(\.name) == ["gain", "amount"])
    #expect(shader.parameters.map { "\($0.kind)" } == ["0…2", "0…1"])
    #expect(shader.parameters.map(\.defaultValue) == ["1", "0.25"])
    // By default, each tab has its own value: 0.25 · 0.5 · 1.
    #expect(try red(shader) == 32)
    #expect(try red(shader.with("amount", 0.5)) == 64)
    // 0.25 · 2 · 2
    #expect(try red(shader.with("gain", 2)) == 255)
    // 1 · 0.5 · 0.5
    #expect(try red(shader.with([("gain", "0.5"), ("amount", "1")])) == 64)
    // 0.75 · 0.5 · 1
    #expect(try red(shader.animating(["amount", "gain"]).with("amount", 0.75)) == 96)
    // Setting a parameter makes another shader.
    #expect(try red(shader) == 32)

    #expect(throws: ParameterError.invalid("1.5", for: "amount", expected: "0…1")) {
      try shader.with("amount", 1.5)
    }
    #expect(throws: ParameterError.invalid("2.5", for: "gain", expected: "0…2")) {
      try shader.with("gain", 2.5)
    }
    #expect(throws: ParameterError.invalid("a picture", for: "amount", expected: "0…1")) {
      try shader.with(even(0), for: "amount")
    }
    #expect(throws: ParameterError.unknown("amuont", of: "tabs", known: ["gain", "amount"])) {
      try shader.with("amuont", 1)
    }
  }

  /// The picture parameter of a tab has the tab's name as a prefix; its file is read from the export's folder
  /// unless the parameter is set.
  @Test func picturesOfTabsAreReadFromFilesOrSet() throws {
    let mask = try folder.write([], "mask.png")
    let shader = try shader([
      tab("Image", "image", number: 37, reads: readsBuffer, "texelFetch(iChannel0, ivec2(p), 0)"),
      tab(
        "Buffer A", "buffer", number: 257,
        reads: [["ctype": "texture", "channel": 1, "src": "/media/a/mask.png"]],
        "texture(iChannel1, vec2(0.5))"),
    ])
    #expect(shader.parameters.isEmpty)
    // A picture that is neither read nor set is an error that names its file.
    let error = #expect(throws: RenderError.self) { try red(shader) }
    #expect("\(try #require(error))".contains("'iChannel1', mask.png: "))
    var asked: [String] = []
    let read = try shader.withFiles { path in
      asked.append(path)
      return try even(51)
    }
    #expect(try red(read) == 51)
    #expect(asked == [mask])

    let name = "Buffer A.iChannel1"
    let set = try shader.with(even(102), for: name)
    #expect(try red(set) == 102)
    // Pictures that are set, or will be set, are not read.
    for (shader, names) in [(set, []), (shader, [name])] as [(Shader, [String])] {
      _ = try shader.withFiles(except: names) { path in
        asked.append(path)
        return try even(51)
      }
    }
    #expect(asked == [mask])

    #expect(throws: ParameterError.unknown("iChannel3", of: "tabs", known: ["iChannel1"])) {
      try shader.with(even(0), for: "Buffer A.iChannel3")
    }
    // There is no tab of that name, and the image's channel reads a tab.
    for name in ["Buffer B.iChannel1", "iChannel0"] {
      #expect(throws: ParameterError.unknown(name, of: "tabs", known: [])) {
        try shader.with(even(0), for: name)
      }
    }
  }
}
