import SegueFormats
import SegueJob
import SeguePixels
import SegueRendering
import SegueStoryboard
import SegueTransitions
import Testing

/// Texts of a job, word for word; names become paths if there is a file.
@Suite struct JobTextsTests {
  private static let paths = [
    "a.png": "in/a.png", "b c.png": "in/b c.png", "map.png": "in/map.png", "own": "in/own.glsl",
    "dim.glsl": "in/dim.glsl",
  ]

  private func path(_ name: String) -> String { Self.paths[name] ?? name }

  private func texts(
    _ job: Job, _ end: End = End(file: "o.gif")
  ) -> (command: String, swift: String, yaml: String) {
    let job = end.job(job)
    return (
      job.command(path: path), job.swift(path: path, isFile: { $0.hasSuffix(".png") }),
      job.storyboard(path: path)
    )
  }

  /// Makes a transition with all properties set.
  private func whole() -> Job {
    var job = Job(from: "a.png", to: "b c.png", .init("luma", ["map": "map.png", "softness": "0.2"]))
    (job.look.operation, job.times.duration, job.times.ease) = (.push, 0.5, "steps(3)")
    (job.frame.size, job.frame.fit, job.frame.background, job.frame.light) = (
      "320x180", "contain", "#102030", "linear"
    )
    return job
  }

