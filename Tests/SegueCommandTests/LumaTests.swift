import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue: wipes that follow a map")
struct LumaTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    // A 16-bit slope from top to bottom.
    let raster = (0..<64).flatMap { [UInt8($0 * 4), UInt8($0)] }
    try folder.write(Array("P5\n# made by hand\n1 64\n65535\n".utf8) + raster, "down.pgm")
  }

  private func half(_ options: [String], at progress: String = "0.5") throws -> Bitmap {
    let run = try runSegue(
      ["frame", from, to, "--progress", progress, "-o", "-", "-f", "png"] + options, folder: folder.path)
    expectSuccess(run)
    return try Bitmap(decoding: run.output.array)
  }

  @Test("--luma is short for the transition luma and its map")
  func options() throws {
    let map = try half(["--luma", "down.pgm"])
    #expect(try half(["-t", "luma:map=down.pgm"]) == map)
    #expect(try half(["-t", "luma", "-p", "map=down.pgm"]) == map)
    #expect(try half(["-t", "luma:map=luma09", "-p", "map=down.pgm"]) == map)
    #expect(try half(["-t", "luma:map=down.pgm,softness=1", "-p", "softness=0"]) == map)
    let (first, second) = (try Bitmap(contentsOf: from), try Bitmap(contentsOf: to))
    let (x, y) = (first.width / 2, first.height)
    #expect(map[x, y / 2 - 3] == second[x, y / 2 - 3] && map[x, y / 2 + 3] == first[x, y / 2 + 3])

    let soft = try half(["--luma", "smpte:101", "--softness", "0.3", "--invert"])
    #expect(try half(["-t", "luma:map=smpte:101,softness=0.3,invert=true"]) == soft)
    #expect(try half(["-t", "luma:map=smpte101,softness=0.3", "-p", "invert=true"]) == soft)
    let renderer = try TransitionRenderer(
      from: first, to: second,
      Transitions.Luma(Catalog.maps.make("iris-rect"), softness: 0.3, isInverted: true))
    #expect(try renderer.frame(at: 0.5) == soft)
  }

  @Test("All 16 bits of a map are used")
  func fineMap() throws {
    // A gradient within one step of 8 bits, from 0x8000 to 0x807e; the progress is at its middle.
    let raster = (0..<64).flatMap { [128, UInt8($0 * 2)] as [UInt8] }
    try folder.write(Array("P5 1 64 65535\n".utf8) + raster, "fine.pgm")
    let map = try half(["--luma", "fine.pgm"], at: "0.500983")
    let (first, second) = (try Bitmap(contentsOf: from), try Bitmap(contentsOf: to))
    let (x, y) = (first.width / 2, first.height)
    #expect(map[x, y / 2 - 3] == second[x, y / 2 - 3] && map[x, y / 2 + 3] == first[x, y / 2 + 3])
  }

  @Test("A map may have any readable format, and come from a pipe")
  func formats() throws {
    var picture = try Bitmap(width: 64, height: 2)
    for x in 0..<64 {
      for y in 0..<2 { picture[x, y] = Pixel(red: UInt8(4 * x), green: UInt8(4 * x), blue: UInt8(4 * x)) }
    }
    for name in ["map.png", "map.jpg"] {
      try picture.write(to: folder.file(name))
      let decoded = try Bitmap(contentsOf: folder.file(name))
      let renderer = try TransitionRenderer(
        from: Bitmap(contentsOf: from), to: Bitmap(contentsOf: to), Transitions.Luma(LumaPlane(of: decoded)))
      #expect(try half(["--luma", name]) == renderer.frame(at: 0.5))
    }
    let run = try runSegue(
      ["frame", from, to, "--progress", "0.5", "--luma", "-", "-o", "-", "-f", "png"],
      input: folder.file("map.png"))
    expectSuccess(run)
    #expect(try Bitmap(decoding: run.output.array) == half(["--luma", "map.png"]))
  }

  @Test("Commands that take a transition take a map")
  func everywhere() throws {
    for (arguments, last) in [
      (["render", from, to, "--luma", "down.pgm", "--frames", "3", "-o", "a%d.png"], "a1.png"),
      (
        [
          "slideshow", from, to, "-t", "fade-in, luma:map=down.pgm,softness=0", "--hold", "0", "--duration",
          "1", "--fps", "2", "-o", "b%d.png",
        ], ""
      ),
      (
        [
          "slideshow", from, to, "-t", "luma:map=down.pgm", "--hold", "0", "--duration", "1", "--fps", "2",
          "-o", "c%d.png",
        ], "c1.png"
      ),
      (
        ["bench", "-t", "luma:map=down.pgm,softness=0.1", "--size", "64x48", "--quick", "--threads", "1"], ""
      ),
      (["sheet", from, to, "--luma", "down.pgm", "--softness", "0.2", "-o", "sheet.png"], ""),
    ] {
      expectSuccess(try runSegue(arguments, folder: folder.path))
      if !last.isEmpty { #expect(try Bitmap(contentsOf: folder.file(last)) == half(["--luma", "down.pgm"])) }
    }
    // The map's file is relative to the storyboard.
    let yaml = """
      fps: 2
      screens: {a: \(from), b: \(to)}
      defaults: {transition: luma, parameters: {map: iris-rect}}
      steps:
        - push: b
          parameters: {map: down.pgm, softness: 0}
          duration: 1
        - pop:
          duration: 1
      """
    let story = try folder.write(Array(yaml.utf8), "flow.yaml")
    expectSuccess(try runSegue(["storyboard", story, "-o", folder.file("s%d.png")]))
    #expect(try Bitmap(contentsOf: folder.file("s1.png")) == half(["--luma", "down.pgm"]))
    let iris = try runSegue(
      [
        "frame", to, from, "--progress", "0.5", "--luma", "iris-rect", "--operation", "pop", "-o", "-", "-f",
        "png",
      ])
    #expect(try Bitmap(contentsOf: folder.file("s3.png")) == Bitmap(decoding: iris.output.array))
  }

  @Test("Errors have one line")
  func errors() throws {
    try folder.write(Array("P5 3 2 255 abc".utf8), "short.pgm")
    try folder.write(Array("P5 3 2 70000 abcdef".utf8), "wrong.pgm")
    try folder.write(Array("text".utf8), "text.txt")
    for (options, code, words) in [
      (["--luma", "lumma01"], 64, ["map is 'lumma01'", "did you mean luma01?"]),
      (["--luma", "smpte:102"], 64, ["did you mean smpte:101?"]),
      (["--luma", "nothing"], 64, ["a picture's file, such as ./map.pgm", "segue list maps"]),
      (["--luma", "none.pgm"], 66, ["none.pgm: no such file"]),
      (["--luma", "short.pgm"], 65, ["short.pgm: truncated: 3x2 pixels are 3 bytes a row"]),
      (["--luma", "wrong.pgm"], 65, ["wrong.pgm: damaged: the largest value is 70000, not 1…65535"]),
      (["--luma", "text.txt"], 65, ["text.txt: not a picture in a format that Segue reads"]),
      (
        ["--luma", "down.pgm", "--max-pixels", "63"], 65,
        ["down.pgm: 1x64 pixels are more than the limit of 63"]
      ),
      (["--luma", "luma01", "--softness", "2"], 64, ["softness is '2'", "0…1"]),
      (["--luma", "luma01", "--softness", "some"], 64, ["softness is 'some'", "0…1"]),
      (["--softness", "0.1"], 64, ["--softness needs --luma"]),
      (["--invert"], 64, ["--invert needs --luma"]),
      (["--luma", "luma01", "-t", "wipe"], 64, ["give --transition or --luma, not both"]),
      (["--luma", "luma01", "--shader", "a.glsl"], 64, ["give --shader or --luma, not both"]),
      (["-t", "luma:map"], 64, ["luma:map"]),
      (["-t", "luma:shape=1"], 64, ["no parameter 'shape'", "map, softness, invert"]),
    ] as [([String], Int32, [String])] {
      let run = try runSegue(
        ["frame", from, to, "--progress", "0.5", "-o", folder.file("out.png")] + options, folder: folder.path)
      expectFailure(run, code, saying: words)
    }
    #expect(!folder.names().contains("out.png"))
    expectFailure(
      try runSegue(["render", from, to, "-o", "a.bmp"]), 64, saying: ["BMP files are read, not written"])
    expectFailure(
      try runSegue(["slideshow", from, to, "-t", "luma:softness", "-f", "null"]), 64,
      saying: ["'luma:softness'"])
    expectFailure(try runSegue(["bench", "-t", "luma:softness"]), 64, saying: ["'luma:softness'"])
    let story = try folder.write(
      Array(
        "screens: {a: \(from), b: \(to)}\nsteps:\n  - push: b\n    transition: luma\n    parameters: {map: short.pgm}\n"
          .utf8),
      "wrong.yaml")
    expectFailure(
      try runSegue(["storyboard", story, "-f", "null"]), 65, saying: ["wrong.yaml:5", "short.pgm: truncated"])
  }

  @Test("A PGM is a picture like any other")
  func pictures() throws {
    let run = try runSegue(
      ["render", "down.pgm", "down.pgm", "--frames", "2", "-o", "%d.png"], folder: folder.path)
    expectSuccess(run)
    #expect(try Bitmap(contentsOf: folder.file("0.png"))[0, 63] == Pixel(red: 251, green: 251, blue: 251))
  }
}
