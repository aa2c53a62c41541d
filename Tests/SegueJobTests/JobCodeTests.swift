import Foundation
import SegueFormats
import SegueJob
import SegueStoryboard
import SegueTransitions
import Testing

/// A job, with its command, code and storyboard.
@Suite struct JobCodeTests {
  private func cube() -> Job {
    var job = Job(from: "a.png", to: "b c.png", .init("cube", ["eye": "2", "pull": "0.25"]))
    job.look.operation = .dismiss
    job.times.duration = 0.5
    job.times.ease = "cubic-bezier(0.3,0,0.1,1)"
    return job
  }

  private func path(_ name: String) -> String { name.hasSuffix(".png") ? "pictures/\(name)" : name }

  @Test func theCommandHasAllOptions() {
    var output = End(file: "segue.mp4")
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
    var job = cube()
    job.frame.background = "#102030"
    #expect(job.yaml(rate: "10", path: path).contains(/\nbackground: (["'])#102030\1\n/))
  }

  @Test("A quote with a combining mark is escaped, too")
  func quotes() {
    var job = cube()
    job.times.ease = "a'\u{301}, b: c"
    #expect(job.yaml(rate: "10", path: path).contains("curve: 'a''\u{301}, b: c'\n"))
  }

  @Test func theCommandOfAFlow() throws {
    let story = try Storyboard(
      yaml: "fps: 10\nscreens: {a: a.png}\nsteps: [{hold: 1}]", named: "flow.yaml",
      .given { .file($0) })
    var output = End(file: "segue.mp4")
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
        "Destination(Formats.MP4(), to: \"segue.mp4\", sound: story.soundtrack)"))
    output.options = ["chroma": "444"]
    let code = output.texts(ofFlow: "flow.yaml", loud).code
    #expect(code.contains("\"chroma\": \"444\"]), to: \"segue.mp4\", sound: story.soundtrack)"))
    #expect(!output.texts(ofFlow: "flow.yaml", story).code.contains("soundtrack"))
    output.options = nil
    output.still = 0.5
    output.file = "x.png"
    #expect(
      output.texts(ofFlow: "flow.yaml", story).command == "segue storyboard flow.yaml --range 5-5 -o x.png")
  }

  @Test func filesThatAreSetAreFoundByTheirPaths() {
    var job = cube()
    job.look.transition = .init("luma", ["map": "clouds.png", "softness": "0.2"])
    let code = job.swift(End(file: "x.mp4"), path: { "shelf/\($0)" }, isFile: { $0 == "clouds.png" })
    #expect(
      code.contains(
        #"named("luma").make([("softness", "0.2")], files: [("map", try ParameterFile(contentsOf: "shelf/clouds.png"))])"#
      ))
  }

  @Test("Code that reads a format of ffmpeg permits programs") func picturesOfPrograms() {
    let code = cube().swift(End(file: "x.mp4"), path: { _ in "a.PSD" }, isFile: { _ in false })
    #expect(
      code.contains(#"let from = try Bitmap(contentsOf: "a.PSD", options: DecodeOptions(programs: true))"#))
  }

  @Test func codeExportsFilesAndRawFrames() {
    var output = End(file: "frames/%04d.png")
    #expect(cube().command(output, path: path).hasSuffix(" -o frames/%04d.png"))
    #expect(
      cube().swift(output, path: path, isFile: { _ in false }).contains(
        ".export(to: .files(\"frames/%04d.png\"))"))
    output.file = "frames/%04d.jpg"
    output.options = ["quality": "35", "chroma": "444"]
    #expect(cube().command(output, path: path).hasSuffix(" -f jpeg:chroma=444,quality=35 -o frames/%04d.jpg"))
    let code = #"Catalog.formats.make("jpeg", ["chroma": "444", "quality": "35"]).image"#
    #expect(cube().swift(output, path: path, isFile: { _ in false }).contains(code))
    output.format = "jpeg"
    #expect(cube().command(output, path: path).hasSuffix(" -f jpeg:chroma=444,quality=35 -o frames/%04d.jpg"))
    output.options = nil
    output.file = "segue.rgba"
    output.format = "rgba"
    #expect(cube().command(output, path: path).hasSuffix(" -f rgba -o segue.rgba"))
    #expect(
      cube().swift(output, path: path, isFile: { _ in false }).contains(
        "Destination(Formats.RGBA(), to: \"segue.rgba\")"))
  }

  @Test func theCommandOfAChain() {
    var job = Job(from: "a.png", to: "b.png")
    job.look.fromFilters = [.init("pixellate", ["fraction": "0.1*progress"])]
    job.look.filters = [.init("sepia"), .init("vignette")]
    #expect(
      job.command(End(file: "x.png"), path: { $0 }) == """
        segue render a.png b.png --from-filter 'pixellate:fraction=0.1*progress' --filter sepia --filter vignette \
        -o x.png
        """)
  }

  @Test func theArticleContainsTheCode() throws {
    // The article's code, which is compiled and run, equals the code that the studio shows.
    let article = try String(
      contentsOfFile: URL(filePath: #filePath).deletingLastPathComponent().path
        + "/../../Sources/Segue/Segue.docc/Studio.md", encoding: .utf8)
    var job = Job(from: "list.png", to: "detail.png", .init("cube", ["eye": "2"]))
    job.times.duration = 0.5
    job.times.ease = "ease-out"
    var output = End(file: "segue.webp")
    output.fps = "30"
    #expect(article.contains(job.swift(output, path: { $0 }, isFile: { _ in false })))
  }

  /// A decimal rate is rounded to 1/1000, and 29.97 is 30000/1001.
  @Test(
    "Code and command have the same rate",
    arguments: [
      ("30000/1001", "29.97"), ("25/3", "FrameRate(\"25/3\") ?? 8.333333333333334"), ("60/2", "30"),
      ("29.97", "29.97"), ("12.3456", "FrameRate(\"7716/625\") ?? 12.3456"),
    ])
  func fractions(fps: String, rate: String) {
    var output = End(file: "x.webp")
    output.fps = fps
    func code() -> String { cube().swift(output, path: path, isFile: { _ in false }) }
    #expect(
      code().hasSuffix(
        """

        let rate: FrameRate = \(rate)
        let times = FrameTimes(duration: renderer.timing.duration, framesPerSecond: rate.perSecond)
        let frames = TransitionFrames(renderer, times: times)
        try await Exporter(frames, rate: rate).export(to: .file("x.webp"))

        """))
    #expect(!code().contains("!"))
    output.reverse = true
    #expect(
      code().contains("PlayedFrames(TransitionFrames(renderer, times: times), Playback(isReversed: true))"))
  }

  @Test("Frames without a rate take the duration of the transition") func framesWithoutRate() throws {
    var job = Job(from: "a.png", to: "b.png")
    (job.times.frames, job.order.hold, job.output) = (25, 0.5, Job.Output(file: "x.webp"))
    #expect(
      job.swift(path: { $0 }, isFile: { _ in false }).hasSuffix(
        """

        let rate = FrameRate(24 / renderer.timing.duration)
        let times = FrameTimes(frames: 25)
        let frames = PlayedFrames(TransitionFrames(renderer, times: times), Playback(hold: Int((0.5 * rate.perSecond).rounded())))
        try await Exporter(frames, rate: rate).export(to: .file("x.webp"))

        """))
    // With a rate, the duration follows.
    job.times.fps = "12"
    #expect(job.swift(path: { $0 }, isFile: { _ in false }).contains("timing.with(duration: 2)"))
    #expect(job.storyboard(path: { $0 }).contains("duration: 2\n"))
  }

  @Test("Names that begin with a dash are no options") func dashes() {
    var job = Job(from: "-x.png", to: "b.png")
    job.output = Job.Output(file: "-o.mp4")
    #expect(job.command == "segue render ./-x.png b.png -t pixellate-dissolve --output=-o.mp4")
    var flow = Job(from: "", to: nil)
    flow.flow = .init(name: "a b.yaml", text: "")
    #expect(flow.command == "segue storyboard 'a b.yaml'")
    job.output = nil
    job.still = 0.5
    #expect(job.command == "segue frame ./-x.png b.png -t pixellate-dissolve --time 0.5 -o frame.png")
  }

  @Test("A decimal rate is a number in the code", arguments: ["25", "12.5", "0.25"])
  func numbers(fps: String) throws {
    var output = End(file: "x.webp")
    output.fps = fps
    let code = cube().swift(output, path: path, isFile: { _ in false })
    #expect(code.contains("Exporter(renderer, framesPerSecond: \(fps)).export("))
    #expect(Double(fps).map { FrameRate($0) } == FrameRate(fps))
  }

  @Test func theCodeOfAChain() {
    var job = Job(from: "a.png", to: "b.png")
    job.look.toFilters = [.init("swirl", ["angle": "progress"])]
    job.look.blend = .init("screen-blend")
    job.frame.size = "320x180"
    var output = End(file: "x.webp")
    output.hold = 0.5
    let code = job.swift(output, path: { $0 }, isFile: { _ in false })
    #expect(
      code.contains("let chain = try Chain(\n  to: [\"swirl:angle=progress\"],\n  blend: \"screen-blend\")"))
    #expect(code.contains("framing: Framing(size: PixelSize(\"320x180\"))"))
    #expect(code.contains("Playback(hold: 30)"))
  }
}