  @Test func everythingOfATransition() {
    var output = End(file: "o.gif")
    (output.fps, output.hold, output.reverse, output.boomerang) = ("25", 0.5, true, true)
    let (command, swift, yaml) = texts(whole(), output)
    #expect(
      command == """
        segue render in/a.png 'in/b c.png' -t luma -p map=in/map.png -p softness=0.2 --operation push \
        --duration 0.5 --ease 'steps(3)' --size 320x180 --fit contain --background '#102030' --light linear \
        --fps 25 --hold 0.5 --reverse --boomerang -o o.gif
        """)
    #expect(
      swift == """
        import Segue

        let from = try Bitmap(contentsOf: "in/a.png")
        let to = try Bitmap(contentsOf: "in/b c.png")
        let transition = try Catalog.transitions.named("luma").make([("softness", "0.2")], \
        files: [("map", try ParameterFile(contentsOf: "in/map.png"))])
        let renderer = try TransitionRenderer(
          from: from, to: to, transition,
          framing: Framing(size: PixelSize("320x180"), fit: .contain, background: Pixel("#102030"), light: .linear),
          operation: .push,
          timing: transition.timing.with(duration: 0.5, curve: TimingCurve("steps(3)")))
        let times = FrameTimes(duration: renderer.timing.duration, framesPerSecond: 25)
        let frames = PlayedFrames(TransitionFrames(renderer, times: times), \
        Playback(hold: 13, isReversed: true, isBoomerang: true))
        try await Exporter(frames, rate: FrameRate(25)).export(to: .file("o.gif"))

        """)
    #expect(
      yaml == """
        size: 320x180
        fps: 25
        fit: contain
        background: '#102030'
        light: linear
        screens: {from: in/a.png, to: 'in/b c.png'}
        steps:
          - push: to
            transition: luma
            parameters: {map: in/map.png, softness: 0.2}
            duration: 0.5
            curve: 'steps(3)'

        """)
  }

  /// A single frame has no duration and no playback.
  @Test func everythingOfAFrame() {
    var output = End(file: "o.png")
    (output.fps, output.hold, output.reverse, output.boomerang, output.still) = ("25", 0.5, true, true, 0.25)
    let (command, swift, _) = texts(whole(), output)
    #expect(
      command == """
        segue frame in/a.png 'in/b c.png' -t luma -p map=in/map.png -p softness=0.2 --operation push \
        --time 0.25 --ease 'steps(3)' --size 320x180 --fit contain --background '#102030' --light linear -o o.png
        """)
    #expect(swift.hasSuffix("\ntry renderer.frame(atTime: 0.25).write(to: \"o.png\")\n"))
    #expect(!swift.contains("Playback") && !swift.contains("Exporter"))
  }

  @Test func anAnimator() {
    let (command, swift, yaml) = texts(Job(from: "a.png", to: "b c.png", "drop.yaml"))
    #expect(command.contains(" -t drop.yaml "))
    #expect(swift.contains("\nlet transition = try LayerAnimator(contentsOf: \"drop.yaml\")\n"))
    #expect(yaml.contains("\n    transition: drop.yaml\n"))
  }

  /// A shader of the studio, unchanged or as edited text.
  @Test(arguments: [false, true]) func aShader(isEdited: Bool) {
    var job = Job(from: "a.png", to: "b c.png", .init("own", ["angle": "30", "strength": "2"]))
    job.look.operation = .pop
    if isEdited {
      job.look.source = .init(name: "own", text: "vec4 transition(vec2 p) { return getToColor(p); }")
    }
    let (command, swift, yaml) = texts(job)
    #expect(
      command == """
        segue render in/a.png 'in/b c.png' --shader in/own.glsl -p angle=30 -p strength=2 --operation pop -o o.gif
        """)
    #expect(
      swift == """
        import Segue

        let from = try Bitmap(contentsOf: "in/a.png")
        let to = try Bitmap(contentsOf: "in/b c.png")
        let transition = try ShaderTransition(contentsOf: "in/own.glsl", [("angle", "30"), ("strength", "2")])
        let renderer = try TransitionRenderer(
          from: from, to: to, transition,
          operation: .pop)
        try await Exporter(renderer).export(to: .file("o.gif"))

        """)
    #expect(
      yaml == """
        screens: {from: in/a.png, to: 'in/b c.png'}
        steps:
          - set-stack: [to, from]
          - pop:
            transition: in/own.glsl
            parameters: {angle: 30, strength: 2}

        """)
  }

  @Test func aChainOfTwoPictures() {
    var job = Job(from: "a.png", to: "b c.png")
    job.look.fromFilters = [.init("pixellate", ["fraction": "0.1"])]
    job.look.toFilters = [.init("lookup", ["table": "map.png"])]
    job.look.blend = .init("screen-blend")
    job.look.filters = [.init("dim.glsl", ["amount": "1"]), .init("sepia")]
    let (command, swift, yaml) = texts(job)
    #expect(
      command == """
        segue render in/a.png 'in/b c.png' --from-filter pixellate:fraction=0.1 --to-filter lookup:table=in/map.png \
        --blend screen-blend --filter in/dim.glsl:amount=1 --filter sepia -o o.gif
        """)
    #expect(
      swift == """
        import Segue

        let from = try Bitmap(contentsOf: "in/a.png")
        let to = try Bitmap(contentsOf: "in/b c.png")
        let chain = try Chain(
          from: ["pixellate:fraction=0.1"],
          to: ["lookup:table=in/map.png"],
          blend: "screen-blend",
          result: ["in/dim.glsl:amount=1", "sepia"],
          files: ChainFiles(
            picture: { try Bitmap(contentsOf: $0) }, file: { try ParameterFile(contentsOf: $0) }))
        let transition = ChainTransition(chain)
        let renderer = try TransitionRenderer(from: from, to: to, transition)
        try await Exporter(renderer).export(to: .file("o.gif"))

        """)
    #expect(
      yaml == """
        screens: {from: in/a.png, to: 'in/b c.png'}
        steps:
          - present: to
            chain:
              from: ['pixellate:fraction=0.1']
              to: ['lookup:table=in/map.png']
              blend: screen-blend
              result: ['in/dim.glsl:amount=1', sepia]

        """)
  }

  @Test func aChainOfOnePicture() {
    var job = Job(from: "a.png", to: nil)
    job.look.filters = [.init("lookup", ["table": "map.png"]), .init("sepia")]
    let (command, swift, yaml) = texts(job)
    #expect(command == "segue render in/a.png --filter lookup:table=in/map.png --filter sepia -o o.gif")
    #expect(
      swift.contains(
        """

        let from = try Bitmap(contentsOf: "in/a.png")
        let to = try Bitmap(contentsOf: "in/a.png")
        let chain = try Chain.from.through("lookup:table=in/map.png", "sepia", files: ChainFiles(
            picture: { try Bitmap(contentsOf: $0) }, file: { try ParameterFile(contentsOf: $0) }))
        let transition = ChainTransition(chain)

        """))
    #expect(yaml.hasPrefix("screens: {from: in/a.png, to: in/a.png}\n"))
  }

  /// Outputs, as words of the command and as code.
  static let outputs:
    [(file: String, format: String?, options: [String: String]?, words: String, code: String)] = [
      ("o.gif", nil, nil, "-o o.gif", ".file(\"o.gif\")"),
      (
        "o.gif", nil, ["loops": "2"], "-f gif:loops=2 -o o.gif",
        "Destination(Catalog.formats.make(\"gif\", [\"loops\": \"2\"]), to: \"o.gif\")"
      ),
      (
        "o.y4m", nil, ["chroma": "444"], "-f y4m:chroma=444 -o o.y4m",
        "Destination(Catalog.formats.make(\"y4m\", [\"chroma\": \"444\"]), to: \"o.y4m\")"
      ),
      ("f/%d.png", nil, nil, "-o f/%d.png", ".files(\"f/%d.png\")"),
      (
        "f/%d.jpg", "jpeg", ["quality": "9"], "-f jpeg:quality=9 -o f/%d.jpg",
        ".files(\"f/%d.jpg\", as: Catalog.formats.make(\"jpeg\", [\"quality\": \"9\"]).image)"
      ),
      ("o.raw", "rgb24", nil, "-f rgb24 -o o.raw", "Destination(Formats.RGB24(), to: \"o.raw\")"),
      ("a \"b\".gif", nil, nil, "-o 'a \"b\".gif'", ".file(\"a \\\"b\\\".gif\")"),
    ]

  @Test(arguments: outputs.indices) func destinations(index: Int) throws {
    let (file, format, options, words, code) = Self.outputs[index]
    var output = End(file: file)
    (output.format, output.options) = (format, options)
    let (command, swift, _) = texts(Job(from: "a.png", to: "map.png"), output)
    #expect(command == "segue render in/a.png in/map.png -t pixellate-dissolve \(words)")
    #expect(swift.hasSuffix("\ntry await Exporter(renderer).export(to: \(code))\n"))
    // Only a movie has the flow's sound.
    let story = try Storyboard(
      yaml: "fps: 10\nscreens: {a: a.png}\nsteps: [{hold: 1}]\naudio: a.wav", named: "flow.yaml",
      .given { .file($0) })
    let texts = output.texts(ofFlow: "in/my flow.yaml", story)
    #expect(texts.command == "segue storyboard 'in/my flow.yaml' \(words)")
    #expect(
      texts.code == """
        import Segue

        let story = try Storyboard(contentsOf: "in/my flow.yaml")
        let frames = try StoryboardFrames(story)
        try await Exporter(frames, rate: story.rate).export(to: \(code))

        """)
  }

  /// There are eleven frames; the requested time is rounded to a frame.
  @Test(arguments: [(0, 0), (0.3, 3), (0.36, 4), (1, 10)]) func aFrameOfAFlow(still: Double, frame: Int)
    throws
  {
    let story = try Storyboard(
      yaml: "fps: 10\nscreens: {a: a.png}\nsteps: [{hold: 1}]", named: "flow.yaml", .given { .file($0) })
    var output = End(file: "x.png")
    output.still = still
    let texts = output.texts(ofFlow: "flow.yaml", story)
    #expect(texts.command == "segue storyboard flow.yaml --range \(frame)-\(frame) -o x.png")
    #expect(texts.code.hasSuffix("\ntry frames.rows(of: \(frame)).rendered().write(to: \"x.png\")\n"))
  }

  @Test(
    "A still has the options of its format, or a format that its name does not tell",
    arguments: [
      (
        "x.jpg", nil, ["quality": "3"], " -f jpeg:quality=3",
        #", as: Catalog.formats.make("jpeg", ["quality": "3"]).image ?? Formats.JPEG()"#
      ),
      ("x.dat", "jpeg", nil, " -f jpeg", ", as: Formats.JPEG()"), ("x.jpg", nil, nil, "", ""),
    ] as [(String, String?, [String: String]?, String, String)])
  func formatsOfStills(
    file: String, format: String?, options: [String: String]?, words: String, code: String
  ) throws {
    let story = try Storyboard(
      yaml: "fps: 10\nscreens: {a: a.png}\nsteps: [{hold: 1}]", named: "flow.yaml", .given { .file($0) })
    var output = End(file: file)
    (output.format, output.options, output.still) = (format, options, 0.5)
    let ofFlow = output.texts(ofFlow: "flow.yaml", story)
    #expect(ofFlow.command == "segue storyboard flow.yaml --range 5-5\(words) -o \(file)")
    #expect(ofFlow.code.hasSuffix(".rendered().write(to: \"\(file)\"\(code))\n"))
    let ofWork = texts(whole(), output)
    #expect(ofWork.command.hasSuffix("\(words) -o \(file)"))
    #expect(ofWork.swift.hasSuffix("\ntry renderer.frame(atTime: 0.5).write(to: \"\(file)\"\(code))\n"))
  }

  @Test("A storyboard finds a picture by its name, whatever its characters")
  func namesInStoryboards() throws {
    let (one, two) = (try Bitmap(width: 2, height: 1), try Bitmap(width: 1, height: 2))
    for name in [
      "a b.png", "it's.png", "''", "#1.png", "a #1.png", "-a.png", "a: b.png", "a:b", "{x}.png", "[x].png",
      "ä.png",
      "a,b.png", "*x.png", "&y.png", "@z.png", "!t.png", "%p.png", "\"q\".png", "true", "null", "~", "1e3",
      "0x10",
      ".png", "/abs/a.png", "?", "`x`", "x|y", "a\\b.png", "1_000", "- a",
    ] {
      for (from, to) in [(name, "plain.png"), ("plain.png", name)] {
        let yaml = Job(from: from, to: to).storyboard(path: { $0 })
        let story = try Storyboard(
          yaml: yaml, named: "flow.yaml",
          .given { $0 == name ? .bitmap(one) : $0 == "plain.png" ? .bitmap(two) : nil })
        let pictures: [Storyboard.Picture] =
          from == name ? [.bitmap(one), .bitmap(two)] : [.bitmap(two), .bitmap(one)]
        #expect(story.screens.map(\.picture) == pictures, "\(yaml)")
      }
    }
  }

  @Test func namesInCode() {
    let job = Job(from: "a\\b\"c\n\u{1}\u{1f}é.png", to: "$(x) #{y}")
    let code = End(file: "o.gif").job(job).swift(path: { $0 }, isFile: { _ in false })
    #expect(code.contains(##"let from = try Bitmap(contentsOf: "a\\b\"c\n\u{1}\u{1f}é.png")"##))
    #expect(code.contains(##"let to = try Bitmap(contentsOf: "$(x) #{y}")"##))
  }

  @Test("An edited shader replaces a blend, and keeps the filters around it")
  func sourcesComeFirst() {
    var job = Job(from: "a.png", to: "map.png")
    (job.look.filters, job.look.blend) = ([.init("sepia")], .init("screen-blend"))
    #expect(job.look.isChain && job.look.usedBlend?.name == "screen-blend")
    job.look.source = .init(name: "own", text: "vec4 transition(vec2 p) { return getToColor(p); }")
    #expect(!job.look.isChain && job.look.usedBlend == nil)
    #expect(
      texts(job).command
        == "segue render in/a.png in/map.png --shader in/own.glsl --filter sepia -o o.gif")
  }

  @Test func filtersAroundATransition() {
    var job = whole()
    (job.look.operation, job.times.duration, job.times.ease) = (nil, nil, nil)
    (job.frame.size, job.frame.fit, job.frame.background, job.frame.light) = (nil, nil, nil, nil)
    job.look.fromFilters = [.init("pixellate", ["fraction": "0.1*progress"])]
    job.look.toFilters = [.init("lookup", ["table": "map.png"])]
    job.look.filters = [.init("dim.glsl", ["amount": "1"]), .init("vignette")]
    let (command, swift, yaml) = texts(job)
    #expect(
      command == """
        segue render in/a.png 'in/b c.png' --from-filter 'pixellate:fraction=0.1*progress' \
        --to-filter lookup:table=in/map.png -t luma -p map=in/map.png -p softness=0.2 \
        --filter in/dim.glsl:amount=1 --filter vignette -o o.gif
        """)
    #expect(
      swift.contains(
        """

        let transition = try Catalog.transitions.named("luma").make([("softness", "0.2")], \
        files: [("map", try ParameterFile(contentsOf: "in/map.png"))]).filtered(
          from: ["pixellate:fraction=0.1*progress"],
          to: ["lookup:table=in/map.png"],
          result: ["in/dim.glsl:amount=1", "vignette"],
          files: ChainFiles(
            picture: { try Bitmap(contentsOf: $0) }, file: { try ParameterFile(contentsOf: $0) }))
        let renderer
        """))
    #expect(
      yaml == """
        filters: ['in/dim.glsl:amount=1', vignette]
        screens: {from: in/a.png, to: 'in/b c.png'}
        steps:
          - present: to
            transition: luma
            parameters: {map: in/map.png, softness: 0.2}
            from-filters: ['pixellate:fraction=0.1*progress']
            to-filters: ['lookup:table=in/map.png']

        """)
  }

  @Test("The command states a default if a filter named alone would have another value")
  func defaultsThatAreNotShown() {
    var job = Job(from: "a.png", to: "b c.png", .init("cube"))
    (job.look.fromFilters, job.look.filters) = (
      [.init("sharpen")], [.init("sepia"), .init("crop"), .init("dim.glsl")]
    )
    let (command, swift, yaml) = texts(job)
    #expect(
      command == """
        segue render in/a.png 'in/b c.png' --from-filter sharpen:sharpness=0 -t cube --filter sepia \
        --filter crop:x=0 --filter in/dim.glsl -o o.gif
        """)
    #expect(swift.contains("from: [\"sharpen\"]") && yaml.contains("from-filters: [sharpen]"))
  }

  @Test("Absent and default values of hold, order, options and filters are omitted")
  func nothing() {
    var job = Job(from: "a.png", to: "map.png", .init("cube"))
    let plain = texts(job)
    var output = End(file: "o.gif")
    (output.hold, output.reverse, output.boomerang, output.options) = (0, false, false, [:])
    (job.look.fromFilters, job.look.toFilters, job.look.filters) = ([], [], [])
    job.look.transition?.parameters = [:]
    let said = texts(job, output)
    #expect(said == plain)
    #expect(said.command == "segue render in/a.png in/map.png -t cube -o o.gif")
    #expect(said.swift.hasSuffix("\ntry await Exporter(renderer).export(to: .file(\"o.gif\"))\n"))
    #expect(said.yaml.hasSuffix("\nsteps:\n  - present: to\n    transition: cube\n"))
  }

  @Test("Code reads files of a chain, wherever they are in it", arguments: [nil, 0, 1, 2, 3])
  func filesOfChains(place: Int?) {
    let file: Job.Parameters = ["intensity": "0.5", "table": "map.png"]
    func items(_ part: Int) -> [Job.Item] {
      [.init("sepia"), .init("lookup", part == place ? file : ["intensity": "0.5"])]
    }
    var job = Job(from: "a.png", to: "b c.png")
    (job.look.fromFilters, job.look.toFilters, job.look.filters) = (items(0), items(1), items(2))
    job.look.blend = .init("mask", place == 3 ? file : [:])
    let (command, swift, yaml) = texts(job)
    #expect(swift.contains("files: ChainFiles(") == (place != nil))
    for text in [command, swift, yaml] {
      #expect(text.ranges(of: "table=in/map.png").count == (place == nil ? 0 : 1), "\(text)")
    }
  }

  @Test("Errors show the first 80 letters of a value")
  func longValues() {
    let (long, start) = (String(repeating: "x", count: 81), String(repeating: "x", count: 80))
    var frame = Job.Frame()
    frame.size = long
    var reason = "a frame size is width and height in pixels, such as 1280x720, not '\(start)'"
    #expect { try frame.framing() } throws: { ($0 as? JobError)?.reason == reason }
    (frame.size, frame.background) = (nil, long)
    reason = "a background is #rrggbb[aa] or a CSS name, not '\(start)'"
    #expect { try frame.framing() } throws: { ($0 as? JobError)?.reason == reason }
  }

  @Test func framesObeyThePixelLimit() throws {
    func framing(_ size: String) throws -> Framing {
      var frame = Job.Frame()
      frame.size = size
      return try frame.framing()
    }
    #expect(try framing("10000x10000").size == PixelSize(width: 10_000, height: 10_000))
    #expect(throws: JobError("size", "10000x10001 is more than 100000000 pixels")) {
      try framing("10000x10001")
    }
    // The number of pixels overflows 64 bits.
    #expect(throws: JobError.self) { try framing("4294967296x4294967296") }
  }
}

