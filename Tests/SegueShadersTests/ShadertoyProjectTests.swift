import Foundation
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Exports and folders of Shadertoy's tabs: what is wrong with them, and what they may leave out.
@Suite struct ShadertoyProjectTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func shader(_ json: String) throws -> Shader {
    try folder.write(Array(json.utf8), "x.json")
    return try Shader(contentsOf: folder.file("x.json"))
  }

  /// A tab that shows one color.
  private func tab(_ name: String, _ type: String, _ color: String, _ more: String = "") -> String {
    """
    {"name": "\(name)", "type": "\(type)", \(more)"code": "void mainImage(out vec4 c, in vec2 p) { c = \(color); }"}
    """
  }

  private func pixel(_ shader: Shader) throws -> Pixel {
    let filter = try #require(ShaderFilter(shader))
    return try (Bitmap(width: 2, height: 2) --> filter).frame()[0, 0]
  }

  @Test func whatIsNoExportIsSaid() throws {
    for (json, message) in [
      ("{}", "this is no export of Shadertoy: an object with 'renderpass' is expected"),
      ("[1]", "this is no export of Shadertoy: an object with 'renderpass' is expected"),
      (#"{"renderpass": []}"#, "there is no tab of type 'image'"),
      (#"{"renderpass": [\#(tab("Buffer A", "buffer", "vec4(1)"))]}"#, "there is no tab of type 'image'"),
      (
        #"{"renderpass": [\#(tab("Image", "image", "vec4(1)")), \#(tab("Sky", "cubemap", "vec4(1)"))]}"#,
        "the tab 'Sky' is a cube map, and there are none"
      ),
      (
        #"{"renderpass": [\#(tab("", "cubemap", "vec4(1)"))]}"#,
        "the tab 'cubemap' is a cube map, and there are none"
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

  /// The site's API gives one shader, an archive a list; what a tab puts out has a number or a name.
  @Test func formsOfAnExport() throws {
    let tabs = ["\"4dX\"", "257"].map { id in
      let read = #""inputs": [{"id": \#(id), "ctype": "buffer", "channel": 0}], "#
      return [
        tab("Image", "image", "texelFetch(iChannel0, ivec2(p), 0)", read),
        tab("Buffer A", "buffer", "vec4(0.2, 0.4, 0.6, 1.0)", #""outputs": [{"id": \#(id)}], "#),
      ].joined(separator: ",")
    }
    for list in tabs {
      let export = #"{"renderpass": [\#(list)], "info": {"description": "Blue."}}"#
      for json in [export, #"{"Shader": \#(export)}"#, #"{"Shader": [\#(export)]}"#] {
        let shader = try shader(json)
        #expect(shader.summary == "Blue.")
        #expect(try pixel(shader) == Pixel(red: 51, green: 102, blue: 153), "\(json)")
      }
    }
  }

  /// The tab is the image where nothing is said of it.
  @Test func aTabWithoutATypeIsTheImage() throws {
    let shader = try shader(
      #"{"renderpass": [{"code": "void mainImage(out vec4 c, in vec2 p) { c = vec4(0.2, 0.4, 0.6, 1.0); }"}]}"#
    )
    #expect(try pixel(shader) == Pixel(red: 51, green: 102, blue: 153))
  }

  private func tabs(image: String, buffer: String) -> String {
    let read = #""inputs": [{"id": 1, "ctype": "buffer", "channel": 0}], "#
    func tab(_ name: String, _ type: String, _ code: String, _ more: String) -> String {
      #"{"name": "\#(name)", "type": "\#(type)", \#(more)"code": "\#(code)"}"#
    }
    return
      #"{"renderpass": [\#(tab("Image", "image", image, read)), \#(tab("Buffer A", "buffer", buffer, #""outputs": [{"id": 1}], "#))]}"#
  }

  /// A number where a tab has a vector would leave its other components without a value.
  @Test func whatTabsShareHasOneType() throws {
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

  @Test func warningsOfAllTabsAreTold() throws {
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

  @Test func namesOfTheFilesOfTabs() throws {
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
