import Foundation
import Segue
import SegueTestSupport
import Testing

@Suite("Chains of filters that follow the progress")
struct ChainTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let place = """
    uniform vec2 center; // = vec2(0.5) in 0...1: Where.
    uniform float radius; // = 0.3 in 0.01...2: How far.
    uniform sampler2D table;
    vec4 effect(vec4 color, vec2 uv) {
      float place = clamp(length(uv - center) / radius, 0.0, 1.0);
      return vec4(mix(color.rgb, texture2D(table, vec2(place, 0.5)).rgb, place), color.a);
    }
    """

  private func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
    return folder.file(name)
  }

  private func image(_ arguments: [String], input: String? = nil) throws -> Bitmap {
    let run = try runSegue(arguments + ["-o", "-", "-f", "png"], input: input, folder: folder.path)
    expectSuccess(run)
    return try Bitmap(decoding: run.output.array)
  }

  private func picture(_ file: String) throws -> Bitmap { try Bitmap(contentsOf: file) }

  // MARK: Filters that change the size

  @Test func croppedFramesAreTheirSize() throws {
    let from = "\(vectorsFolder)/from.png"
    let crop = ["--filter", "crop:width=0.5,height=0.25"]
    let run = try runSegue(["render", from] + crop + ["--frames", "3", "-f", "y4m", "-o", "-"])
    expectSuccess(run)
    let size = try image(["frame", from, "--progress", "0.5"] + crop).size
    #expect(try picture(from).size == PixelSize(width: 160, height: 90))
    #expect(size == PixelSize(width: 80, height: 23))
    let header = String(decoding: run.output.array.prefix { $0 != 0x0a }, as: UTF8.self)
    #expect(header.hasPrefix("YUV4MPEG2 W\(size.width) H\(size.height) "))
    let chroma = (size.width + 1) / 2 * ((size.height + 1) / 2)
    #expect(run.output.array.count == header.utf8.count + 1 + 3 * (6 + size.width * size.height + 2 * chroma))
  }

  @Test(arguments: ["a.y4m", "a.apng", "%d.png"]) func framesOfSeveralSizesAreAnError(name: String) throws {
    let run = try runSegue(
      ["render", "\(vectorsFolder)/from.png", "--filter", "crop:width=1-0.5*progress", "--frames", "2"]
        + ["-o", folder.file(name)])
    expectFailure(run, 65, saying: ["pixels where the others are", "changes the size"])
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.hasPrefix("a.") })
  }

  // MARK: render, frame, sheet, slideshow and storyboard

  static let filters = [
    "--from-filter", "pixellate:fraction=0.2*ease-in(progress)", "--from-filter",
    "saturation:saturation=1-progress",
    "--to-filter", "pixellate:fraction=0.1*(1-time)", "--blend", "dissolve:mix=progress^2", "--filter",
    "saturation:saturation=1.5-width/1000",
  ]

  private func chain() throws -> Chain {
    try Chain(
      from: ["pixellate:fraction=0.2*ease-in(progress)", "saturation:saturation=1-progress"],
      to: ["pixellate:fraction=0.1*(1-time)"], blend: "dissolve:mix=progress^2",
      result: ["saturation:saturation=1.5-width/1000"])
  }

  @Test("Frames equal the library's, with any number of threads, eased or not", arguments: [1, 2, 5])
  func framesAreTheLibrarys(threads: Int) throws {
    let options = ["--frames", "5", "--ease", "ease-out", "--threads", "\(threads)", "-o", "%d.png"]
    expectSuccess(try runSegue(["render", from, to] + Self.filters + options, folder: folder.path))
    let renderer = try TransitionRenderer(
      from: picture(from), to: picture(to), ChainTransition(chain(), timing: Timing(curve: .easeOut)))
    for index in 0..<5 {
      let frame = try picture(folder.file("\(index).png"))
      #expect(try frame == renderer.frame(atTime: Double(index) / 4))
    }
  }

  @Test func oneFrameAndASheet() throws {
    let half = try image(["frame", from, to, "--progress", "0.3"] + Self.filters)
    #expect(try half == chain().frame(from: picture(from), to: picture(to), at: 0.3))
    let timed = try image(["frame", from, to, "--time", "0.3", "--ease", "ease-in"] + Self.filters)
    let renderer = try TransitionRenderer(
      from: picture(from), to: picture(to), ChainTransition(chain(), timing: Timing(curve: .easeIn)))
    #expect(try timed == renderer.frame(atTime: 0.3))
    let sheet = try image(["sheet", from, to, "--frames", "3"] + Self.filters)
    let linear = try TransitionRenderer(from: picture(from), to: picture(to), ChainTransition(chain()))
    #expect(try sheet == ContactSheet(times: FrameTimes(frames: 3)).render(linear))
  }

  @Test("Filters apply around a named transition or a shader")
  func aroundATransition() throws {
    let around = ["--from-filter", "pixellate:fraction=0.2*progress", "--filter", "vignette"]
    let own = try write("own.glsl", "vec4 transition(vec2 p) { return getToColor(p) * progress; }")
    let shader = try #require(ShaderTransition(Shader(contentsOf: own)))
    let cube = try Catalog.transitions.make("cube", ["eye": "2"])
    for (words, inner) in [(["-t", "cube", "-p", "eye=2"], cube), (["--shader", own], shader)]
      as [(_, any Transition)]
    {
      let filtered = try inner.filtered(from: ["pixellate:fraction=0.2*progress"], result: ["vignette"])
      let renderer = try TransitionRenderer(from: picture(from), to: picture(to), filtered)
      #expect(
        try image(["frame", from, to, "--progress", "0.3"] + words + around) == renderer.frame(at: 0.3))
    }
    #expect(try image(["frame", from, to, "--progress", "0", "-t", "cube"]) == picture(from))
  }

  @Test("A filter of a slideshow also applies to held images")
  func heldImages() throws {
    for transition in [[], ["-t", "cube,slide-down"], ["-t", "random", "--seed", "3"]] {
      let options = ["--hold", "0.2", "--duration", "0.2", "--fps", "10", "--overwrite", "-o", "%d.png"]
      expectSuccess(
        try runSegue(
          ["slideshow", from, to, from, "--filter", "sepia"] + transition + options, folder: folder.path))
      for (index, file) in [(0, from), (2, from), (4, to), (6, to), (8, from)] {
        #expect(
          try picture(folder.file("\(index).png")) == Chain.picture(picture(file)).through("sepia").frame(),
          "\(transition) \(index)")
      }
    }
  }

  @Test func theBlendIsADissolve() throws {
    let plain = try image(["frame", from, to, "--progress", "0.3", "--to-filter", "pixellate:fraction=0.1"])
    let chain = (.from, .to --> Pixellate(fraction: 0.1)) --> Dissolve(mix: .progress)
    #expect(try plain == chain.frame(from: picture(from), to: picture(to), at: 0.3))
    let alone = try image(["frame", from, to, "--progress", "0.3", "--blend", "dissolve:mix=progress/3"])
    #expect(try alone == ((.from, .to) --> Dissolve(mix: 0.1)).frame(from: picture(from), to: picture(to)))
  }

  @Test func oneImageAlone() throws {
    let filter = ["--filter", "pixellate:fraction=0.2*progress"]
    expectSuccess(
      try runSegue(["render", from] + filter + ["--frames", "3", "-o", "%d.png"], folder: folder.path))
    for index in 0...2 {
      let expected = try (picture(from) --> Pixellate(fraction: Animated(Double(index) * 0.1))).frame()
      #expect(try picture(folder.file("\(index).png")) == expected)
    }
    let first = ["--from-filter", "pixellate:fraction=0.2*progress"]
    #expect(
      try image(["frame", "-", "--time", "0.5"] + first, input: from)
        == (picture(from) --> Pixellate(fraction: 0.1)).frame())
    let small = ["--size", "40x40", "--fit", "contain"]
    #expect(
      try image(["frame", from, "--progress", "1"] + filter + small).size == PixelSize(width: 40, height: 40))
    #expect(try image(["sheet", from, "--frames", "2"] + filter).size.width == 2 * 320 + 8)
  }

  @Test func shadersAndPicturesInFiles() throws {
    let file = try write("place.glsl", Self.place)
    let text = "\(file):center=0.2,progress,radius=0.5+progress,table=\(to)"
    let table = try picture(to)
    let shader = try Shader(source: Self.place).with([("center", "0.2,0.75"), ("radius", "1.25")])
      .with(table, for: "table")
    let filter = try #require(ShaderFilter(shader))
    let expected = try (picture(from) --> filter).frame()
    #expect(try image(["frame", from, "--progress", "0.75", "--filter", text]) == expected)
    let blended = try image(
      ["frame", from, to, "--progress", "0.75", "--from-filter", text, "--blend", "dissolve:mix=0"])
    #expect(blended == expected)
    // The shader file also works at another frame size, and in `segue apply`.
    let still = "\(file):center=0.2,0.75,radius=1.25,table=\(to)"
    #expect(
      try image(["apply", from, "--filter", still, "--size", "20x20"]).size
        == PixelSize(width: 20, height: 20))
    #expect(try image(["apply", from, "--filter", still]) == expected)
    #expect(try image(["apply", from, "--shader", still]) == expected)
    // A file's name may contain a colon.
    let colon = try write("place:radius=9.glsl", Self.place)
    #expect(
      try image(["apply", from, "--shader", "\(colon):center=0.2,0.75,radius=1.25,table=\(to)"]) == expected)
    let own = try write(
      "own.frag", "uniform float share;\nvec4 blend(vec4 a, vec4 b) { return mix(a, b, share); }")
    let run = try runSegue([
      "frame", from, to, "--progress", "0.5", "--blend", own, "-o", folder.file("own.png"),
    ])
    expectSuccess(run)
    #expect(run.errorLines.count { $0.contains("warning: the uniform 'share' has no default") } == 1)
    #expect(try picture(folder.file("own.png")) == picture(from))
    let set = try image(["frame", from, to, "--progress", "1", "--blend", "\(own):share=progress"])
    #expect(try set == picture(to))
  }

  @Test func aSlideshow() throws {
    let options = ["--hold", "0.1", "--duration", "0.5", "--fps", "10", "-o", "%d.png"]
    expectSuccess(
      try runSegue(
        ["slideshow", from, to, "--to-filter", "pixellate:fraction=0.2*(1-progress)"] + options,
        folder: folder.path))
    let chain = (.from, .to --> Pixellate(fraction: 0.2 * (1 - .progress))) --> Dissolve(mix: .progress)
    #expect(
      try picture(folder.file("3.png")) == chain.frame(from: picture(from), to: picture(to), at: 0.4))
    #expect(try picture(folder.file("0.png")) == picture(from))
    #expect(try picture(folder.file("7.png")) == picture(to))
  }

  @Test func aStoryboard() throws {
    let file = try write("place.glsl", Self.place)
    let yaml = """
      fps: 4
      screens: {a: \(from), b: \(to)}
      chains:
        soft:
          from: place.glsl:center=0.5,progress,table=\(to)
          to: ["pixellate:fraction=0.2*(1-time)", "pixellate:fraction=0.05"]
      steps:
        - {push: b, transition: soft, duration: 1, curve: ease-in}
        - pop:
          chain: {blend: "dissolve:mix=step(0.5, progress)", result: "pixellate:fraction=0.1"}
          duration: 1
      """
    let story = try write("flow.yaml", yaml)
    expectSuccess(try runSegue(["storyboard", story, "-o", "%d.png"], folder: folder.path))
    let table = try picture(to)
    let soft = try Chain(
      from: ["\(file):center=0.5,progress,table=x"],
      to: ["pixellate:fraction=0.2*(1-time)", "pixellate:fraction=0.05"],
      files: ChainFiles(picture: { _ in table }))
    let renderer = try TransitionRenderer(
      from: picture(from), to: picture(to), ChainTransition(soft, timing: Timing(curve: .easeIn)))
    for index in 1...4 {
      #expect(try picture(folder.file("\(index).png")) == renderer.frame(atTime: Double(index) / 4))
    }
    let (early, late) = (
      try picture(to) --> Pixellate(fraction: 0.1), try picture(from) --> Pixellate(fraction: 0.1)
    )
    #expect(try picture(folder.file("5.png")) == early.frame())
    #expect(try picture(folder.file("6.png")) == late.frame())
    // Files of shaders and pictures are relative to the storyboard.
    let wrong = try write("wrong.yaml", yaml.replacing("place.glsl:", with: "none.glsl:"))
    expectFailure(
      try runSegue(["storyboard", wrong, "-f", "null"]), 66,
      saying: ["wrong.yaml", "chains.soft.from", "none.glsl: no such file"])
    let lost = try write("lost.yaml", yaml.replacing("table=\(to)", with: "table=none.png"))
    expectFailure(
      try runSegue(["storyboard", lost, "-f", "null"]), 66,
      saying: ["lost.yaml", "chains.soft.from", "none.png: no such file"])
  }

  // MARK: apply

  @Test("Blends and filters in any order; each blend takes the next second image")
  func severalBlends() throws {
    let third = folder.file("third.png")
    try Bitmap.noise(160, 90, seed: 9, opaque: true).write(to: third)
    let result = try image([
      "apply", from, to, third, "--filter", "saturation:saturation=0", "--second-filter",
      "pixellate:fraction=0.2",
      "--blend", "dissolve:mix=0.25", "--filter", "pixellate:fraction=0.05", "--second-filter",
      "pixellate:fraction=0.3", "--blend=dissolve:mix=0.5",
      "--second-filter", "pixellate:fraction=0.1", "--filter", "saturation:saturation=1.5",
    ])
    let gray = try Chain.picture(picture(from)).through("saturation:saturation=0")
    let first = (gray, try picture(to) --> Pixellate(fraction: 0.2)) --> Dissolve(mix: 0.25)
    let second =
      (
        first --> Pixellate(fraction: 0.05),
        try picture(third) --> Pixellate(fraction: 0.3) --> Pixellate(fraction: 0.1)
      ) --> Dissolve(mix: 0.5)
    #expect(try result == second.through("saturation:saturation=1.5").frame())
  }

  @Test func aBlendShaderTakesTheNextSecondImage() throws {
    let file = try write("least.frag", "vec4 blend(vec4 a, vec4 b) { return min(a, b); }")
    let result = try image([
      "apply", from, to, from, "--shader", file, "--filter", "pixellate:fraction=0.1", "--blend",
      "dissolve:mix=0.5",
    ])
    let least = try #require(ShaderBlend(Shader(contentsOf: file)))
    let chain = Chain.blend(
      .blend(.picture(try picture(from)), .picture(try picture(to)), least) --> Pixellate(fraction: 0.1),
      .picture(try picture(from)), Dissolve(mix: 0.5))
    #expect(try result == chain.frame())
    let other = try image([
      "apply", from, to, "--filter", "pixellate:fraction=0.1", "--shader", "\(file)",
    ])
    let before = Chain.blend(try picture(from) --> Pixellate(fraction: 0.1), .picture(try picture(to)), least)
    #expect(try other == before.frame())
  }

  static let wrong = [
    UsageCase(
      "apply FROM TO TO --blend dissolve -o a.png", "1 blend for 2 second images", "each --blend takes one"),
    UsageCase("apply FROM TO TO -o a.png", "no blend for 2 second images"),
    UsageCase(
      "apply FROM TO --blend dissolve --filter pixellate --blend dissolve -o a.png",
      "2 blends for 1 second image"),
    UsageCase("apply FROM - - -o a.png", "standard input can be only one of the images"),
    UsageCase(
      "apply FROM --filter pixellate:fraction=2*progress+3 -o a.png", "at progress 0 it is 3.0", "0…1"),
    UsageCase("apply FROM --filter pixellate:fraction=progres -o a.png", "did you mean progress?"),
    UsageCase("render FROM TO --blend disolve", "disolve", "did you mean dissolve?"),
    UsageCase("render FROM TO --blend dissolve -t hero", "--blend", "--transition", "not both"),
    UsageCase(
      "sheet FROM TO --blend dissolve --shader a.glsl -o a.png", "--blend", "--shader", "not both"),
    UsageCase("render FROM TO --blend dissolve --blend dissolve", "--blend", "twice"),
    UsageCase("render FROM TO --to-filter pixellate -p fraction=1", "--parameter", "colon"),
    UsageCase(
      "render FROM --filter pixellate --blend dissolve", "--to-filter and --blend need a second image"),
    UsageCase("render FROM --filter pixellate -t hero", "--transition needs a second image"),
    UsageCase("frame FROM --to-filter pixellate --progress 1 -o a.png", "second image"),
    UsageCase("render FROM -t hero", "missing expected argument '<to>'"),
    UsageCase("render FROM TO --filter pixellate:fraction", "pixellate:fraction", "--filter"),
    UsageCase("slideshow FROM TO --blend dissolve -t hero -f null", "--blend", "--transition", "not both"),
    UsageCase("slideshow FROM TO --blend dissolve --seed 2 -f null", "--seed"),
    UsageCase(
      "render FROM TO --filter own.glsl:x=1/0 -f null --from-filter pixellate:sampling=3", "center or mean"),
  ]

  @Test(arguments: wrong) func wrongUsesAreErrors(_ usage: UsageCase) throws {
    let run = try runSegue(usage.arguments, folder: folder.path)
    expectFailure(run, 64, saying: usage.words)
    #expect(folder.names().isEmpty, "a wrong command line creates no file")
  }

  @Test(
    "A wrong formula is shown with a caret under the error",
    arguments: [
      ["apply", from, "-o", "a.png"], ["render", from, to], ["slideshow", from, to],
      ["sheet", from, "-o", "a.png"],
    ])
  func caret(arguments: [String]) throws {
    let run = try runSegue(
      arguments + ["--filter", "pixellate:fraction=0.1 * progres,sampling=mean"], folder: folder.path)
    #expect(run.code == 64 && run.output.isEmpty)
    #expect(
      run.errorText == """
        segue: fraction: there is no name 'progres'; did you mean progress?
          0.1 * progres
                ^

        """)
    #expect(folder.names().isEmpty)
  }

  @Test func missingAndTooLargeFilesAreErrors() throws {
    let file = try write("place.glsl", Self.place)
    expectFailure(
      try runSegue(["render", from, "--filter", "\(file):table=none.png", "-f", "null"]), 66,
      saying: ["none.png"])
    expectFailure(
      try runSegue(["render", from, to, "--blend", "none.glsl", "-f", "null"]), 66, saying: ["none.glsl"])
    expectFailure(
      try runSegue([
        "apply", from, "--filter", "\(file):table=\(to)", "--max-pixels", "100", "-o", folder.file("a.png"),
      ]), 65, saying: ["--max-pixels"])
  }
}
