import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("segue apply: many images, each to its own file")
struct ApplyBatchTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, picture) in [("a.png", from), ("b.png", to), ("clear.png", fromAlpha)] {
      try FileManager.default.copyItem(atPath: picture, toPath: folder.file(name))
    }
    try Bitmap(contentsOf: to).write(to: folder.file("c.jpg"))
  }

  private func apply(_ words: String..., input: String? = nil) throws -> Run {
    try runSegue(["apply"] + words, input: input, folder: folder.path)
  }

  /// Lists the files in a subfolder, sorted.
  private func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file(name)).sorted()
  }

  private func sepia(_ file: String) throws -> Bitmap {
    try Chain.picture(Bitmap(contentsOf: folder.file(file))).through("sepia").frame()
  }

  private func picture(_ name: String) throws -> Bitmap { try Bitmap(contentsOf: folder.file(name)) }

  @Test("Names have a number, the input's name, or both", arguments: ["1", "5"])
  func patterns(threads: String) throws {
    for (pattern, expected) in [
      ("%d.png", ["0.png", "1.png", "2.png"]), ("%03d.png", ["000.png", "001.png", "002.png"]),
      ("{name}-sepia.png", ["a-sepia.png", "b-sepia.png", "clear-sepia.png"]),
      ("%d-{name}.png", ["0-a.png", "1-b.png", "2-clear.png"]),
      ("100%%-%d.png", ["100%-0.png", "100%-1.png", "100%-2.png"]),
    ] {
      let run = try apply(
        "a.png", "b.png", "clear.png", "--filter", "sepia", "--threads", threads, "-o", "q/\(pattern)")
      expectSuccess(run)
      #expect(run.errorText.contains(/^3 images in [0-9]+ ms\n$/), "\(run.errorText)")
      #expect(try names(in: "q") == expected.sorted())
      for (input, name) in zip(["a.png", "b.png", "clear.png"], expected) {
        #expect(try picture("q/\(name)") == sepia(input), "\(name)")
      }
      try FileManager.default.removeItem(atPath: folder.file("q"))
    }
  }

  @Test("A folder keeps names and formats, except those that cannot be written")
  func folders() throws {
    try FileManager.default.createDirectory(atPath: folder.file("there"), withIntermediateDirectories: false)
    let pnm = try picture("a.png").encoded(as: Formats.PNG())
    try folder.write(Array(pnm), "d.gif")
    for output in ["new/", "there"] {
      expectSuccess(try apply("a.png", "c.jpg", "d.gif", "--filter", "sepia", "-q", "-o", output))
      #expect(try names(in: output) == ["a.png", "c.jpg", "d.png"])
      #expect(try picture("\(output)/d.png") == sepia("a.png"))
    }
    expectSuccess(try apply("a.png", "c.jpg", "--filter", "sepia", "-f", "webp:lossless=true", "-o", "webp/"))
    #expect(try names(in: "webp") == ["a.webp", "c.webp"] && picture("webp/c.webp") == sepia("c.jpg"))
    // A single image is a batch, too.
    expectSuccess(try apply("a.png", "--filter", "sepia", "-q", "-o", "one/"))
    #expect(try picture("one/a.png") == sepia("a.png"))
  }

  @Test func foldersAndListsOfInputs() throws {
    try FileManager.default.createDirectory(atPath: folder.file("in"), withIntermediateDirectories: false)
    for name in ["img10.png", "img2.png"] {
      try FileManager.default.copyItem(atPath: from, toPath: folder.file("in/\(name)"))
    }
    try folder.write(Array("text".utf8), "in/notes.txt")
    let run = try apply("in", "--filter", "sepia", "-o", "q/%d-{name}.png")
    expectSuccess(run)
    #expect(try names(in: "q") == ["0-img2.png", "1-img10.png"])
    #expect(run.errorLines.first == "segue: left out: 1 file that is not named as an image")
    try folder.write(Array("a.png\n\nb.png\n".utf8), "list.txt")
    expectSuccess(try apply("--files-from", "list.txt", "--filter", "sepia", "-o", "r/"))
    expectSuccess(
      try apply(
        "c.jpg", "--files-from", "-", "--filter", "sepia", "-o", "s/%d.png", input: folder.file("list.txt")))
    #expect(try names(in: "r") == ["a.png", "b.png"] && names(in: "s") == ["0.png", "1.png", "2.png"])
    #expect(try picture("s/2.png") == sepia("b.png"))
    expectFailure(
      try apply("--files-from", "list.txt", "--filter", "sepia", "-o", "x.png"), 64,
      saying: ["--files-from"])
    expectFailure(try apply("--filter", "sepia", "-o", "q/"), 64, saying: ["missing expected argument"])
  }

  @Test("A quiet run prints nothing, and events state the number of images")
  func messages() throws {
    let out = "q/"
    let run = try apply("a.png", "b.png", "--filter", "sepia", "-q", "-o", out)
    expectSuccess(run)
    #expect(run.errorText == "" && run.output.isEmpty)
    let json = try apply("a.png", "b.png", "--filter", "sepia", "--json-progress", "--overwrite", "-o", out)
    expectSuccess(json)
    #expect(json.errorText.contains(#""event":"start""#) && json.errorText.contains(#""event":"finish""#))
    #expect(json.errorText.contains(#""frames":2"#) && !json.errorText.contains("images in"))
  }

  @Test("Nothing is written if two images have one output, or an output exists")
  func collisions() throws {
    try FileManager.default.createDirectory(atPath: folder.file("in"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: to, toPath: folder.file("in/a.png"))
    expectFailure(
      try apply("b.png", "a.png", "in/a.png", "--filter", "sepia", "-o", "q/{name}.png"), 64,
      saying: ["q/a.png", "in/a.png"])
    #expect(!FileManager.default.fileExists(atPath: folder.file("q")))
    try folder.write(Array("old".utf8), "1.png")
    expectFailure(
      try apply("a.png", "b.png", "--filter", "sepia", "-o", "%d.png"), 73, saying: ["1.png", "--overwrite"])
    #expect(!FileManager.default.fileExists(atPath: folder.file("0.png")))
    expectSuccess(try apply("a.png", "b.png", "--filter", "sepia", "--overwrite", "-o", "%d.png"))
    #expect(try picture("1.png") == sepia("b.png"))
    // An output must not overwrite another image before it is read, but may replace its own image.
    expectFailure(
      try apply("1.png", "0.png", "--filter", "sepia", "--overwrite", "-o", "%d.png"), 64,
      saying: ["0.png is an input"])
    let expected = try sepia("a.png")
    expectSuccess(try apply("a.png", "b.png", "--filter", "sepia", "--overwrite", "-o", "./"))
    #expect(try picture("a.png") == expected)
  }

  @Test("The error names an unreadable image, and earlier results stay complete")
  func damage() throws {
    try folder.write(Array("no image".utf8), "bad.png")
    expectFailure(
      try apply("a.png", "bad.png", "b.png", "--filter", "sepia", "--threads", "1", "-o", "q/%d.png"), 65,
      saying: ["bad.png"])
    #expect(try names(in: "q") == ["0.png"] && picture("q/0.png") == sepia("a.png"))
    expectFailure(
      try apply("a.png", "none.png", "--filter", "sepia", "-o", "r/%d.png"), 66, saying: ["none.png"])
    #expect(!FileManager.default.fileExists(atPath: folder.file("r")))
  }

  @Test("A signal ends a batch that waits for an image, and results stay")
  func signals() throws {
    #expect(mkfifo(folder.file("never.png"), 0o600) == 0)
    let run = try RunningProcess(
      ["apply", "a.png", "never.png", "b.png", "--filter", "sepia", "--threads", "1", "-o", "q/%d.png"],
      folder: folder.path)
    let written = folder.file("q/0.png")
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: written) { usleep(20_000) }
    run.send(SIGINT)
    let end = run.finish()
    #expect(end.code == 130 && end.errorText.contains("interrupted"), "\(end.errorText)")
    #expect(try names(in: "q") == ["0.png"] && picture("q/0.png") == sepia("a.png"))
  }

  @Test("A warning names filters without effect")
  func unchanged() throws {
    for (filters, words) in [
      (["sharpen:sharpness=0"], "sharpen changes nothing in a.png with these parameters"),
      (
        ["chroma-key", "alpha-test"],
        "chroma-key and alpha-test change nothing in a.png with these parameters"
      ),
      (["motion-detector"], "motion-detector changes nothing in a.png: what compares frames"),
      (["low-pass"], "low-pass changes nothing in a.png: what compares frames"),
    ] {
      let options = filters.flatMap { ["--filter", $0] }
      let one = try runSegue(["apply", "a.png", "--overwrite", "-o", "x.png"] + options, folder: folder.path)
      #expect(one.code == 0 && one.errorText.hasPrefix("segue: \(words)"), "\(one.errorText)")
    }
    let many = try apply("a.png", "b.png", "--filter", "sharpen:sharpness=0", "-q", "-o", "q/")
    #expect(
      many.errorText
        == "segue: sharpen changes nothing in 2 of 2 images (a.png …) with these parameters\n")
    let shown = try apply("a.png", "--filter", "sharpen", "-o", "shown.png")
    #expect(shown.errorText == "")
    #expect(
      try picture("shown.png") == Chain.picture(picture("a.png")).through("sharpen:sharpness=1.5").frame())
  }

  @Test func standardInputHasNoName() throws {
    expectSuccess(
      try apply("-", "b.png", "--filter", "sepia", "-q", "-o", "%d.png", input: folder.file("a.png")))
    #expect(try picture("0.png") == sepia("a.png"))
    for output in ["{name}.png", "q/"] {
      expectFailure(
        try apply("-", "--filter", "sepia", "-o", output, input: folder.file("a.png")), 64,
        saying: ["standard input has no name"])
    }
  }

  @Test("A blend has one result and takes no pattern; without a pattern, two images dissolve")
  func blends() throws {
    for words in [["--blend", "multiply"], ["--second-filter", "sepia"]] {
      for output in ["%d.png", "{name}.png", "q-%02d/"] {
        let run = try runSegue(["apply", "a.png", "b.png", "-o", output] + words, folder: folder.path)
        expectFailure(run, 64, saying: [output])
      }
    }
    try folder.write(Array("vec4 blend(vec4 a, vec4 b) { return a; }".utf8), "own.frag")
    expectFailure(
      try apply("a.png", "b.png", "--shader", "own.frag", "-o", "%d.png"), 64, saying: ["own.frag"])
    expectFailure(try apply("a.png", "b.png", "-o", "%d.png"), 64, saying: ["nothing to apply"])
    expectSuccess(try apply("a.png", "b.png", "--filter", "sepia", "-o", "one.png"))
    let both = try Chain.blend(
      .filter(.picture(picture("a.png")), Catalog.filters.make("sepia")), .picture(picture("b.png")),
      Dissolve())
    #expect(try picture("one.png") == both.frame())
    expectFailure(
      try apply("a.png", "b.png", "c.jpg", "--filter", "sepia", "-o", "all.png"), 64, saying: ["{name}"])
    #expect(!FileManager.default.fileExists(atPath: folder.file("%d.png")))
  }

  @Test(
    "A pattern that the command does not fill in is an error",
    arguments: ["%d.png", "%04d.png", "%5d.png", "%d-%d.png", "{name}.png", "q/%-d.png", "100%-{name}.png"])
  func unfilled(output: String) throws {
    for command in [["frame", "a.png", "b.png", "--progress", "0.5"], ["sheet", "a.png", "b.png"]] {
      expectFailure(try runSegue(command + ["-o", output], folder: folder.path), 64, saying: [output])
    }
    let movie = output.replacing(".png", with: ".mp4")
    for command in [["render", "a.png", "b.png"], ["slideshow", "a.png", "b.png"]] {
      expectFailure(
        try runSegue(command + ["-o", movie], folder: folder.path), 64, saying: [movie])
    }
    #expect(try names(in: "") == ["a.png", "b.png", "c.jpg", "clear.png"])
  }

  @Test("Two percent signs are one, and one before another letter is literal")
  func percentSigns() throws {
    for (output, name) in [("50%%.png", "50%.png"), ("%%d.png", "%d.png"), ("100%.png", "100%.png")] {
      expectSuccess(
        try runSegue(["frame", "a.png", "b.png", "--progress", "0", "-o", output], folder: folder.path))
      #expect(try picture(name) == picture("a.png"))
    }
    expectSuccess(
      try runSegue(["render", "a.png", "b.png", "--frames", "2", "-o", "50%%.y4m"], folder: folder.path))
    #expect(FileManager.default.fileExists(atPath: folder.file("50%.y4m")))
  }
}
