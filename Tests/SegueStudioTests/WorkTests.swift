import Foundation
import SegueExport
import SegueFormats
import SegueRendering
import SeguePixels
import SegueStoryboard
import SegueStudio
import SegueTransitions
import Testing

/// A work, with its command, code, storyboard and frames.
@Suite struct WorkTests {
  private func shelf() throws -> Shelf {
    let shelf = Shelf()
    for (name, color) in [("a.png", Pixel.black), ("b.png", Pixel.white)] {
      shelf.add(sample: try Bitmap(PixelSize(width: 64, height: 36), filledWith: color), named: name)
    }
    return shelf
  }

  private func cube() -> Work {
    var work = Work(from: "a.png", to: "b c.png", .init("cube", ["eye": "2", "pull": "0.25"]))
    work.operation = .dismiss
    work.duration = 0.5
    work.ease = "cubic-bezier(0.3,0,0.1,1)"
    return work
  }

  private func path(_ name: String) -> String { name.hasSuffix(".png") ? "pictures/\(name)" : name }

  @Test func theCommand() {
    var output = WorkOutput(file: "segue.mp4")
    output.fps = "30"
    output.boomerang = true
    #expect(
      cube().command(output, path: path) == """
        segue render pictures/a.png 'pictures/b c.png' -t cube -p eye=2 -p pull=0.25 --operation dismiss \
        --duration 0.5 --ease 'cubic-bezier(0.3,0,0.1,1)' --fps 30 --boomerang -o segue.mp4
        """)
    output.still = 0.25
    #expect(cube().command(output, path: path).hasPrefix("segue frame pictures/a.png"))
    #expect(cube().command(output, path: path).contains(" --time 0.25 --ease"))
  }

  /// Without quotes, a number sign would begin a comment.
  @Test func colorsAreQuotedInStoryboards() {
    var work = cube()
    work.background = "#102030"
    #expect(work.yaml(rate: "10", path: path).contains(/\nbackground: (["'])#102030\1\n/))
  }

  @Test("A quote with a combining mark is escaped, too")
  func quotes() {
    var work = cube()
    work.ease = "a'\u{301}, b: c"
    #expect(work.yaml(rate: "10", path: path).contains("curve: 'a''\u{301}, b: c'\n"))
  }

  @Test func theCommandOfAFlow() throws {
    let story = try Storyboard(
      yaml: "fps: 10\nscreens: {a: a.png}\nsteps: [{hold: 1}]", named: "flow.yaml",
      .given { .file($0) })
    var output = WorkOutput(file: "segue.mp4")
    #expect(
      output.texts(ofFlow: "my flow.yaml", story).command == "segue storyboard 'my flow.yaml' -o segue.mp4")
    #expect(
      output.texts(ofFlow: "flow.yaml", story).code.contains(
        "rate: story.rate).export(to: .file(\"segue.mp4\"))"))
    // A movie has the flow's sound, with and without options of its format.
    let loud = try Storyboard(
      yaml: "fps: 10\nscreens: {a: a.png}\nsteps: [{hold: 1}]\naudio: a.wav", named: "flow.yaml",
      .given { .file($0) })
    #expect(
      output.texts(ofFlow: "flow.yaml", loud).code.contains(
        ".video(\"segue.mp4\", Formats.MP4(), sound: story.soundtrack)"))
    output.options = ["chroma": "444"]
    let code = output.texts(ofFlow: "flow.yaml", loud).code
    #expect(code.contains("\"chroma\": \"444\"") && code.contains("VideoFormat)!, sound: story.soundtrack)"))
    #expect(!output.texts(ofFlow: "flow.yaml", story).code.contains("soundtrack"))
    output.options = nil
    output.still = 0.5
    output.file = "x.png"
    #expect(
      output.texts(ofFlow: "flow.yaml", story).command == "segue storyboard flow.yaml --range 5-5 -o x.png")
  }

  @Test func filesThatAreSetAreFoundByTheirPaths() {
    var work = cube()
    work.transition = .init("luma", ["map": "clouds.png", "softness": "0.2"])
    let code = work.swift(WorkOutput(file: "x.mp4"), path: { "shelf/\($0)" }, isFile: { $0 == "clouds.png" })
    #expect(
      code.contains(
        #"named("luma").make([("softness", "0.2")], files: [("map", try ParameterFile(contentsOf: "shelf/clouds.png"))])"#
      ))
  }

  @Test("Code that reads a format of ffmpeg permits programs") func picturesOfPrograms() {
    let code = cube().swift(WorkOutput(file: "x.mp4"), path: { _ in "a.PSD" }, isFile: { _ in false })
    #expect(
      code.contains(#"let from = try Bitmap(contentsOf: "a.PSD", options: DecodeOptions(programs: true))"#))
  }

  @Test func framesInFilesAndRawFrames() {
    var output = WorkOutput(file: "frames/%04d.png")
    #expect(cube().command(output, path: path).hasSuffix(" -o frames/%04d.png"))
    #expect(
      cube().swift(output, path: path, isFile: { _ in false }).contains(
        ".export(to: .files(\"frames/%04d.png\"))"))
    output.file = "frames/%04d.jpg"
    output.options = ["quality": "35", "chroma": "444"]
    #expect(cube().command(output, path: path).hasSuffix(" -f jpeg:chroma=444,quality=35 -o frames/%04d.jpg"))
    let code = #"(Catalog.formats.make("jpeg", ["chroma": "444", "quality": "35"]) as? any ImageFormat)!"#
    #expect(cube().swift(output, path: path, isFile: { _ in false }).contains(code))
    output.format = "jpeg"
    #expect(cube().command(output, path: path).hasSuffix(" -f jpeg:chroma=444,quality=35 -o frames/%04d.jpg"))
    output.options = nil
    output.file = "segue.rgba"
    output.format = "rgba"
    #expect(cube().command(output, path: path).hasSuffix(" -f rgba -o segue.rgba"))
    #expect(
      cube().swift(output, path: path, isFile: { _ in false }).contains(
        ".stream(\"segue.rgba\", Formats.RGBA())"))
  }

  @Test func theCommandOfAChain() {
    var work = Work(from: "a.png", to: "b.png")
    work.fromFilters = [.init("pixellate", ["fraction": "0.1*progress"])]
    work.filters = [.init("sepia"), .init("vignette")]
    #expect(
      work.command(WorkOutput(file: "x.png"), path: { $0 }) == """
        segue render a.png b.png --from-filter 'pixellate:fraction=0.1*progress' --filter sepia --filter vignette \
        -o x.png
        """)
  }

  @Test func theCodeStandsInTheArticle() throws {
    // The article, whose code is compiled and run, has the code that the studio shows.
    let article = try String(
      contentsOfFile: URL(filePath: #filePath).deletingLastPathComponent().path
        + "/../../Sources/Segue/Segue.docc/Studio.md", encoding: .utf8)
    var work = Work(from: "list.png", to: "detail.png", .init("cube", ["eye": "2"]))
    work.duration = 0.5
    work.ease = "ease-out"
    var output = WorkOutput(file: "segue.webp")
    output.fps = "30"
    #expect(article.contains(work.swift(output, path: { $0 }, isFile: { _ in false })))
  }

  @Test func aShaderThatIsAFilterOrABlendIsOneInTheTexts() throws {
    let texts = [
      (
        "uniform float amount; // = 0.5 in 0...1\nvec4 effect(vec4 color) { return color * amount; }",
        "--filter", "result"
      ),
      ("vec4 blend(vec4 base, vec4 overlay) { return mix(base, overlay, progress); }", "--blend", "blend"),
      ("vec4 transition(vec2 uv) { return getFromColor(uv); }", "--shader", "transition"),
    ]
    let shelf = Shelf(shaders: [(name: "own", file: "/folder/own.fs")])
    for (text, option, key) in texts {
      var work = Work(from: "a.png", to: "b.png", .init("own", ["amount": "0.25", "left": "over"]))
      work.source = .init(name: "own", text: text)
      let shown = try work.spelledOut(shelf)
      let output = WorkOutput(file: "x.webp")
      let command = shown.command(output, path: shelf.path)
      #expect(command.contains(" \(option) /folder/own.fs"), "\(command)")
      let yaml = shown.yaml(rate: nil, path: shelf.path)
      #expect(yaml.contains("\(key): "), "\(yaml)")
      #expect(yaml.contains("/folder/own.fs"), "\(yaml)")
      let code = shown.swift(output, path: shelf.path, isFile: shelf.isFile)
      #expect(code.contains("ShaderTransition") == (option == "--shader"), "\(code)")
      #expect(code.contains("/folder/own.fs"), "\(code)")
      if option == "--filter" {
        #expect(command.contains("own.fs:amount=0.25 "))
        #expect(!command.contains("left"))
      }
    }
  }

  /// A decimal rate is rounded to 1/1000, and 29.97 is 30000/1001.
  @Test(
    "Code and command have the same rate",
    arguments: ["30000/1001", "25/3", "60/2", "29.97", "12.3456"])
  func fractions(fps: String) {
    var output = WorkOutput(file: "x.webp")
    output.fps = fps
    func code() -> String { cube().swift(output, path: path, isFile: { _ in false }) }
    #expect(
      code().hasSuffix(
        """

        let rate = FrameRate("\(fps)")!
        let times = FrameTimes(duration: renderer.timing.duration, framesPerSecond: rate.perSecond)
        let frames = TransitionFrames(renderer, times: times)
        try await Exporter(frames, rate: rate).export(to: .file("x.webp"))

        """))
    output.reverse = true
    #expect(
      code().contains("PlayedFrames(TransitionFrames(renderer, times: times), Playback(isReversed: true))"))
  }

  @Test("A decimal rate is a number in the code", arguments: ["25", "12.5", "0.25"])
  func numbers(fps: String) throws {
    var output = WorkOutput(file: "x.webp")
    output.fps = fps
    let code = cube().swift(output, path: path, isFile: { _ in false })
    #expect(code.contains("Exporter(renderer, framesPerSecond: \(fps)).export("))
    #expect(try Double(fps).map { FrameRate($0) } == output.rate())
  }

  @Test func aHundredThousandFramesAreTheMost() throws {
    var output = WorkOutput(file: "x.webp")
    output.fps = "1000"
    #expect(try output.times(Timing(duration: 100)).count == 100_001)
    #expect(throws: Refused.self) { try output.times(Timing(duration: 100.001)) }
  }

  @Test func theCodeOfAChain() {
    var work = Work(from: "a.png", to: "b.png")
    work.toFilters = [.init("swirl", ["angle": "progress"])]
    work.blend = .init("screen-blend")
    work.size = "320x180"
    var output = WorkOutput(file: "x.webp")
    output.hold = 0.5
    let code = work.swift(output, path: { $0 }, isFile: { _ in false })
    #expect(
      code.contains("let chain = try Chain(\n  to: [\"swirl:angle=progress\"],\n  blend: \"screen-blend\")"))
    #expect(code.contains("framing: Framing(size: PixelSize(\"320x180\"))"))
    #expect(code.contains("Playback(hold: 30)"))
  }

  @Test(arguments: TransitionOperation.allCases)
  func theStoryboardHasTheSameFrames(_ operation: TransitionOperation) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "studio-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let shelf = try shelf()
    for name in ["a.png", "b.png"] {
      try shelf.picture(name).write(to: folder.appending(path: name))
    }
    var work = cube()
    work.to = "b.png"
    work.operation = operation
    // The first picture is black, and the second white.
    work.fromFilters = [.init("brightness", ["brightness": "0.5*progress"])]
    work.toFilters = [.init("color-invert")]
    work.filters = [.init("brightness", ["brightness": "0.2+0.3*progress"]), .init("vignette")]
    let story = try Storyboard(yaml: work.yaml(rate: "20", path: { $0 }), folder: folder.path)
    let frames = try StoryboardFrames(story)
    let transition = try work.make(shelf)
    let renderer = try TransitionRenderer(
      from: shelf.picture("a.png"), to: shelf.picture("b.png"), transition, operation: operation,
      timing: work.timing(of: transition))
    #expect(frames.count == 11)
    for frame in 0..<frames.count {
      let expected = try renderer.frame(atTime: Double(frame) / 10)
      #expect(try frames.rows(of: frame).rendered().rgba() == expected.rgba(), "frame \(frame)")
    }
  }

  @Test func aGestureAsAStepOfAStoryboardEndsAsItDid() throws {
    for (places, completed) in [([0.9, 0.5, 0.3], true), ([0.9, 0.4, 0.5], false)] {
      var pan = try Pan(time: 3, x: places[0], duration: 0.4, curve: nil)
      for (index, x) in places.dropFirst().enumerated() {
        try pan.move(time: 3.1 + 0.1 * Double(index), x: x)
      }
      #expect(pan.interaction.state == .tracking)
      // Lifting a finger repeats the last position, unlike a finger that stands still.
      #expect(pan.isLift(time: 3.25, x: places[2]) && !pan.isLift(time: 3.4, x: places[2]))
      #expect(!pan.isLift(time: 3.25, x: 0))
      try pan.end(at: 3.2)
      var outcome: Bool?
      var now = 3.2
      while outcome == nil && now < 10 {
        outcome = pan.tick(at: now)
        now += 0.016
      }
      #expect(outcome == completed)
      #expect(pan.interaction.progress == (completed ? 1 : 0))
      #expect(pan.recording.replay(InteractiveTransition(duration: 0.4)).completed == completed)
    }
  }

  @Test func namesAreNoPaths() throws {
    let shelf = try shelf()
    #expect(throws: Refused.self) { try shelf.picture("/etc/passwd") }
    #expect(throws: Refused.self) { try shelf.picture("../a.png") }
    var work = Work(from: "a.png", to: "b.png")
    work.filters = [.init("/etc/hostname.glsl")]
    #expect(throws: Refused.self) { _ = try work.make(shelf) }
    work = Work(from: "a.png", to: "b.png", .init("luma", ["map": "/etc/hostname.png"]))
    #expect(throws: (any Error).self) { _ = try work.make(shelf) }
    work = Work(from: "a.png", to: "b.png", .init("/etc/hostname.glsl"))
    #expect(throws: UnknownName.self) { _ = try work.make(shelf) }
  }

  @Test func valuesThatAreNoneAreSentences() throws {
    let shelf = try shelf()
    for change: (inout Work) -> Void in [
      { $0.size = "99999x99999" }, { $0.size = "x" }, { $0.fit = "y" }, { $0.background = "no color" },
      { $0.light = "z" },
    ] {
      var work = Work(from: "a.png", to: "b.png")
      change(&work)
      #expect(throws: Refused.self) { try work.framing() }
    }
    for change: (inout Work) -> Void in [
      { $0.duration = -1 }, { $0.duration = 1e9 }, { $0.duration = .nan }, { $0.ease = "spring(" },
    ] {
      var work = Work(from: "a.png", to: "b.png")
      change(&work)
      let transition = try work.make(shelf)
      #expect(throws: Refused.self) { try work.timing(of: transition) }
    }
  }
}
