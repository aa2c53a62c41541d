import Foundation
import Segue
import SegueExport
import SegueJob
import SegueTestSupport
import Testing

/// The frames and the destination of a job.
@Suite struct JobFramesTests {
  private let from: Bitmap
  private let to: Bitmap

  init() throws {
    from = try .noise(40, 24, seed: 1, opaque: true)
    to = try .noise(40, 24, seed: 2, opaque: true)
  }

  private var files: JobFiles {
    let pictures = ["a": from, "b": to]
    return JobFiles { name in
      guard let picture = pictures[name] else { throw FileError.missing(file: name) }
      return picture
    }
  }

  @Test func framesAreThoseOfTheRenderer() throws {
    var job = Job(from: "a", to: "b", "cross-dissolve")
    (job.times.frames, job.times.ease, job.order.boomerang) = (5, "ease-in", true)
    let (frames, rate) = try job.frames(files)
    let curve = try #require(TimingCurve("ease-in"))
    let renderer = try TransitionRenderer(
      from: from, to: to, Transitions.CrossDissolve(), timing: Timing(duration: 1, curve: curve))
    #expect(frames.count == 9 && rate == FrameRate(4))
    for (index, time) in [0, 0.25, 0.5, 0.75, 1, 0.75, 0.5, 0.25, 0].enumerated() {
      #expect(try frames.rows(of: index).rendered() == renderer.frame(atTime: time))
    }
  }

  @Test func aChainOfOnePictureHasItsFilters() throws {
    var job = Job(from: "a", to: nil)
    job.look.filters = ["color-invert"]
    let frame = try job.renderer(files).frame(at: 0.5)
    #expect(try frame == (Chain.from.through("color-invert")).frame(from: from, to: from, at: 0.5))
  }

  @Test func aShaderSourceIsATransition() throws {
    var job = Job(from: "a", to: "b")
    job.look.source = .init(name: "own", text: "vec4 transition(vec2 uv) { return getToColor(uv); }")
    #expect(try job.renderer(files).frame(at: 0.5) == to)
    job.look.source?.text = "vec4 effect(vec4 color) { return color; }"
    #expect { try job.renderer(files) } throws: { ($0 as? JobError)?.key == "source" }
  }

