import SegueGLSL
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import Testing

/// Cube maps: pictures sampled by a direction.
@Suite struct CubeTests {
  /// Directions to the center of faces and near it, with the position on the face by OpenGL's table.
  static let directions: [(direction: String, face: Int, across: Double, down: Double)] = [
    ("1, 0, 0", 0, 0.5, 0.5), ("-2, 0, 0", 1, 0.5, 0.5), ("0, 3, 0", 2, 0.5, 0.5), ("0, -1, 0", 3, 0.5, 0.5),
    ("0, 0, 1", 4, 0.5, 0.5), ("0, 0, -5", 5, 0.5, 0.5),
    ("1, 0.5, -0.25", 0, 0.625, 0.25), ("-1, 0.5, -0.25", 1, 0.375, 0.25), ("0.5, 1, 0.25", 2, 0.75, 0.625),
    ("0.5, -1, 0.25", 3, 0.75, 0.375), ("0.5, -0.25, 1", 4, 0.75, 0.625), ("0.5, -0.25, -1", 5, 0.25, 0.625),
  ]

  /// Six faces of 8 × 8 pixels in a row or a column; red is the face, green and blue the position.
  private func faces(areBelow: Bool) throws -> Bitmap {
    var picture = try Bitmap(width: areBelow ? 8 : 48, height: areBelow ? 48 : 8)
    for face in 0..<6 {
      for y in 0..<8 {
        for x in 0..<8 {
          picture[areBelow ? x : 8 * face + x, areBelow ? 8 * face + y : y] = Pixel(
            red: UInt8(40 * face), green: UInt8(20 * x + 20), blue: UInt8(20 * y + 20))
        }
      }
    }
    return picture
  }

  /// A position between two pixels gives their mean.
  @Test(
    arguments: directions.indices,
    ["varying vec2 textureCoordinate;", "uniform vec2 u_resolution;"])
  func aDirectionReadsAPositionOnAFace(index: Int, declaration: String) throws {
    let (direction, face, across, down) = Self.directions[index]
    let shader = try Shader(
      source: """
        \(declaration)
        uniform samplerCube sky;
        uniform sampler2D inputImageTexture;
        void main() {
          vec3 direction = vec3(\(direction));
          gl_FragColor = textureCube(sky, direction) + 0.0 * texture2D(inputImageTexture, gl_FragCoord.xy);
        }
        """)
    #expect(shader.parameters.last?.name == "sky" && shader.kind == .filter)
    for areBelow in [false, true] {
      let filter = try #require(ShaderFilter(shader.with(faces(areBelow: areBelow), for: "sky")))
      let pixel = try (Bitmap(width: 3, height: 2) --> filter).frame()[1, 1]
      func byte(_ place: Double) -> Double { 20 * (8 * place - 0.5) + 20 }
      #expect(pixel.red == UInt8(40 * face), "\(direction)")
      #expect(abs(Double(pixel.green) - byte(across)) <= 1 && abs(Double(pixel.blue) - byte(down)) <= 1)
    }
  }

  /// At its edges, a face is not mixed with other faces; a picture of any other aspect ratio is used for each
  /// face.
  @Test func facesAreNotMixedAtEdges() throws {
    let source =
      "uniform samplerCube sky; void main() { gl_FragColor = texture(sky, vec3(1.0, 0.0, -0.999)); }"
    let shader = try Shader(source: source)
    let edge = try #require(ShaderFilter(shader.with(faces(areBelow: false), for: "sky")))
    #expect(try (Bitmap(width: 2, height: 2) --> edge).frame()[0, 0] == Pixel(red: 0, green: 160, blue: 90))
    let picture = try Bitmap(PixelSize(width: 5, height: 4), filledWith: .white)
    let whole = try #require(ShaderFilter(shader.with(picture, for: "sky")))
    #expect(try (picture --> whole).frame()[0, 0] == .white)
  }

  /// Mesa does the same.
  @Test(
    "Among components of equal length, the first one selects the face",
    arguments: [
      ("1, 1, 0.5", 0), ("1, 0.5, 1", 0), ("1, -1, 1", 0), ("0.5, 1, 1", 2), ("0.5, -1, 1", 3),
      ("-1, 1, 0.5", 1),
    ])
  func edgesAreOfTheFirstFace(direction: String, face: Int) throws {
    let shader = try Shader(
      source: "uniform samplerCube sky; void main() { gl_FragColor = texture(sky, vec3(\(direction))); }")
    let filter = try #require(ShaderFilter(shader.with(faces(areBelow: false), for: "sky")))
    #expect(try (Bitmap(width: 2, height: 2) --> filter).frame()[0, 0].red == UInt8(40 * face))
  }

