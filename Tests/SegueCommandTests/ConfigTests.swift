import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("--preset and the configuration file")
struct ConfigTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the command with a configuration file of the given text; nil for none.
  private func segue(_ config: String?, _ words: String...) throws -> Run { try segue(config, words) }

  private func segue(_ config: String?, _ words: [String]) throws -> Run {
    if let config { try folder.write(Array(config.utf8), "config") }
    return try runSegue(
      words, environment: ["SEGUE_CONFIG": config == nil ? "" : "config"], folder: folder.path)
  }

  private struct Report: Decodable {
    let output, format: String
    let frames, width, height: Int
    let rate: String
    let existingFiles: Int
    let commands: [[String]]?
  }

  /// The report of a dry run.
  private func report(_ config: String?, _ words: String...) throws -> Report {
    if let config { try folder.write(Array(config.utf8), "config") }
    let run = try runSegue(
      words + ["--dry-run", "--print-command", "--json"],
      environment: ["SEGUE_CONFIG": config == nil ? "" : "config"], folder: folder.path)
    expectSuccess(run)
    return try JSONDecoder().decode(Report.self, from: Data(run.output.array))
  }

  private static let builtIn = ["web", "story", "gif", "master", "preview"]

  @Test(
    "Each preset renders by its listed options", .enabled(if: hasFFmpeg, ffmpegMissing), arguments: builtIn)
  func presets(_ name: String) throws {
    struct Preset: Decodable {
      let name: String
      let options: [String]
    }
    let list = try JSONDecoder().decode(
      [Preset].self, from: Data(segue(nil, "list", "presets", "--json").output.array))
    #expect(list.map(\.name) == Self.builtIn)
    let preset = try #require(list.first { $0.name == name })
    let words = ["render", from, to, "--frames", "2"]
    expectSuccess(
      try runSegue(words + ["--preset", name], environment: ["SEGUE_CONFIG": ""], folder: folder.path))
    let file = name == "gif" ? "movie.gif" : name == "master" ? "movie.mov" : "movie.mp4"
    #expect(folder.names() == [file])
    let made = try bytes(of: folder.file(file))
    expectSuccess(
      try runSegue(words + preset.options + ["-y"], environment: ["SEGUE_CONFIG": ""], folder: folder.path))
    #expect(try bytes(of: folder.file(file)) == made)
    // The text lists the same options.
    let text = try segue(nil, "list", "presets").text
    for option in preset.options {
      let words = option.split(separator: "=", maxSplits: 1)
      #expect(text.contains("\(words[0]) \(words[1])"))
    }
    #expect(try segue(nil, "list").text.contains("\n  \(Self.builtIn.joined(separator: ", "))\n"))
  }

  @Test("An option on the command line has precedence over a preset, in any spelling and position")
  func precedence() throws {
    let web = try report(nil, "render", from, to, "--preset", "web")
    #expect(web.width == 1920 && web.rate == "30" && web.output == "movie.mp4" && web.frames == 31)
    let own = try report(
      nil, "render", from, to, "-r", "24", "--preset=web", "--size", "64x36", "-o", "a.mp4")
    #expect(own.width == 64 && own.rate == "24" && own.output == "a.mp4")
    // Another format drops the options for the format of the preset.
    for words in [["-o", "a.webm"], ["-f", "webm", "-o", "a.webm"]] {
      let run = try runSegue(
        ["render", from, to, "--preset", "web", "--print-command"] + words, environment: ["SEGUE_CONFIG": ""])
      #expect(run.text.contains("libvpx-vp9 -crf 24 ") && !run.text.contains("-crf 23"))
    }
    #expect(try report(nil, "render", from, to, "--preset", "web", "-o", "f/%d.png").format == "png")
    let crf = try report(nil, "render", from, to, "--preset", "preview", "--encoder-option", "crf=40")
    #expect(
      crf.commands?.joined().contains("30") == false && crf.commands?.joined().contains("ultrafast") == true)
    // A storyboard's size and rate have precedence over a preset's.
    try folder.write(
      Array("size: 64x36\nfps: 10\nscreens: {a: \(from)}\nsteps: [{hold: 1}]\n".utf8), "flow.yaml")
    #expect(try report(nil, "storyboard", "flow.yaml", "--preset", "web").width == 64)
  }

  @Test("An unknown preset is an error with advice; segue frame has no presets")
  func unknownPresets() throws {
    expectFailure(
      try segue(nil, "render", from, to, "--preset", "wep"), 64,
      saying: ["no preset 'wep'; did you mean web?"])
    expectFailure(
      try segue(nil, "render", from, to, "--preset", "veryfast"), 64,
      saying: ["there are web, story", "--encoder-option preset=veryfast"])
    expectFailure(
      try segue(nil, "frame", from, to, "--time", "0", "-o", "a.png", "--preset", "web"), 64,
      saying: ["unknown option '--preset'"])
  }

  private static let config = """
    # Defaults.
    fps = 24
    size = "64x36"
    overwrite = true
    encoder-option = crf=31
    columns = 5

    [render]
    size = 32x18
    [sheet]
    columns = 2
    [preset mine]
    format = gif
    output = mine.gif
    frames = 4
    [preset gif]
    output = own.gif
    """

  @Test("The file sets defaults of options; those for video apply only to video")
  func defaults() throws {
    try folder.write([1], "a.gif")
    let gif = try report(Self.config, "render", from, to, "--frames", "5", "-o", "a.gif")
    #expect(gif.width == 32 && gif.rate == "24" && gif.existingFiles == 1)
    #expect(try report(Self.config, "slideshow", from, to, "-o", "a.gif").width == 64)
    #expect(try report(Self.config, "render", from, to, "--size", "8x6", "-o", "a.gif").width == 8)
    let movie = try report(Self.config, "render", from, to, "-o", "a.mp4")
    if hasFFmpeg { #expect(movie.commands?.joined().contains("31") == true) }
    let off = try runSegue(
      ["render", from, to, "-o", "b.gif", "--no-config", "--dry-run"],
      environment: ["SEGUE_CONFIG": "config"], folder: folder.path)
    #expect(off.text.contains("of 160x90 at 50 a second"))
    let sheet = try segue(Self.config, "sheet", from, to, "-o", "s.png", "--dry-run", "--verbose")
    #expect(sheet.errorText.contains("configuration config: --columns=2 --size=64x36 --overwrite\n"))
  }

  @Test("Presets of the file replace built-in ones")
  func ownPresets() throws {
    let mine = try report(Self.config, "render", from, to, "--preset", "mine")
    #expect(mine.output == "mine.gif" && mine.frames == 4 && mine.width == 32)
    #expect(try report(Self.config, "render", from, to, "--preset", "gif").output == "own.gif")
    let list = try segue(Self.config, "list", "presets").text
    #expect(list.contains("  mine ") && list.contains("--output own.gif\n") && list.contains("Of config."))
    // A preset may be the default.
    let chosen = try report("preset = gif\n", "render", from, to)
    #expect(chosen.width == 640 && chosen.output == "movie.gif")
    #expect(try report("preset = gif\n", "render", from, to, "--preset", "web").width == 1920)
  }

  @Test("An option that excludes a default drops it")
  func exclusion() throws {
    let report = try report(
      "duration = 3\nresume = true\n", "render", from, to, "--frames", "2", "-y", "-o", "a.gif")
    #expect(report.frames == 2)
    #expect(try segue("verbose = true\n", "render", from, to, "-q", "-f", "null").errorText.isEmpty)
  }

  @Test(
    "Defaults that do not suit the format or the effect are left out",
    arguments: [
      ("depth = 16", ["apply", from, "--filter", "sepia", "-o", "a.jpg"]),
      ("depth = 16", ["render", from, to, "--frames", "2", "-f", "null"]),
      ("depth = 16", ["render", from, to, "--frames", "2", "-o", "a.y4m"]),
      ("ease = ease-in", ["frame", from, to, "--progress", "0.5", "-o", "a.png"]),
      ("budget = 2MB", ["render", from, to, "--frames", "2", "-o", "a/%d.png"]),
      (
        "softness = 0.5\ninvert = true",
        ["render", from, to, "--frames", "2", "-t", "cube", "-o", "a/%d.png"]
      ),
      (
        "luma = luma07\nsoftness = 0.5",
        ["render", from, to, "--frames", "2", "-t", "cube", "-o", "a/%d.png"]
      ),
      (
        "parameter = eye=3\n[preset s]\ntransition = cross-dissolve",
        ["render", from, to, "--frames", "2", "--preset", "s", "-o", "a/%d.png"]
      ),
      (
        "transition = cube\nparameter = eye=3",
        ["render", from, to, "--frames", "2", "--luma", "luma07", "-o", "a/%d.png"]
      ),
      (
        "transition = cube\nparameter = eye=3",
        ["render", from, to, "--frames", "2", "--blend", "dissolve", "-o", "a/%d.png"]
      ),
      (
        "transition = cube\nparameter = eye=3",
        ["render", from, to, "--frames", "2", "-t", "cross-dissolve", "-o", "a/%d.png"]
      ),
    ])
  func unsuited(_ text: String, _ words: [String]) throws {
    expectSuccess(try segue(text, words + ["--dry-run"]))
  }

  @Test("Defaults that suit the format or the effect are used")
  func suited() throws {
    let words = ["render", from, to, "--frames", "3", "--size", "8x6", "-f", "rgba", "-o", "-", "-q"]
    let soft = try segue("softness = 0.5", words + ["--luma", "luma07"]).output
    #expect(soft == (try segue(nil, words + ["--luma", "luma07", "--softness", "0.5"]).output))
    #expect(soft == (try segue("luma = luma07\nsoftness = 0.5", words).output))
    #expect(soft == (try segue("luma = luma07\n[render]\nsoftness = 0.5", words).output))
    let preset = "luma = luma07\n[preset s]\nsoftness = 0.5"
    #expect(soft == (try segue(preset, words + ["--preset", "s"]).output))
    let deep = try segue(
      "format = webp\ndepth = 16", "render", from, to, "--frames", "2", "-o", "a/%d.png", "--dry-run",
      "--verbose")
    #expect(deep.errorText.contains("--depth=16"))
    #expect(soft != (try segue(nil, words + ["--luma", "luma07"]).output))
    expectFailure(
      try segue("depth = 99", "render", from, to, "--frames", "2", "-o", "a.y4m"), 65, saying: ["config:1"])
  }

  @Test("Defaults of the file do not replace values of a job")
  func job() throws {
    let job = try runSegue(
      ["render", from, to, "--frames", "2", "-o", "a.gif", "--print-job"], environment: ["SEGUE_CONFIG": ""])
    try folder.write(job.output.array, "job.json")
    #expect(try report("size = 8x6\n", "render", "--job", "job.json").width == 160)
  }

  @Test("A plan stores the options of the file, so shards are rendered without the file")
  func plan() throws {
    let words = [
      "plan", "render", from, to, "--frames", "3", "--shards", "1", "-o", "f/%d.png", "--preset", "gif",
    ]
    expectSuccess(
      try runSegue(
        words, environment: ["SEGUE_CONFIG": try folder.write(Array("fit = contain\n".utf8), "config")],
        folder: folder.path))
    struct Plan: Decodable {
      struct Command: Decodable { let render: Job }
      let job: Command
    }
    let plan = try JSONDecoder().decode(Plan.self, from: Data(bytes(of: folder.file("plan.json")).array))
    let job = plan.job.render
    #expect(job.frame.size == "640x360" && job.times.fps == "15" && job.frame.fit == "contain")
    try folder.write(Array("nonsense\n".utf8), "config")
    expectSuccess(try segue(nil, "work", "plan.json", "--shard", "0"))
    #expect(try Bitmap(contentsOf: folder.file("f/2.png")).size == PixelSize(width: 640, height: 360))
  }

  @Test(
    "An invalid line is an error with the file and the number of the line",
    arguments: [
      ("fps = 3\nsizee = 3", "config:2: there is no option 'sizee'; did you mean size?"),
      ("\n\nlight = abc", "config:3: the value 'abc' is invalid for '--light <light>'"),
      ("fps", "config:1: a line is option = value"), ("--fps = 3", "config:1: a line is option = value"),
      ("[presett x]", "config:1: a section is [preset NAME] or [COMMAND]"),
      ("[rendr]", "did you mean [render]?"),
      ("verbose = yes", "config:1: verbose is true or false, not 'yes'"),
      ("# mine\r\nsize = 64x36\r\nfpss = 2\r\n", "config:3: there is no option 'fpss'"),
      ("size =", "config:1: size has no value"), ("y = true", "config:1: there is no option 'y'"),
      ("[preset web]\nfps = no", "config:2: the value 'no' is invalid for '--fps <f>'"),
      ("\ntransition = zzz", "config:2: there is no transition 'zzz'"),
      ("filter = zzz:a=1", "config:1: there is no filter 'zzz'"),
      ("help = true", "config:1: only the command line can set 'help'"),
      ("[preset web]\npreset = wall", "config:2: a preset cannot name a preset"),
    ])
  func errors(_ text: String, _ message: String) throws {
    expectFailure(
      try segue(text, "render", from, to, "--preset", "web", "-o", "a.gif"), 65, saying: [message])
    let json = try segue(text, "render", from, to, "--preset", "web", "-o", "a.gif", "--json-progress")
    #expect(
      json.errorText.contains(#""code":"config.invalid""#) && json.errorText.contains(#""file":"config""#))
  }

  @Test("Errors that no line of the file causes are reported as without the file")
  func otherErrors() throws {
    expectFailure(try segue("fps = 3", "render", from, to, "--size", "x"), 64, saying: ["'--size <WxH>'"])
    expectFailure(
      try segue("fps = 3", "render", from, to, "--siz", "3"), 64, saying: ["unknown option '--siz'"])
    expectFailure(
      try segue("transition = zzz", "render", from, to, "-t", "zzzz"), 64, saying: ["'zzzz'"])
    let missing = try runSegue(["list", "maps"], environment: ["SEGUE_CONFIG": folder.file("nope")])
    expectFailure(missing, 66, saying: ["nope: no such file"])
    try folder.write([0xFF, 0xFE, 0, 1], "config")
    expectFailure(
      try runSegue(["list"], environment: ["SEGUE_CONFIG": "config"], folder: folder.path), 65,
      saying: ["config"])
    // Help and the version do not need the file.
    for word in ["--help", "--version"] {
      expectSuccess(try runSegue([word], environment: ["SEGUE_CONFIG": "nope"], folder: folder.path))
    }
  }

  @Test("The file is searched in $XDG_CONFIG_HOME, else in ~/.config")
  func places() throws {
    for place in ["xdg/segue", "home/.config/segue"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(place), withIntermediateDirectories: true)
    }
    try folder.write(Array("size = 8x6".utf8), "xdg/segue/config")
    try folder.write(Array("size = 6x8".utf8), "home/.config/segue/config")
    let script = "unset SEGUE_CONFIG; \"$0\" frame \(from) \(to) --time 0 -o a.png --dry-run"
    for (variables, size) in [
      ("XDG_CONFIG_HOME=$PWD/xdg HOME=$PWD/home", "8x6"), ("XDG_CONFIG_HOME= HOME=$PWD/home", "6x8"),
      ("XDG_CONFIG_HOME=xdg HOME=$PWD/home", "6x8"), ("XDG_CONFIG_HOME= HOME=$PWD", "160x90"),
    ] {
      let run = try runShell("export \(variables); \(script)", [], folder: folder.path)
      #expect(run.text.contains(" of \(size), "), "\(run.text)\(run.errorText)")
    }
  }
}