  @Test func anAnimatorInAFileIsATransition() throws {
    let folder = try TemporaryFolder()
    let yaml = "duration: 0.5\npush:\n  - {layer: from}\n  - {layer: to, x: [100%, 0]}\n"
    try Data(yaml.utf8).write(to: URL(filePath: folder.file("slide.yaml")))
    for (name, bitmap) in [("a.png", from), ("b.png", to)] { try bitmap.write(to: folder.file(name)) }
    let json = """
      {"from": "\(folder.file("a.png"))", "to": "\(folder.file("b.png"))",
       "transition": "\(folder.file("slide.yaml"))", "fps": 20}
      """
    let (frames, _) = try Job(json: json).frames()
    #expect(frames.count == 11)
    let renderer = try TransitionRenderer(from: from, to: to, LayerAnimator(yaml: yaml))
    for index in [0, 3, 10] {
      #expect(try frames.rows(of: index).rendered() == renderer.frame(atTime: Double(index) / 10))
    }
    #expect(throws: StoryboardError.self) {
      try Data("push: 5".utf8).write(to: URL(filePath: folder.file("slide.yaml")))
      return try Job(json: json).transition()
    }
    #expect(throws: ParameterError.self) {
      try Data(yaml.utf8).write(to: URL(filePath: folder.file("slide.yaml")))
      return try Job(json: json.replacing(".yaml\"", with: ".yaml:x=1\"")).transition()
    }
  }

  /// The first of several folders has precedence, and a shader replaces the catalog item of its name.
  @Test func aShaderOfAFolderIsATransition() throws {
    let folder = try TemporaryFolder()
    for (name, value) in [("one/half", 0.5), ("two/half", 0.1), ("two/cube", 0.25), ("two/other", 0.75)] {
      let file = URL(filePath: folder.file("\(name).glsl"))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let text = """
        uniform float k; // = \(value)
        vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), k); }
        """
      try Data(text.utf8).write(to: file)
    }
    var job = Job(from: "a", to: "b")
    job.look.shaderPath = [folder.file("one"), folder.file("two/")]
    var files = JobFiles.disk()
    files.pictures = self.files.pictures
    func frame(_ item: Job.Item) throws -> Bitmap {
      job.look.transition = item
      let same = try Job(json: job.json)
      #expect(same == job)
      return try same.renderer(files).frame(at: 0.4)
    }
    func mixed(_ share: Double) throws -> Bitmap {
      let text = "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), \(share)); }"
      let transition = try ShaderTransition(Shader(source: text, file: "x")).map { $0 as any Transition }
      return try TransitionRenderer(from: from, to: to, #require(transition)).frame(at: 0.4)
    }
    for (name, share) in [("half", 0.5), ("cube", 0.25), ("other", 0.75)] {
      #expect(try frame(.init(name)) == mixed(share), "\(name)")
    }
    #expect(try frame("half:k=0.875") == mixed(0.875))
    job.look.shaderPath = []
    #expect(try frame("cube") != mixed(0.25))
    #expect(throws: UnknownName.self) { try frame("half") }
    job.look.shaderPath = [folder.file("none")]
    #expect(throws: FileError.self) { try frame("cube") }
  }

  @Test func aFilterIsNoTransition() throws {
    let folder = try TemporaryFolder()
    try Data("vec4 effect(vec4 color) { return color; }".utf8).write(
      to: URL(filePath: folder.file("grade.glsl")))
    var job = Job(from: "a", to: "b", .init(folder.file("grade.glsl")))
    #expect {
      try job.transition()
    } throws: {
      let error = $0 as? JobError
      return error?.key == "transition"
        && error?.reason.hasSuffix("grade.glsl is a filter, not a transition; use it with filters") == true
    }
    (job.look.transition, job.look.shaderPath) = ("grade", [folder.path])
    #expect { try job.transition() } throws: { ($0 as? JobError)?.key == "transition" }
  }

  @Test func anOffsetIsForClips() {
    var job = Job(from: "a", to: "b", "cube")
    job.times.offset = 1
    #expect { try job.frames(files) } throws: { ($0 as? JobError)?.key == "offset" }
    job.times.offset = -1
    #expect { try job.check() } throws: { ($0 as? JobError)?.key == "offset" }
  }

  /// A job with pictures in memory must not read files from disk.
  @Test func picturesInMemoryNameNoFiles() {
    for change: (inout Job) -> Void in [
      { $0.from = "/etc/hostname" }, { $0.look.transition = "/etc/x.glsl" },
      { $0.look.shader = "/etc/hostname" },
      { $0.look.transition = .init("luma", ["map": "/etc/x.png"]) }, { $0.look.filters = ["/etc/x.frag"] },
      { $0.look.filters = [.init("lookup", ["table": "/etc/x.png"])] },
      { $0.look.transition = "/etc/x.yaml" },
      { ($0.look.transition, $0.look.shaderPath) = ("hostname", ["/etc"]) },
    ] {
      var job = Job(from: "a", to: "b", "cube")
      job.look.transition = nil
      change(&job)
      #expect(throws: FileError.self) { try job.frames(files) }
    }
    for font in ["/etc/hostname", "other.ttf"] {
      var job = Job(from: "a", to: "b", "cube")
      job.look.filters = [.init("text", ["text": "a", "font": font])]
      #expect { try job.frames(files) } throws: {
        ($0 as? ParameterError)?.message.contains("not a file") == true
      }
    }
  }

  @Test func fieldsOfOtherKindsOfJobsAreErrors() throws {
    let changes: [(key: String, change: (inout Job) -> Void)] = [
      ("texts", { $0.texts.texts = ["Hello"] }), ("titles", { $0.texts.titles = .name }),
      ("textStyle", { $0.texts.textStyle = "size=5%" }), ("still", { $0.still = 0.5 }),
      ("flow", { $0.flow = .init(name: "flow.yaml", text: "screens: {}") }),
    ]
    for (key, change) in changes {
      var job = Job(from: "a", to: "b", "cube")
      change(&job)
      #expect { try job.frames(files) } throws: { ($0 as? JobError)?.key == key }
    }
    var job = Job(from: "a", to: "b", "cube")
    job.still = 0.5
    #expect(try job.renderer(files).frame(atTime: 0.5).size == from.size)
    job.texts.texts = ["Hello"]
    #expect { try job.renderer(files) } throws: { ($0 as? JobError)?.key == "texts" }
    job.texts = Job.Texts()
    job.flow = .init(name: "flow.yaml", text: "screens: {}")
    #expect { try job.renderer(files) } throws: { ($0 as? JobError)?.key == "flow" }
  }

  @Test func limitsHoldBeforePicturesAreRead() {
    var job = Job(from: "a", to: "b", "cube")
    job.times.frames = 11
    let few = Execution(limits: Limits(maxFrames: 10))
    #expect { try job.frames(files, few) } throws: { ($0 as? ExportError)?.code == .exportTooManyFrames }
    job.frame.size = "100x11"
    let small = Execution(limits: Limits(maxFramePixels: 1000))
    #expect { try job.renderer(files, small) } throws: { ($0 as? JobError)?.key == "size" }
  }

  @Test func framingAndOperationAreUsed() throws {
    var job = Job(from: "a", to: "b", "push")
    (job.frame.size, job.frame.fit, job.frame.background) = ("30x30", "contain", "red")
    job.look.operation = .pop
    let framing = Framing(size: PixelSize(width: 30, height: 30), fit: .contain, background: Pixel("red"))
    let renderer = try TransitionRenderer(
      from: from, to: to, Transitions.Push(), framing: framing, operation: .pop)
    #expect(try job.renderer(files).frame(at: 0.3) == renderer.frame(at: 0.3))
  }

  @Test func destinations() throws {
    let folder = try TemporaryFolder()
    func destination(_ file: String, _ count: Int = 5, _ set: (inout Job.Output) -> Void = { _ in }) throws
      -> Destination
    {
      var output = Job.Output(file: folder.file(file))
      set(&output)
      return try output.destination(frameCount: count)
    }
    guard
      case .sequence(let names, let png, let policy) = try destination("%04d.png", 5, { $0.existing = .keep })
    else { _ = Issue.record("frames in files"); return }
    #expect(names.name(of: 3).hasSuffix("0003.png") && png is Formats.PNG && policy.existing == .keep)
    guard case .animation(_, let gif, _) = try destination("x.gif", 5, { $0.options = ["loops": "3"] }) else {
      _ = Issue.record("an animation"); return
    }
    #expect((gif as? Formats.GIF)?.loops == 3)
    guard
      case .video(_, _, let options, let sound, _) = try destination(
        "x.mp4", 5,
        {
          $0.encoderOptions = ["crf=20"]
          ($0.audio, $0.audioFade) = ("a.wav", 0.5)
        })
    else { _ = Issue.record("a video"); return }
    #expect(options.map(\.key) == ["crf"] && sound == Soundtrack("a.wav", fade: 0.5))
    guard case .discard = try destination("x", 5, { $0.format = "null" }) else {
      _ = Issue.record("nothing"); return
    }
    guard case .sequence = try destination("one.png", 1) else { _ = Issue.record("one frame"); return }
    for (file, key, set) in [
      ("x.zzz", "output.file", { _ in }), ("x.png", "output.file", { _ in }),
      ("%d.mp4", "output.file", { _ in }), ("x.mp4", "output.existing", { $0.existing = .keep }),
      ("x.mp4", "output.options.loops", { $0.options = ["loops": "2"] }),
      ("x.gif", "output.encoderOptions", { $0.encoderOptions = ["crf=20"] }),
      ("x.gif", "output.audio", { $0.audio = "a.wav" }), ("x.gif", "output.format", { $0.format = "zzz" }),
      ("x.gif", "output.file", { $0.format = "webp" }),
      ("x", "output.durable", { ($0.format, $0.durable) = ("null", true) }),
    ] as [(String, String, (inout Job.Output) -> Void)] {
      #expect { try destination(file, 5, set) } throws: { ($0 as? JobError)?.key == key }
    }
    #expect(throws: ParameterError.self) { try destination("x.jpg", 1) { $0.options = ["quality": "200"] } }
  }

  @Test func ranges() throws {
    var output = Job.Output(file: "x.gif")
    #expect(try output.frames(of: 5) == 0..<5)
    output.range = "1-3"
    #expect(try output.frames(of: 5) == 1..<4)
    output.range = "1-5"
    #expect { try output.frames(of: 5) } throws: { ($0 as? JobError)?.key == "output.range" }
  }
}
