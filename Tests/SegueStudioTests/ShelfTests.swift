import Foundation
import SegueExport
import SegueFormats
import SeguePixels
import SegueRendering
import SegueStoryboard
import SegueStudio
import SegueTestSupport
import SegueTransitions
import Testing

/// Files that pages can use by name, and files that they can add.
@Suite struct ShelfTests {
  private func png(_ width: Int, _ height: Int) throws -> [UInt8] {
    try Bitmap(PixelSize(width: width, height: height), filledWith: .white).encoded(as: Formats.PNG())
  }

  @Test func uploadsHaveNamesOfTheirOwn() throws {
    let shelf = Shelf()
    let names = try ["a.png", "../../a.png", "/tmp/a.png", "a", "a", "\u{1}\u{2}", ""].map {
      try shelf.add(upload: $0, png(4, 4))
    }
    #expect(names == ["a.png", "a-2.png", "a-3.png", "a", "a-2", "picture", "picture-2"])
    #expect(shelf.path("a.png") == "a.png")
    #expect(try shelf.picture("a-2.png").size == PixelSize(width: 4, height: 4))
  }

  @Test func numbersOfEqualNamesPrecedeTheExtension() throws {
    let shelf = Shelf()
    let names = try ["my.photo.png", "my.photo.png", "v1.2/my.photo.png"].map {
      try shelf.add(upload: $0, png(4, 4))
    }
    #expect(names == ["my.photo.png", "my.photo-2.png", "my.photo-3.png"])
  }

  @Test func longNamesKeepTheirExtension() throws {
    let shelf = Shelf()
    func n(_ count: Int) -> String { String(repeating: "n", count: count) }
    #expect(try shelf.add(upload: "some/\(n(120)).png", png(4, 4)) == n(96) + ".png")
    #expect(try shelf.add(upload: "a\(n(95)).png", png(4, 4)) == "a\(n(95)).png")
    #expect(try shelf.add(upload: "a\(n(96)).png", png(4, 4)) == n(96) + "-2.png")
    #expect(try shelf.add(upload: "\(n(120)).cube", [1]) == n(95) + ".cube")
    #expect(try shelf.add(upload: "\(n(120)).acv", [1]) == n(96) + ".acv")
    #expect(shelf.tableNames == [n(95) + ".cube", n(96) + ".acv"] && shelf.pictures.count == 3)
  }

  @Test("A flow names a shader by its full name, or by that and .glsl")
  func shadersOfFlows() throws {
    let folder = try TemporaryFolder()
    let source = "void main() { gl_FragColor = vec4(1.0); }"
    let files = try ["look.frag", "pale.glsl"].map { try folder.write(Array(source.utf8), $0) }
    let shelf = Shelf(shaders: [("look.frag", files[0]), ("pale", files[1])])
    shelf.add(sample: try Bitmap(width: 4, height: 3), named: "a.png")
    func story(_ filter: String) throws -> Storyboard {
      let text = "screens: {a: a.png}\nsteps: [{hold: 1, filters: \(filter)}]"
      return try shelf.storyboard(.init(name: "x.yaml", text: text))
    }
    for name in ["look.frag", "z/look.frag", "pale.glsl", "z/pale.glsl"] {
      #expect(try story(name).scenes.last?.filters.count == 1, "\(name)")
    }
    for name in ["look.glsl", "look.frag.glsl.glsl", "pale.frag", "z/pale/look.glsl"] {
      #expect(throws: StoryboardError.self, "\(name)") { try story(name) }
    }
  }

  @Test func uploadsBeyondTheLimitAreRefused() throws {
    let shelf = Shelf(options: DecodeOptions(maxPixels: 100))
    #expect(try shelf.add(upload: "a.png", png(10, 10)) == "a.png")
    #expect(throws: ImageError.self) { try shelf.add(upload: "b.png", png(11, 10)) }
    #expect(throws: ImageError.self) { try shelf.add(upload: "c.png", [1, 2, 3, 4]) }
    #expect(throws: ImageError.self) { try shelf.add(upload: "d.png", Array(png(10, 10).dropLast(20))) }
    #expect(shelf.pictures.map(\.name) == ["a.png"])
  }

  /// All files but the first two are decoded on demand.
  @Test func filesBeyondTheLimitAreRefused() throws {
    let folder = try TemporaryFolder()
    let files = ["a.png", "b.png", "c.png"].map(folder.file)
    for (file, width) in zip(files, [10, 10, 11]) { try Data(png(width, 10)).write(to: URL(filePath: file)) }
    let shelf = Shelf(options: DecodeOptions(maxPixels: 109))
    try shelf.add(files: files)
    #expect(throws: ImageError.self) { try shelf.picture("c.png") }
    let larger = Shelf(options: DecodeOptions(maxPixels: 110))
    try larger.add(files: files)
    #expect(try larger.picture("c.png").size == PixelSize(width: 11, height: 10))
    #expect(throws: (any Error).self) { try larger.add(files: [files[0], folder.file("nosuch.png")]) }
  }

