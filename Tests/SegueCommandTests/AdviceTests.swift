import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("Errors give advice")
struct AdviceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Run { try runSegue(arguments, folder: folder.path) }

  private static let clips: [(name: String, start: [UInt8])] = [
    ("MP4 or QuickTime", [0, 0, 0, 32] + Array("ftypisom".utf8)),
    ("MP4 or QuickTime", [0, 0, 0, 8] + Array("wide\0\0\0\0mdat".utf8)),
    ("QuickTime", [0, 0, 0, 20] + Array("ftypqt  ".utf8)),
    ("Matroska or WebM", [0x1A, 0x45, 0xDF, 0xA3, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("AVI", Array("RIFF\0\0\0\0AVI LIST".utf8)),
    ("Flash Video", Array("FLV\u{1}\0\0\0\0\0\0\0\0".utf8)),
    ("MPEG", [0, 0, 1, 0xBA, 0x44, 0, 4, 0, 4, 1, 0, 0]),
    ("WMV", [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0, 0xAA]),
  ]

  @Test("A video of any name is reported as a video, with the name of a frame")
  func clips() throws {
    for (container, start) in Self.clips {
      let file = try folder.write(start + [UInt8](repeating: 0, count: 99), "a clip.png")
      let words = ["a video (\(container))", "one of its frames is an image: '\(file)[1.5s]'"]
      expectFailure(try run("frame", from, file, "--time", "0", "-o", "-", "-f", "png"), 65, saying: words)
      // A slideshow takes clips.
      expectFailure(
        try run("slideshow", from, file, "-f", "null"), 65, saying: ["no clip that can be used: "])
      #expect(throws: ImageError.video(file: file, container: container)) { try Bitmap(contentsOf: file) }
    }
    for other in [
      Array("FLV".utf8), Array("RIFF\0\0\0\0WAVEfmt ".utf8), [0, 0, 0, 32] + Array("ftypM4A isom".utf8),
    ] {
      let file = try folder.write(other, "other")
      #expect(throws: ImageError.notAnImage(file: file)) { try Bitmap(contentsOf: file) }
    }
    let run = try run(
      "frame", from, folder.write(Self.clips[0].start, "b"), "--progress", "1", "-o", "x.png",
      "--json-progress")
    #expect(run.errorText.contains(#""code":"image.video""#))
  }

  @Test(
    "Names of transitions in other programs get a suggestion",
    arguments: [
      ("crossfade", "cross-dissolve"),
      ("blinds", "slice-wipe"),
      ("page", "page-curl"), ("CrossDissolve", "cross-dissolve"),
      ("fade_to_black", "fadeblack"), ("curtain", "doors"),
    ])
  func transitions(_ word: String, _ name: String) throws {
    let words = ["no transition '\(word)'; did you mean \(name)? ('segue list transitions' has all)"]
    expectFailure(try run("render", from, to, "-t", word, "-f", "null"), 64, saying: words)
  }

  @Test(
    "Unknown filters, blends, maps and easings get a suggestion",
    arguments: [
      (
        ["apply", from, "--filter", "greyscale", "-o", "a.png"],
        "did you mean grayscale? ('segue list filters' has all)"
      ),
      (
        ["apply", from, to, "--blend", "plus", "-o", "a.png"],
        "did you mean add-blend? ('segue list blends' has all)"
      ),
      (
        ["render", from, to, "--ease", "easeInOut", "-f", "null"],
        "did you mean ease-in-out? ('segue list easings' has all)"
      ),
      (["render", from, to, "--ease", "ease-out-sin", "-f", "null"], "did you mean easeOutSine?"),
      (["render", from, to, "--ease", "elastc-out", "-f", "null"], "did you mean elastic-out?"),
      (["render", from, to, "--ease", "elastic", "-f", "null"], "did you mean spring(duration:s,bounce:b)?"),
      (["explain", "blinds"], "did you mean slice-wipe? ('segue list' has all)"),
    ])
  func others(_ arguments: [String], _ words: String) throws {
    expectFailure(try runSegue(arguments, folder: folder.path), 64, saying: [words])
  }

  @Test(
    "Options of ffmpeg get the equivalent options of this command",
    arguments: [
      ("--force", "--overwrite replaces existing files"), ("-d", "--duration takes seconds"),
      ("--rate", "--fps takes frames a second"),
      ("-i", "inputs stand without an option: segue render from.png to.png -o frames/%04d.png"),
      ("--codec", "codecs are options of formats, such as -f mov:codec=prores"),
      ("-crf", "--encoder-option crf=23"),
      ("--width", "--size takes both sides"),
    ])
  func foreignOptions(_ option: String, _ words: String) throws {
    expectFailure(
      try run("render", from, to, option, "1", "-o", "a.mp4"), 64,
      saying: ["unknown option '\(option)'; \(words)"])
  }

  @Test("The error for -i shows an example of the command")
  func inputs() throws {
    for (command, example) in [
      ("join", "segue join A.mp4"), ("slideshow", "segue slideshow photos/"), ("info", "segue info A"),
    ] {
      expectFailure(
        try run(command, "-i", from), 64, saying: ["'-i'; inputs stand without an option: \(example)"])
    }
  }

  @Test("-y and -r are --overwrite and --fps, as in ffmpeg")
  func shortForms() throws {
    let words = ["render", from, to, "--frames", "3", "-o", "a.gif"]
    expectSuccess(try runSegue(words + ["-r", "20"], folder: folder.path))
    expectSuccess(try runSegue(words + ["--fps", "20", "--overwrite"], folder: folder.path))
    let first = try bytes(of: folder.file("a.gif"))
    expectSuccess(try runSegue(words + ["-y", "-r", "20"], folder: folder.path))
    #expect(try bytes(of: folder.file("a.gif")) == first)
    for twice in [["-r", "20", "--fps", "30"], ["--fps", "30", "-r", "20"], ["-r", "2", "-r", "3"]] {
      expectFailure(
        try runSegue(words + twice, folder: folder.path), 64, saying: ["--fps is given twice"])
    }
    expectSuccess(try run("frame", from, to, "--time", "0", "-o", "a.png"))
    expectSuccess(try run("frame", from, to, "--time", "1", "-o", "a.png", "-y"))
    let plan = ["plan", "render", from, to, "--shards", "1", "-o", "f/%d.png"]
    expectSuccess(try runSegue(plan, folder: folder.path))
    expectSuccess(try runSegue(plan + ["-y"], folder: folder.path))
    #expect(try !String(contentsOfFile: folder.file("plan.json"), encoding: .utf8).contains("-y"))
  }

  @Test(
    "The error for a misspelled easing of Penner suggests the right one",
    arguments: [
      ("easeOutElastik", "easeOutElastic"), ("elastic-outt", "elastic-out"), ("in-out-bak", "in-out-back"),
      ("easeInBounse", "easeInBounce"),
    ])
  func easings(_ word: String, _ name: String) throws {
    expectFailure(try run("explain", word), 64, saying: ["did you mean \(name)?"])
    expectFailure(
      try run("render", from, to, "--ease", word, "-f", "null"), 64, saying: ["did you mean \(name)?"])
  }

  @Test("An option that the command lacks is not suggested")
  func optionsOfOthers() throws {
    let run = try run("list", "-r")
    expectFailure(run, 64, saying: ["unknown option '-r'"])
    #expect(!run.errorText.contains("--fps"))
  }

  @Test("More than two images get segue slideshow as advice", arguments: ["render", "frame", "sheet"])
  func threeImages(_ command: String) throws {
    let options = command == "frame" ? ["--progress", "0", "-o", "a.png"] : ["-o", "a.png"]
    expectFailure(
      try runSegue([command, from, to, from] + options, folder: folder.path), 64,
      saying: ["unexpected argument", "takes two images, and 'segue slideshow' any number"])
  }

  @Test(
    "A misspelled name is reported before an existing file",
    arguments: ["frame", "sheet", "render", "apply"])
  func namesFirst(_ command: String) throws {
    try folder.write([1], "a.png")
    let options = [
      "frame": ["-t", "zzz", "--progress", "0"], "sheet": ["-t", "zzz"],
      "render": ["-t", "zzz", "--frames", "1"],
      "apply": ["--blend", "zzz"],
    ]
    expectFailure(
      try runSegue([command, from, to, "-o", "a.png"] + (options[command] ?? []), folder: folder.path), 64,
      saying: ["'zzz'"])
    let right = ["frame": ["--progress", "0"], "render": ["--frames", "1"]]
    expectFailure(
      try runSegue([command, from, to, "-o", "a.png"] + (right[command] ?? []), folder: folder.path), 73,
      saying: ["exists already"])
  }

  @Test("An unknown extension is answered with all extensions that can be written")
  func endings() throws {
    let run = try run("render", from, to, "-o", "c.avi")
    expectFailure(
      run, 64, saying: ["c.avi: no format is written with the extension .avi, only .png, ", ".mp4", ".gif"])
    #expect(!run.errorText.contains(".qoi") && !run.errorText.contains(".psd"))
    expectFailure(
      try self.run("frame", from, to, "--progress", "0", "-o", "c.xyz"), 64,
      saying: ["c.xyz: no format is written with the extension .xyz, only .png, .jpg, .jpeg"])
  }

  @Test(
    "A transparent picture is named in the error, and black bars cause a warning",
    .enabled(if: hasFFmpeg, ffmpegMissing))
  func transparency() throws {
    let clear = try run("render", from, toAlpha, "--frames", "3", "-o", "a.mp4")
    expectFailure(
      clear, 73, saying: ["a.mp4", "\(toAlpha) is transparent, and mp4 has no transparency", "--background"])
    expectFailure(
      try run("render", from, toAlpha, "--frames", "3", "--fit", "contain", "-o", "a.mp4"), 73,
      saying: ["\(toAlpha) is transparent"])
    #expect(folder.names().isEmpty)
    let options = ["--frames", "3", "--fps", "3", "--size", "90x90", "-q"]
    let barred = try runSegue(
      ["render", from, to, "--fit", "contain", "-o", "a.mp4"] + options, folder: folder.path)
    expectSuccess(barred)
    #expect(
      barred.errorText == "segue: mp4 has no transparency: bars are black; --background takes another color\n"
    )
    let black = try runSegue(
      ["render", from, to, "--fit", "contain", "--background", "black", "-o", "b.mp4"] + options,
      folder: folder.path)
    expectSuccess(black)
    #expect(black.errorText.isEmpty)
    #expect(try bytes(of: folder.file("a.mp4")) == bytes(of: folder.file("b.mp4")))
    // There is no warning for pictures that fill the frame, since they have no bars.
    let full = try runSegue(
      ["render", from, to, "--fit", "contain", "--frames", "3", "-q", "-o", "c.mp4"], folder: folder.path)
    #expect(full.code == 0 && full.errorText.isEmpty)
    let show = try runSegue(
      [
        "slideshow", from, to, "--fit", "contain", "--size", "90x90", "--hold", "0.1", "--duration", "0.1",
        "-q", "-o", "d.mp4",
      ],
      folder: folder.path)
    #expect(show.code == 0 && show.errorText.contains("bars are black"), "\(show.errorText)")
  }

  @Test(
    "Gaps of transitions become black, with a warning; with filters they cause an error",
    .enabled(if: hasFFmpeg, ffmpegMissing))
  func gapsOfTransitions() throws {
    let render = ["render", from, to, "-t", "dimming-slide", "--frames", "3", "-q"]
    let gaps = try runSegue(render + ["-o", "a.mp4"], folder: folder.path)
    #expect(gaps.code == 0)
    #expect(
      gaps.errorText
        == "segue: mp4 has no transparency: gaps of transitions are black; --background takes another color\n"
    )
    expectSuccess(try runSegue(render + ["--background", "black", "-o", "b.mp4"], folder: folder.path))
    #expect(try bytes(of: folder.file("a.mp4")) == bytes(of: folder.file("b.mp4")))
    let show = ["slideshow", from, to, "-t", "dimming-slide", "--hold", "0.1", "--duration", "0.2", "-q"]
    let film = try runSegue(show + ["-o", "c.mp4"], folder: folder.path)
    #expect(film.code == 0 && film.errorText.contains("gaps of transitions are black"))
    for words in [show, render] {
      let filtered = try runSegue(words + ["--filter", "sepia", "-o", "d.mp4"], folder: folder.path)
      expectFailure(filtered, 73, saying: ["--background"])
    }
  }

  @Test("All items of 'segue list' are explained, with their kind in the singular")
  func everythingIsExplained() throws {
    let formats = Catalog.formats.items.map { ($0.name, "format") }
    let maps = [Catalog.maps.items[0], Catalog.maps.items[Catalog.maps.items.count - 1]].map {
      ($0.name, "map")
    }
    let easings = (TimingCurve.named.map(\.name) + ["spring(0.5,0)", "cubic-bezier(0.4,0,0.2,1)"]).map {
      ($0, "easing")
    }
    for (name, kind) in formats + maps + easings {
      let run = try run("explain", name)
      expectSuccess(run)
      #expect(run.text.hasPrefix("\(name) (\(kind))\n"), "\(run.text)")
    }
    for kind in ["transition", "filter", "blend", "map", "easing", "format"] {
      #expect(try run("list", kind).output == run("list", kind + "s").output)
    }
    #expect(try run("explain", "jpg").output == run("explain", "jpeg").output)
  }

  @Test("Examples of formats run", arguments: ["gif", "png", "apng", "webp", "y4m", "rgba", "bmp"])
  func examplesOfFormats(_ name: String) throws {
    let text = try run("explain", name).text
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("  segue ") })
    for (name, file) in [("from.png", from), ("to.png", to)] {
      try FileManager.default.copyItem(atPath: file, toPath: folder.file(name))
    }
    if name == "bmp" { try Bitmap(contentsOf: from).write(to: folder.file("in.bmp"), as: .png) }
    let words = line.split(separator: " ").dropFirst().map(String.init)
    expectSuccess(
      try runSegue(words + (words[0] == "render" ? ["-q", "--duration", "0.1"] : []), folder: folder.path))
  }

  @Test("--quiet is an option of all commands that run")
  func quiet() throws {
    let commands = [
      "render", "storyboard", "slideshow", "frame", "apply", "sheet", "preview", "studio", "work", "verify",
      "finish", "list",
      "explain", "bench",
    ]
    for command in commands { #expect(try run(command, "--help").text.contains("-q, --quiet"), "\(command)") }
    let run = try run("frame", from, to, "--progress", "0", "-q", "--json-progress", "-o", "a.png")
    #expect(run.code == 0 && run.errorText.isEmpty, "\(run.errorText)")
  }
}