/// The end of a job: the order of frames and the output.
struct End {
  var file: String
  var format: String?
  var options: [String: String]?
  var fps: String?
  var hold: Double?
  var reverse: Bool?
  var boomerang: Bool?
  var still: Double?

  init(file: String) { self.file = file }

  /// Returns a job with this end.
  func job(_ job: Job) -> Job {
    var (job, output) = (job, Job.Output(file: file))
    output.format = format
    output.options = Job.Parameters((options ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    (job.output, job.still, job.times.fps) = (output, still, fps)
    (job.order.hold, job.order.reverse, job.order.boomerang) = (hold, reverse ?? false, boomerang ?? false)
    return job
  }

  func texts(ofFlow file: String, _ story: Storyboard) -> (command: String, code: String) {
    job(Job(from: "", to: nil)).texts(
      ofFlow: file, frameCount: story.frameCount, hasSound: story.soundtrack != nil)
  }
}

extension Job {
  func command(_ end: End, path: (String) -> String) -> String { end.job(self).command(path: path) }

  func swift(_ end: End, path: (String) -> String, isFile: (String) -> Bool) -> String {
    end.job(self).swift(path: path, isFile: isFile)
  }

  func yaml(rate: String?, path: (String) -> String) -> String {
    var job = self
    job.times.fps = rate
    return job.storyboard(path: path)
  }
}