  @Test func shadersComeWithTheirPictures() throws {
    let folder = try TemporaryFolder()
    try Data(png(2, 2)).write(to: URL(filePath: folder.file("noise.png")))
    let source =
      "/*{\"INPUTS\": [], \"IMPORTED\": {\"noise\": {\"PATH\": \"noise.png\"}}}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(noise); }"
    try source.write(toFile: folder.file("a.fs"), atomically: true, encoding: .utf8)
    let shelf = Shelf(shaders: [("a.fs", folder.file("a.fs"))])
    let filter = try shelf.chainFiles.filter("a.fs")
    #expect(try (Bitmap(width: 3, height: 3) --> filter).frame()[1, 1] == .white)
    // A page must not name the shader's picture.
    #expect(throws: (any Error).self) { try shelf.picture(folder.file("noise.png")) }
  }

  @Test func tablesAreNotListedAsPictures() throws {
    let shelf = Shelf()
    #expect(try shelf.add(upload: "look.cube", Array("LUT_3D_SIZE 2".utf8)) == "look.cube")
    #expect(try shelf.add(upload: "look.cube", [1]) == "look-2.cube")
    #expect(shelf.tableNames == ["look.cube", "look-2.cube"] && shelf.pictures.isEmpty)
    guard case .bytes(let bytes) = try shelf.chainFiles.file("look.cube").content else {
      Issue.record("a table must be bytes")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "LUT_3D_SIZE 2")
    let large = [UInt8](repeating: 32, count: Shelf.maxTable + 1)
    #expect(throws: Refused.self) { try shelf.add(upload: "large.cube", large) }
  }

  /// Makes a shelf of two files of equal name, an upload, a table, a drawn picture, a shader and a flow.
  private func whole(_ folder: TemporaryFolder) throws -> Shelf {
    for name in ["x", "y"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
      try folder.write(png(name == "x" ? 4 : 5, 3), "\(name)/a.png")
    }
    let flow = try folder.write(Array("screens: {a: a.png}\nsteps: []".utf8), "y/flow.yaml")
    let shelf = Shelf(
      shaders: [("bend", folder.file("bend.glsl"))], flows: [try Flow(flow, options: DecodeOptions())])
    try shelf.add(files: [folder.file("x/a.png"), folder.file("y/a.png")])
    _ = try shelf.add(upload: "b.png", png(6, 3))
    _ = try shelf.add(upload: "t.cube", [1])
    shelf.add(sample: try Bitmap(PixelSize(width: 7, height: 3), filledWith: .white), named: "c.png")
    return shelf
  }

