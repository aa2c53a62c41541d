import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("Tables of colors in files")
struct ColorTableTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let negative = "LUT_1D_SIZE 2\r\n1 1 1\r\n0 0 0\r\n"

  private func write(_ name: String, _ text: String) throws -> String {
    try folder.write(Array(text.utf8), name)
  }

  private func apply(_ filter: String, _ options: [String] = []) throws -> Run {
    try runSegue(
      ["apply", from, "--filter", filter] + options + ["-o", "-", "-f", "png"], folder: folder.path)
  }

  private func frame(_ filter: String) throws -> Bitmap {
    let run = try apply(filter)
    expectSuccess(run)
    return try Bitmap(decoding: run.output.array)
  }

  @Test func filesOfEveryKind() throws {
    let picture = try Bitmap(contentsOf: from)
    let inverted = try (picture --> Catalog.filters.make("color-invert")).frame()
    let cube = try write("negative.cube", Self.negative)
    #expect(try frame("color-table:table=\(cube)") == inverted)
    #expect(try frame("lut:table=negative.cube,intensity=0") == picture)

    let noise = try Bitmap.noise(512, 512, seed: 1, opaque: true)
    try noise.write(to: folder.file("noise.png"))
    let (hald, lookup) = (try ColorTable(haldCLUT: noise), try ColorTable(lookup: noise))
    #expect(try frame("hald-clut:table=noise.png") == (picture --> ColorTableFilter(hald)).frame())
    #expect(
      try frame("lookup:intensity=0.5,table=noise.png")
        == (picture --> Lookup(lookup, intensity: 0.5)).frame())
    let soft = try (picture --> SoftElegance(first: lookup, second: lookup)).frame()
    #expect(try frame("soft-elegance:first=noise.png,second=noise.png") == soft)

    try folder.write([0, 4, 0, 1, 0, 2, 0, 255, 0, 0, 0, 0, 0, 255], "negative.acv")
    #expect(try frame("tone-curve:file=negative.acv") == inverted)
    #expect(try frame("tone-curve:rgb=0,1,0.5,0.5,1,0") == inverted)
  }

  /// Tables in rendered frames, and in storyboards in the same folder as the tables.
  @Test func tablesThatFollowTheProgress() throws {
    let picture = try Bitmap(contentsOf: from)
    let inverted = try (picture --> Catalog.filters.make("color-invert")).frame()
    _ = try write("negative.cube", Self.negative)
    expectSuccess(
      try runSegue(
        ["render", from, "--filter", "color-table:table=negative.cube,intensity=progress", "--frames", "3"]
          + ["-o", "%d.png"], folder: folder.path))
    #expect(try Bitmap(contentsOf: folder.file("0.png")) == picture)
    #expect(try Bitmap(contentsOf: folder.file("2.png")) == inverted)

    let yaml = """
      fps: 2
      screens: {a: \(from), b: \(to)}
      steps:
        - push: b
          chain: {blend: "dissolve:mix=0", result: "color-table:table=negative.cube,intensity=progress"}
          duration: 1
      """
    let story = try write("flow.yaml", yaml)
    expectSuccess(
      try runSegue(
        ["storyboard", story, "-o", "s%d.png"]
          .map { $0 == "s%d.png" ? folder.file($0) : $0 }))
    #expect(try Bitmap(contentsOf: folder.file("s2.png")) == inverted)
  }

  @Test func errorsNameWhatIsNeeded() throws {
    _ = try write("short.cube", "LUT_3D_SIZE 2\n0 0 0\n")
    _ = try write("wrong.cube", "LUT_3D_SIZE 2\n0 0 0\n0 zero 0\n")
    _ = try write("page.html", "<html>\n")
    try Bitmap(width: 20, height: 10).write(to: folder.file("small.png"))
    for (filter, code, words) in [
      ("color-table", 64, ["color-table needs table", ".cube"]),
      ("lookup", 64, ["lookup needs table", "512x512"]),
      ("soft-elegance:first=noise.png", 66, ["noise.png: no such file"]),
      ("color-table:table=none.cube", 66, ["none.cube: no such file"]),
      ("color-table:table=short.cube", 65, ["short.cube: LUT_3D_SIZE 2 needs 8 colors; there is 1"]),
      ("color-table:table=wrong.cube", 65, ["wrong.cube: line 3: 'zero' is no number"]),
      ("color-table:table=page.html", 65, ["page.html: line 1: '<html>' precedes LUT_1D_SIZE"]),
      ("color-table:table=small.png", 65, ["small.png: a HaldCLUT is a square", "20x10"]),
      ("lookup:table=small.png", 65, ["small.png: a lookup table is a picture of 512x512", "20x10"]),
      (
        "lookup:table=wrong.cube", 65,
        ["wrong.cube: not a picture in a format that Segue reads", "color-table"]
      ),
      ("tone-curve:file=wrong.cube", 65, ["wrong.cube: not a file of curves"]),
      ("tone-curve:file=small.png", 65, ["small.png: a picture"]),
      ("tone-curve:rgb=0,0,0.5", 64, ["rgb is '0,0,0.5' but must be x,y,x,y"]),
    ] as [(String, Int32, [String])] {
      expectFailure(try apply(filter), code, saying: words)
    }
  }

  /// A declared size must not allocate memory: 256³ colors would take 268 MB.
  @Test func aDeclaredSizeAllocatesNoMemory() throws {
    _ = try write("promise.cube", "LUT_3D_SIZE 256\n0 0 0\n")
    let run = try runShell(
      #"ulimit -v 250000; exec "$0" "$@""#,
      [
        "apply", from, "--filter", "color-table:table=\(folder.file("promise.cube"))", "-o",
        folder.file("a.png"),
      ])
    expectFailure(run, 65, saying: ["16777216 colors; there is 1"])
  }
}
