import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue frame, apply and sheet")
struct FrameTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a command that makes one image, and returns its bytes.
  private func image(_ arguments: String..., name: String = "\(UUID()).png") throws -> Bytes {
    let run = try runSegue(arguments + ["-o", name], folder: folder.path)
    expectSuccess(run)
    #expect(run.output.isEmpty && run.errorText.isEmpty, "no output besides the file")
    return try bytes(of: folder.file(name))
  }

  @Test func aFrameByProgressEqualsTheFrameOfARender() throws {
    expectSuccess(
      try runSegue(["render", fromAlpha, toAlpha, "--frames", "5", "-o", "%d.png"], folder: folder.path))
    for (index, progress) in ["0", "0.25", "0.5", "0.75", "1"].enumerated() {
      let frame = try image("frame", fromAlpha, toAlpha, "--progress", progress)
      #expect(try frame == bytes(of: folder.file("\(index).png")))
    }
  }

  @Test func timeIsEased() throws {
    let eased = try image("frame", from, to, "--time", "0.25", "--ease", "ease-in")
    #expect(eased == (try image("frame", from, to, "--progress", "\(TimingCurve.easeIn(at: 0.25))")))
    #expect(eased != (try image("frame", from, to, "--progress", "0.25")))
    // The transition's own curve is linear.
    #expect(try image("frame", from, to, "--time", "0.3") == image("frame", from, to, "--progress", "0.3"))
  }

  @Test func optionsOfTheTransition() throws {
    let plain = try image("frame", from, to, "--progress", "0.5")
    let fade = try image("frame", from, to, "--progress", "0.5", "-t", "cross-dissolve")
    let large = try image("frame", from, to, "--progress", "0.5", "-p", "fraction=0.3")
    #expect(Set([plain, fade, large]).count == 3)
    #expect(try image("frame", from, to, "--progress", "0.5", "--operation", "pop") == plain)
    let small = try image("frame", from, to, "--progress", "0", "--size", "40x40", "--fit", "contain")
    let expected = try Bitmap(contentsOf: from).fitted(to: PixelSize(width: 40, height: 40), .contain)
    #expect(try Bitmap(decoding: small.array) == expected)
  }

  @Test func foldersAreMade() throws {
    let frame = try image("frame", from, to, "--progress", "0.5")
    #expect(
      try image("frame", from, to, "--progress", "0.5", name: "new/within/frame.png") == frame)
  }

  @Test func standardOutputAndInput() throws {
    let expected = try image("frame", from, to, "--progress", "0.5")
    let arguments = ["--progress", "0.5", "-o", "-", "-f"]
    let png = try runSegue(["frame", from, to] + arguments + ["png"])
    expectSuccess(png)
    #expect(png.output == expected)
    #expect(try runSegue(["frame", "-", to] + arguments + ["png"], input: from).output == expected)
    #expect(try runSegue(["frame", from, "-"] + arguments + ["png"], input: to).output == expected)
    // The length of a pipe is unknown.
    let piped = try runShell("cat '\(from)' | \"$0\" \"$@\"", ["frame", "-", to] + arguments + ["png"])
    #expect(piped.output == expected)

    // A device or a pipe exists, and is written to without --overwrite.
    let device = ["--progress", "0.5", "-f", "png", "-o", "/dev/stdout"]
    let named = try runSegue(["frame", from, to] + device)
    expectSuccess(named)
    #expect(named.output == expected)

    let raw = try runSegue(["frame", fromAlpha, toAlpha, "--progress", "0", "-o", "-", "-f", "rgba"])
    #expect(try raw.output == straightBytes(of: fromAlpha))
    let jpeg = try runSegue(["frame", from, to] + arguments + ["jpg"])
    #expect(Catalog.formats.forContent(jpeg.output.array)?.name == "jpeg")
  }

  @Test("apply can build the chain of the diagram: two pixellates into a dissolve")
  func applyIsTheFrame() throws {
    let applied = try image(
      "apply", from, to, "--filter", "pixellate:fraction=0.04", "--second-filter", "pixellate:fraction=0.06",
      "--blend", "dissolve:mix=0.4")
    #expect(applied == (try image("frame", from, to, "--progress", "0.4")))
  }

  @Test func applyToOneImage() throws {
    let blocks = try image("apply", from, "--filter", "pixellate:fraction=0.05")
    let expected = try Bitmap(contentsOf: vectorsFolder + "/pixellate-0050.png")
    #expect(try Bitmap(decoding: blocks.array).largestDifference(from: expected) <= 1)
    #expect(try image("apply", from, "--filter", "pixellate") == blocks, "0.05 is the default")
    let mean = try image("apply", from, "--filter", "pixellate:fraction=0.05,sampling=mean")
    #expect(mean != blocks)
  }

  @Test("Filters apply in the given order")
  func applyInOrder() throws {
    let small = "pixellate:fraction=0.03"
    let large = "pixellate:fraction=0.2,sampling=mean"
    let one = try image("apply", from, "--filter", small, "--filter", large)
    let other = try image("apply", from, "--filter", large, "--filter", small)
    #expect(one != other)
    _ = try image("apply", from, "--filter", small, name: "small.png")
    #expect(try image("apply", folder.file("small.png"), "--filter", large) == one)
  }

  @Test func blendIsEvenByDefault() throws {
    let blend = try image("apply", from, to)
    #expect(blend == (try image("frame", from, to, "-t", "cross-dissolve", "--progress", "0.5")))
    #expect(blend != (try image("apply", from, to, "--blend", "dissolve:mix=0.6")))
  }

  @Test func sheetOfTwelve() throws {
    let sheet = try Bitmap(decoding: image("sheet", from, to).array)
    #expect(sheet.size == PixelSize(width: 4 * 320 + 3 * 8, height: 3 * 180 + 2 * 8))
    #expect(sheet[322, 90] == ContactSheet.standardBackground, "gap between tiles")
    let tile = PixelSize(width: 320, height: 180)
    try expect(sheet, at: (0, 0), shows: Bitmap(contentsOf: from).fitted(to: tile))
    try expect(sheet, at: (3 * 328, 2 * 188), shows: Bitmap(contentsOf: to).fitted(to: tile))
  }

  @Test func sheetHasTheRequestedLayout() throws {
    let png = try image(
      "sheet", from, to, "--frames", "5", "--columns", "3", "--tile-width", "80", "--gap", "5",
      "--background",
      "white")
    let sheet = try Bitmap(decoding: png.array)
    #expect(sheet.size == PixelSize(width: 3 * 80 + 2 * 5, height: 2 * 45 + 5))
    #expect(sheet[82, 20] == .white)
    let tile = PixelSize(width: 80, height: 45)
    try expect(sheet, at: (0, 0), shows: Bitmap(contentsOf: from).fitted(to: tile))
    try expect(sheet, at: (85, 50), shows: Bitmap(contentsOf: to).fitted(to: tile))
  }

  @Test func sheetWithLabelsOfTheMotion() throws {
    let sheet = try Bitmap(
      decoding: image(
        "sheet", from, to, "-t", "slide-down", "--frames", "6", "--sampling", "motion", "--labels", "--size",
        "160x90",
        "--tile-width", "80"
      ).array)
    let framing = Framing(size: PixelSize(width: 160, height: 90))
    let renderer = try TransitionRenderer(
      from: Bitmap(contentsOf: from), to: Bitmap(contentsOf: to), Transitions.SlideDown(), framing: framing)
    let times = FrameSampling.motion.times(frames: 6, of: renderer.timing)
    let same = ContactSheet(times: times, tileWidth: 80, showsProgress: true, title: "slide-down")
    #expect(try sheet == same.render(renderer))
    // Without timing of its own, the transition has the requested curve.
    let eased = try image("sheet", from, to, "--sampling", "motion", "--frames", "3", "--ease", "steps(1)")
    #expect(eased == (try image("sheet", from, to, "--frames", "2")))
  }

  /// The title is the file's name without its folder.
  @Test func sheetOfAShaderIsNamedAfterItsFile() throws {
    let shader = try folder.write(
      Array("vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }".utf8),
      "fade_in.glsl")
    let flags = ["--labels", "--frames", "2", "--size", "160x90", "--tile-width", "80"]
    let run = try runSegue(["sheet", from, to, "--shader", shader, "-o", folder.file("a.png")] + flags)
    expectSuccess(run)
    let framing = Framing(size: PixelSize(width: 160, height: 90))
    let renderer = try TransitionRenderer(
      from: Bitmap(contentsOf: from), to: Bitmap(contentsOf: to), Transitions.CrossDissolve(),
      framing: framing)
    let same = ContactSheet(times: [0, 1], tileWidth: 80, showsProgress: true, title: "fade_in.glsl")
    #expect(try Bitmap(contentsOf: folder.file("a.png")) == same.render(renderer))
  }

  private func expect(
    _ sheet: Bitmap, at corner: (x: Int, y: Int), shows picture: Bitmap,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var tile = try Bitmap(picture.size)
    for y in 0..<tile.height {
      for x in 0..<tile.width { tile[x, y] = sheet[corner.x + x, corner.y + y] }
    }
    #expect(tile.largestDifference(from: picture) <= 1, sourceLocation: sourceLocation)
  }

  /// libtiff is loaded on first use.
  @Test("The first TIFF of a process is read")
  func firstTIFF() throws {
    func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    // Gray, 8 bits, one strip after the directory; each field has a tag, a type, a count of 1 and a value.
    let fields = [
      [256, 3, 4], [257, 3, 2], [258, 3, 8], [259, 3, 1], [262, 3, 1], [273, 4, 110], [278, 3, 2],
      [279, 4, 8],
    ]
    var file = Array("II".utf8) + short(42) + short(8) + [0, 0] + short(fields.count)
    for field in fields {
      file += short(field[0]) + short(field[1]) + [1, 0, 0, 0] + short(field[2]) + [0, 0]
    }
    file += [0, 0, 0, 0] + (0..<8).map { UInt8(30 * $0) }
    let folder = try TemporaryFolder()
    let name = try folder.write(file, "gray.tif")
    expectSuccess(try runSegue(["frame", name, name, "--progress", "0", "-o", folder.file("a.png")]))
    let frame = try Bitmap(contentsOf: folder.file("a.png"))
    #expect(frame.size == PixelSize(width: 4, height: 2))
    #expect(frame[3, 1] == Pixel(red: 210, green: 210, blue: 210))
    var pixels: [UInt8] = []
    for gray in stride(from: UInt8(0), through: 210, by: 30) { pixels += [gray, gray, gray, 255] }
    // Tries the first page by its number, and a file whose name only looks like the number of a page.
    for picture in ["\(name)[0]", try folder.write(file, "gray[7]")] {
      let run = try runSegue(["frame", picture, picture, "--progress", "0", "-f", "rgba", "-o", "-"])
      expectSuccess(run)
      #expect(run.output == Bytes(pixels))
    }
    expectSuccess(try runSegue(["slideshow", "\(name)[0]", "--hold", "0", "-f", "null", "-q"]))
    expectFailure(
      try runSegue(["frame", name, "\(name)[1]", "--progress", "0", "-f", "rgba", "-o", "-"]), 65,
      saying: ["gray.tif[1]: not supported: it has one picture, [0]"])
    expectFailure(
      try runSegue(["frame", name, folder.file("none.tif[0]"), "--progress", "0", "-f", "rgba", "-o", "-"]),
      66,
      saying: ["none.tif: no such file"])
  }
}