  @Test func namesOfFilesHaveAPath() throws {
    let folder = try TemporaryFolder()
    let shelf = try whole(folder)
    #expect(shelf.pictures.map(\.name) == ["a.png", "a-2.png", "b.png", "c.png"])
    #expect(try shelf.pictures.map { try shelf.picture($0.name).width } == [4, 5, 6, 7])
    for (name, path) in [
      ("a.png", folder.file("x/a.png")), ("a-2.png", folder.file("y/a.png")), ("b.png", "b.png"),
      ("c.png", "c.png"), ("t.cube", "t.cube"), ("bend", folder.file("bend.glsl")),
      ("flow.yaml", folder.file("y/flow.yaml")), ("none", "none"),
    ] {
      #expect(shelf.path(name) == path)
      #expect(
        shelf.isFile(name) == ["a.png", "a-2.png", "b.png", "c.png", "t.cube"].contains(name), "\(name)")
    }
  }

  @Test(
    "A flow's names are searched among its own files, the shelf, paths, and last parts of paths")
  func picturesOfFlows() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Array("vec4 transition(vec2 p) { return getToColor(p); }".utf8), "bend.glsl")
    let shelf = try whole(folder)
    let (first, second) = (folder.file("x/a.png"), folder.file("y/a.png"))
    for (flow, name, path) in [
      ("flow.yaml", "a.png", second), ("other.yaml", "a.png", first), ("other.yaml", "a-2.png", second),
      ("other.yaml", second, second), ("other.yaml", first, first), ("other.yaml", "z/a-2.png", second),
      ("other.yaml", "z/a.png", first),
    ] {
      let story = try shelf.storyboard(.init(name: flow, text: "screens: {s: \(name)}\nsteps: []"))
      #expect(story.screens[0].picture == .file(path), "\(name)")
    }
    for (name, width) in [("b.png", 6), ("z/c.png", 7)] {
      let story = try shelf.storyboard(.init(name: "x.yaml", text: "screens: {s: \(name)}\nsteps: []"))
      guard case .bitmap(let bitmap) = story.screens[0].picture else {
        Issue.record("\(name) must have no file")
        return
      }
      #expect(bitmap.width == width)
    }
    for name in ["bend.glsl", "z/bend.glsl"] {
      let text = "screens: {s: a.png, t: b.png}\nsteps: [{push: t, transition: \(name)}]"
      #expect(try shelf.storyboard(.init(name: "x.yaml", text: text)).steps[0].transition == "bend")
    }
    for name in ["z/bent.glsl", "bend/z.glsl", "t.cube"] {
      let text = "screens: {s: a.png, t: b.png}\nsteps: [{push: t, filters: \(name)}]"
      #expect(throws: StoryboardError.self) { try shelf.storyboard(.init(name: "x.yaml", text: text)) }
    }
  }

  @Test func frameSizesOfFlowsHaveTheLimit() throws {
    let folder = try TemporaryFolder()
    try folder.write(png(4, 3), "a.png")
    let text = "size: 10x10\nscreens: {a: a.png}\nsteps: []"
    let file = try folder.write(Array(text.utf8), "flow.yaml")
    for (limit, isTaken) in [(100, true), (99, false)] {
      let options = DecodeOptions(maxPixels: limit)
      let shelf = Shelf(options: options)
      shelf.add(sample: try Bitmap(width: 4, height: 3), named: "a.png")
      for read: () throws -> Void in [
        { _ = try Flow(file, options: options) },
        { _ = try shelf.storyboard(.init(name: "x.yaml", text: text)) },
      ] {
        if isTaken {
          #expect(throws: Never.self) { try read() }
        } else {
          #expect(throws: StoryboardError.self) { try read() }
        }
      }
    }
  }

  /// All files but the first two are opened on demand.
  @Test func atMost500FilesAreListed() throws {
    let folder = try TemporaryFolder()
    let files = try ["a.png", "b.png"].map { try folder.write(png(4, 3), $0) }
    let shelf = Shelf()
    try shelf.add(files: files + (0..<499).map { folder.file("\($0).png") })
    #expect(shelf.pictures.count == 500 && shelf.pictures.last?.name == "497.png")
  }

  @Test("Uploaded pictures count toward the limit of all uploads")
  func picturesTakeRoom() throws {
    let shelf = Shelf()
    let picture = try png(4, 3)
    let most = [UInt8](repeating: 32, count: Shelf.maxTable)
    for number in 0..<15 { _ = try shelf.add(upload: "\(number).cube", most) }
    // Leaves room for two pictures less one byte.
    _ = try shelf.add(upload: "15.cube", Array(most.dropLast(2 * picture.count - 1)))
    #expect(try shelf.add(upload: "a.png", picture) == "a.png")
    #expect(throws: Refused("there is no room for more pictures; start the studio again")) {
      try shelf.add(upload: "b.png", picture)
    }
    #expect(try shelf.add(upload: "c.cube", [UInt8](repeating: 32, count: picture.count - 1)) == "c.cube")
    #expect(Shelf.maxUploaded == 268_435_456 && Shelf.maxTable == 16_777_216 && Shelf.maxPictures == 500)
  }

  @Test("A picture's source is fitted to a frame with the given fit, also over a background")
  func fittedPictures() throws {
    let folder = try TemporaryFolder()
    let bytes = try Bitmap.noise(12, 8, seed: 4).encoded(as: Formats.PNG())
    let picture = try Bitmap(decoding: bytes)
    let shelf = Shelf()
    try shelf.add(files: [try folder.write(bytes, "a.png")])
    _ = try shelf.add(upload: "b.png", bytes)
    shelf.add(sample: picture, named: "c.png")
    for fit in Framing.Fit.allCases {
      let plain = Framing(size: PixelSize(width: 5, height: 6), fit: fit)
      var framing = plain
      framing.background = Pixel("#20ff4080")
      for framing in [plain, framing] {
        let expected = try picture.fitted(to: framing)
        for name in ["a.png", "b.png", "c.png"] {
          let fitted = try FittedPictures([shelf.origin(name)], framing).picture(0)
          #expect(fitted.largestDifference(from: expected) <= 2, "\(name), \(fit)")
        }
      }
    }
    #expect(throws: Refused("there is no picture 'd.png' in this studio")) {
      try shelf.origin("d.png")
    }
  }

  @Test func picturesOfShadersHaveTheLimit() throws {
    let folder = try TemporaryFolder()
    try folder.write(png(3, 2), "noise.png")
    let source =
      "/*{\"INPUTS\": [], \"IMPORTED\": {\"noise\": {\"PATH\": \"noise.png\"}}}*/ void main() { gl_FragColor = IMG_THIS_PIXEL(noise); }"
    let file = try folder.write(Array(source.utf8), "a.fs")
    #expect(throws: Never.self) { try Shelf(options: DecodeOptions(maxPixels: 6)).read(file) }
    #expect(throws: (any Error).self) { try Shelf(options: DecodeOptions(maxPixels: 5)).read(file) }
  }

  @Test func manyPicturesAreRefused() throws {
    let shelf = Shelf()
    let file = try png(1, 1)
    for number in 0..<Shelf.maxPictures { _ = try shelf.add(upload: "\(number)", file) }
    #expect(throws: Refused.self) { try shelf.add(upload: "one more", file) }
  }
}