  @Test("Mipmap levels of a repeated picture are repeated", arguments: [("repeat", true), ("clamp", false)])
  func levelsAreRepeated(wrap: String, isRepeated: Bool) throws {
    let folder = try TemporaryFolder()
    let picture = try Bitmap.noise(16, 8, seed: 4, opaque: true)
    func color(_ place: String) throws -> Pixel {
      let json = """
        {"renderpass": [{"type": "image", "outputs": [], "inputs": [
          {"channel": 0, "type": "texture", "sampler": {"filter": "mipmap", "wrap": "\(wrap)", "vflip": "true"}}],
          "code": "void mainImage(out vec4 c, in vec2 p) { c = textureLod(iChannel0, \(place), 1.0); }"
        }]}
        """
      let shader = try Shader(contentsOf: folder.write(Array(json.utf8), "levels.json"))
      return try (picture --> #require(ShaderFilter(shader))).frame()[0, 0]
    }
    #expect(try (color("vec2(1.5, -0.25)") == color("vec2(0.5, 0.75)")) == isRepeated)
    #expect(try (color("vec2(0.25, 2.5)") == color("vec2(0.25, 0.5)")) == isRepeated)
  }

  /// A channel is a cube map if the export has this type.
  @Test func channelsOfAnExportMayBeCubeMaps() throws {
    let folder = try TemporaryFolder()
    let json = """
      {"renderpass": [
        {"type": "common", "code": "vec3 ahead() { return vec3(0, 0, 1); }", "inputs": [], "outputs": []},
        {"type": "image", "inputs": [{"channel": 1, "type": "cubemap", "filepath": "/media/sky.png"}], "outputs": [],
         "code": "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel1, ahead()); }"}
      ]}
      """
    try json.write(toFile: folder.file("cube.json"), atomically: true, encoding: .utf8)
    let sky = try faces(areBelow: false)
    // A file beside the export is read by its name.
    try "".write(toFile: folder.file("sky.png"), atomically: true, encoding: .utf8)
    let shader = try Shader(contentsOf: folder.file("cube.json")).withFiles { path in
      #expect(path == folder.file("sky.png"))
      return sky
    }
    let frame = try (Bitmap(width: 2, height: 2) --> #require(ShaderFilter(shader))).frame()
    #expect(frame[0, 0] == Pixel(red: 160, green: 90, blue: 90))
  }

  @Test("Code added for a cube does not change the lines of errors")
  func errorsBesideACubeHaveTheirLine() throws {
    let folder = try TemporaryFolder()
    func places(common: String, image: String) throws -> [String] {
      let json = """
        {"renderpass": [
          {"type": "common", "code": "\(common)"},
          {"type": "image", "code": "\(image)", "inputs": [{"channel": 1, "type": "cubemap"}]}
        ]}
        """
      try json.write(toFile: folder.file("cube.json"), atomically: true, encoding: .utf8)
      let error = #expect(throws: ShaderError.self) { try Shader(contentsOf: folder.file("cube.json")) }
      return error?.diagnostics.map { "\($0.file):\($0.line):\($0.column)" } ?? []
    }
    let wrong = "void mainImage(out vec4 c, in vec2 p) {\\n  c = x; }"
    let right = "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel1, vec3(f())); }"
    let name = folder.file("cube.json")
    #expect(try places(common: "float f() {\\n return x; }", image: right) == ["\(name), common:2:9"])
    #expect(try places(common: "float f;", image: wrong) == ["\(name), image:2:7"])
  }

  /// Samplers of an export: the wrap mode, and nearest or linear filters.
  @Test(arguments: [("repeat", "nearest"), ("clamp", "nearest"), ("repeat", "linear"), ("clamp", "mipmap")])
  func samplersOfAnExportHaveWrapAndFilterModes(wrap: String, filter: String) throws {
    let folder = try TemporaryFolder()
    let json = """
      {"renderpass": [{"type": "image", "outputs": [], "inputs": [
        {"channel": 0, "type": "texture", "sampler": {"filter": "\(filter)", "wrap": "\(wrap)", "vflip": "true"}}],
        "code": "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, 2.0 * (p + 0.15) / iResolution.xy - 0.5); }"
      }]}
      """
    try json.write(toFile: folder.file("wrap.json"), atomically: true, encoding: .utf8)
    let shader = try #require(ShaderFilter(Shader(contentsOf: folder.file("wrap.json"))))
    var picture = try Bitmap(width: 8, height: 8)
    for y in 0..<8 {
      for x in 0..<8 { picture[x, y] = Pixel(red: UInt8(16 * x), green: UInt8(16 * y), blue: 0) }
    }
    let frame = try (picture --> shader).frame()
    for x in 0..<8 {
      // Position in texels from the left, of 8.
      let place = 2 * (Double(x) + 0.65) - 4
      var texel = wrap == "repeat" ? (place + 8).truncatingRemainder(dividingBy: 8) : place
      texel = filter == "nearest" ? texel.rounded(.down) : texel - 0.5
      #expect(abs(Double(frame[x, 4].red) - 16 * min(max(texel, 0), 7)) <= 0.51, "\(x)")
    }
  }

  @Test(
    "The nearest texel is right on both axes of a picture that is not square", arguments: [(8, 4), (4, 8)])
  func nearestPixels(width: Int, height: Int) throws {
    let folder = try TemporaryFolder()
    let json = """
      {"renderpass": [{"type": "image", "outputs": [], "inputs": [
        {"channel": 0, "type": "texture", "sampler": {"filter": "nearest", "wrap": "repeat", "vflip": "true"}}],
        "code": "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, 2.0 * (p + 0.15) / iResolution.xy - 0.5); }"
      }]}
      """
    let shader = try #require(ShaderFilter(Shader(contentsOf: folder.write(Array(json.utf8), "both.json"))))
    let picture = try Bitmap.noise(width, height, seed: 4, opaque: true)
    let frame = try (picture --> shader).frame()
    /// The texel that a pixel reads, both counted from the coordinate 0.
    func texel(_ pixel: Int, of count: Int) -> Int {
      let place = 2 * (Double(pixel) + 0.65) - Double(count) / 2
      return (Int(place.rounded(.down)) + count) % count
    }
    for y in 0..<height {
      for x in 0..<width {
        let below = texel(height - 1 - y, of: height)
        #expect(frame[x, y] == picture[texel(x, of: width), height - 1 - below], "\(x), \(y)")
      }
    }
  }
}
