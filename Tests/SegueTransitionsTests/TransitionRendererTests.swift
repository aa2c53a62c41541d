import SegueFilters
import SeguePixels
import SegueRendering
import SegueShaders
import SegueTestSupport
import SegueTransitions
import Synchronization
import Testing

@Suite struct TransitionRendererTests {
  @Test func aFrameOfAnotherSizeIsRefused() throws {
    let renderer = try TransitionRenderer(from: .noise(8, 8, seed: 1), to: .noise(8, 8, seed: 2))
    var frame = try Bitmap(width: 9, height: 8)
    #expect(throws: RenderError.self) { try renderer.render(at: 0.5, into: &frame) }
  }

  @Test func picturesOfOtherSizesAreFitted() throws {
    let renderer = try TransitionRenderer(
      from: .noise(40, 30, seed: 1), to: .noise(100, 20, seed: 2),
      framing: Framing(size: PixelSize(width: 33, height: 44)))
    #expect(renderer.from.size == renderer.to.size)
    #expect(try renderer.frame(at: 0.3).size == PixelSize(width: 33, height: 44))
  }

  @Test func picturesAreFittedToTheFraming() throws {
    let (from, to) = (try Bitmap.noise(40, 30, seed: 1), try Bitmap.noise(100, 20, seed: 2))
    let framing = Framing(size: PixelSize(width: 33, height: 44), fit: .contain, background: .white)
    let renderer = try TransitionRenderer(from: from, to: to, framing: framing)
    #expect(try renderer.from == from.fitted(to: framing) && renderer.to == to.fitted(to: framing))
    // Without a size, frames have that of the first picture.
    let unsized = try TransitionRenderer(from: from, to: to, framing: Framing(fit: .stretch))
    #expect(try unsized.from == from && unsized.to == to.resized(to: from.size))
  }

  @Test func theTransitionsTimingIsTheDefault() throws {
    let picture = try Bitmap.noise(8, 8, seed: 1)
    let own = try TransitionRenderer(from: picture, to: picture, Transitions.SlideDown())
    #expect(own.timing == Transitions.SlideDown().timing)
    #expect(own.timing == Timing(duration: 0.5, curve: .spring(damping: 0.8, velocity: 0.8)))
    let timing = own.timing.with(duration: 2)
    #expect(timing == Timing(duration: 2, curve: .spring(damping: 0.8, velocity: 0.8)))
    let slow = try TransitionRenderer(from: picture, to: picture, Transitions.SlideDown(), timing: timing)
    #expect(slow.progress(atTime: 0.3) == timing.progress(at: 0.3))
    #expect(slow.progress(atTime: 0.3) == timing.curve(at: 0.3, duration: 2))
    #expect(slow.progress(atTime: 0.3) != own.progress(atTime: 0.3))
  }

  /// A transition with a failing source as its first or second input.
  struct Failing: Transition {
    let source: Chain
    let isFirst: Bool

    func chain(_ operation: TransitionOperation) -> Chain {
      let behind = source --> Pixellate(fraction: 0.1 * .progress)
      return isFirst ? (behind, .to) --> Dissolve(mix: 0.5) : (.from, behind)
        --> Layers { _, _ in [.init(.from)] }
    }
  }

  static func failing() throws -> [any Transition] {
    let filter = try #require(ShaderFilter(Shader(source: EndlessShaders.filter, file: "endless.frag")))
    let shader = try Shader(source: EndlessShaders.transition, file: "endless.glsl")
    let blend = try #require(ShaderBlend(shader))
    let sources = FailingRows.all.map { Chain.picture($0) } + [.from --> filter, (.to, .from) --> blend]
    return try sources.flatMap { source in [true, false].map { Failing(source: source, isFirst: $0) } }
      + [#require(ShaderTransition(shader))]
  }

  @Test(arguments: [1, 3]) func failingTransitionsAreErrorsInEveryWayOfRendering(threads: Int) async throws {
    let execution = Execution(threads: threads)
    let (from, to) = (try Bitmap.noise(24, 16, seed: 1), try Bitmap.noise(24, 16, seed: 2))
    for transition in try Self.failing() {
      let renderer = try TransitionRenderer(
        from: from, to: to, transition, timing: Timing(duration: 0.4), execution)
      var frame = try Bitmap(width: 24, height: 16)
      #expect { try renderer.frame(at: 0.5) } throws: { isOnPurpose($0) }
      #expect { try renderer.frame(at: 0.5, Execution(threads: 3)) } throws: { isOnPurpose($0) }
      #expect { try renderer.frame(atTime: 0.5) } throws: { isOnPurpose($0) }
      #expect { try renderer.render(at: 0.5, into: &frame) } throws: { isOnPurpose($0) }
      #expect { try renderer.rows(at: 0.5).rendered(execution) } throws: { isOnPurpose($0) }
      #expect { try FrameCanvas().bitmap(of: renderer.rows(at: 0.5)) } throws: { isOnPurpose($0) }
      do {
        for try await frame in renderer.frames(framesPerSecond: 10, on: FakeClock()) {
          // Layers return the first picture itself at progress 0.
          #expect(frame == from)
        }
        Issue.record("no error")
      } catch {
        #expect(isOnPurpose(error))
      }
    }
  }

  @Test func framesAreRenderedWithTheRenderersOwnExecution() throws {
    let rows = CountingRows(try Bitmap.noise(24, 16, seed: 3))
    let execution = Execution(threads: 3, level: .reference)
    let renderer = try TransitionRenderer(
      from: .noise(24, 16, seed: 1), to: .noise(24, 16, seed: 2),
      Failing(source: .picture(rows), isFirst: false), execution)
    _ = try renderer.frame(at: 0.5)
    #expect(rows.executions == [execution])
    _ = try renderer.frame(atTime: 0.5, Execution(threads: 2))
    #expect(rows.executions == [execution, Execution(threads: 2)])
  }

  @Test(
    "Every call renders with its execution, or by default with that of the renderer",
    arguments: Light.allCases)
  func everyCallHasItsExecution(light: Light) throws {
    typealias Call = (TransitionRenderer, inout Bitmap, Execution?) throws -> Void
    let calls: [Call] = [
      { renderer, _, execution in _ = try renderer.frame(at: 0.5, execution) },
      { renderer, _, execution in _ = try renderer.frame(atTime: 0.5, execution) },
      { renderer, frame, execution in try renderer.render(at: 0.5, into: &frame, execution) },
      { renderer, frame, execution in try renderer.render(atTime: 0.5, into: &frame, execution) },
    ]
    let own = Execution(threads: 3, level: .reference)
    for (index, call) in calls.enumerated() {
      for given in [nil, Execution(threads: 2), Execution(threads: 5, level: .baseline)] {
        let rows = CountingRows(try Bitmap.noise(24, 16, seed: 3))
        let renderer = try TransitionRenderer(
          from: .noise(24, 16, seed: 1), to: .noise(24, 16, seed: 2),
          Failing(source: .picture(rows), isFirst: false), framing: Framing(light: light), own)
        var frame = try Bitmap(width: 24, height: 16)
        try call(renderer, &frame, given)
        #expect(rows.executions == [given ?? own], "call \(index)")
      }
    }
  }

  @Test("A frame has the size of its chain, and inputs of different sizes are an error at once")
  func framesHaveTheSizeOfTheirChain() throws {
    let (from, to) = (try Bitmap.noise(40, 30, seed: 1), try Bitmap.noise(40, 30, seed: 2))
    let left = Crop(x: 0, y: 0, width: 0.5, height: 1)
    let half = PixelSize(width: 20, height: 30)
    let renderer = try TransitionRenderer(
      from: from, to: to, ChainTransition((.from, .to) --> Dissolve(mix: .progress) --> left))
    #expect(renderer.size == half && renderer.from.size == from.size)
    #expect(try renderer.frame(at: 0.5).size == half && renderer.frame(at: 1)[19, 29] == to[19, 29])
    #expect(throws: RenderError.sizesDiffer(half, to.size)) {
      try TransitionRenderer(from: from, to: to, ChainTransition((.from --> left, .to) --> Dissolve()))
    }
  }

  @Test(
    "Rendering into a bitmap of another size is an error, also at the ends", arguments: [0, 0.5, 1])
  func framesOfAnotherSize(progress: Double) throws {
    let renderer = try TransitionRenderer(from: .noise(8, 8, seed: 1), to: .noise(8, 8, seed: 2))
    let before = try Bitmap.noise(9, 8, seed: 3)
    var frame = before
    let error = RenderError.sizesDiffer(before.size, renderer.size)
    #expect(throws: error) { try renderer.render(at: progress, into: &frame) }
    #expect(throws: error) { try renderer.render(atTime: progress, into: &frame) }
    #expect(frame == before)
  }

  /// Records the moments of the frames that are made.
  private struct Noting: TimedFilter {
    final class Moments: Sendable {
      private let list = Mutex<[FrameMoment]>([])
      var last: FrameMoment? { list.withLock { $0.last } }
      func add(_ moment: FrameMoment) { list.withLock { $0.append(moment) } }
    }

    let moments = Moments()

    func apply(to input: any RowSource, at progress: Double) -> any RowSource { input }

    func apply(to input: InputFrames) throws(RenderError) -> any RowSource {
      moments.add(input.moment)
      return try input.present()
    }
  }

  @Test("Effects get the progress, the time, the duration, and with a clock the number of the frame")
  func effectsAreToldTheMoment() throws {
    let (noting, timing) = (Noting(), Timing(duration: 0.5, curve: .easeIn))
    let picture = try Bitmap.noise(4, 3, seed: 1)
    let renderer = try TransitionRenderer(
      from: picture, to: picture, ChainTransition(.from --> noting, timing: timing))
    _ = try renderer.rows(at: 0.25)
    #expect(noting.moments.last == FrameMoment(progress: 0.25, time: 0.25, duration: 0.5))
    _ = try renderer.rows(atTime: 0.4)
    let moment = try #require(noting.moments.last)
    #expect(moment.progress == timing.progress(at: 0.4) && moment.time == 0.4 && moment.duration == 0.5)
    let frame = try #require(moment.frame)
    // There are 60 frames a second.
    #expect(frame.index == 12 && frame.sequence.interval == 1.0 / 60)
    #expect(frame.sequence.moment(of: 15).time == 0.5 && frame.sequence.moment(of: 30).progress == 1)
  }

  @Test("Defaults: a pixellate-dissolve that presents, for one second, linear")
  func whatIsMeantWhereNothingIsSaid() throws {
    let (a, b) = (try Bitmap.noise(40, 30, seed: 1), try Bitmap.noise(40, 30, seed: 2))
    let plain = try TransitionRenderer(from: a, to: b)
    let blocks = try TransitionRenderer(from: a, to: b, Transitions.PixellateDissolve())
    #expect(try plain.frame(at: 0.4) == blocks.frame(at: 0.4))
    #expect(plain.timing == Timing(duration: 1, curve: .linear) && plain.execution == .standard)
    let slide = try TransitionRenderer(from: a, to: b, Transitions.NavigationSlide())
    let presented = try TransitionRenderer(from: a, to: b, Transitions.NavigationSlide(), operation: .present)
    #expect(try slide.frame(at: 0.4) == presented.frame(at: 0.4))
    #expect(ChainTransition(.from).timing == Timing(duration: 1, curve: .linear))
  }

  @Test("In real time, there are 60 frames a second by default")
  func framesHaveAUsualRate() async throws {
    let renderer = try TransitionRenderer(
      from: .noise(4, 3, seed: 1), to: .noise(4, 3, seed: 2), Transitions.CrossDissolve(),
      timing: Timing(duration: 0.5))
    var count = 0
    for try await _ in renderer.frames(on: FakeClock()) { count += 1 }
    #expect(count == 31)
    count = 0
    for await _ in ProgressClock(duration: 0.5).ticks(on: FakeClock()) { count += 1 }
    #expect(count == 31)
  }

  @Test("A transition shader makes a catalog item with its name, summary and parameters")
  func shadersAreItems() throws {
    let source = """
      // Fades to a share.
      uniform float share; // = 0.5 in 0...1: How far.
      vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), share); }
      """
    let shader = try Shader(source: source, file: "half-fade.glsl")
    let item = try #require(CatalogItem<any Transition>(shader))
    #expect(item.name == "half-fade" && item.summary == "Fades to a share.")
    #expect(item.parameters == shader.parameters && item.parameters.map(\.name) == ["share"])
    let (a, b) = (
      try Bitmap.noise(9, 7, seed: 1, opaque: true), try Bitmap.noise(9, 7, seed: 2, opaque: true)
    )
    for (share, expected) in [("0", a), ("1", b)] {
      let made = try item.make([("share", share)])
      #expect(try TransitionRenderer(from: a, to: b, made).frame(at: 0.3) == expected)
    }
    let filter = try Shader(source: "vec4 effect(vec4 color) { return color; }")
    #expect(CatalogItem<any Transition>(filter) == nil && ShaderTransition(filter) == nil)
  }

  @Test(
    "At a time of NaN, a frame is the first picture",
    arguments: ["cross-dissolve", "push", "cube", "luma"])
  func noTimeIsTheStart(name: String) throws {
    let from = try Bitmap.noise(12, 9, seed: 1)
    let renderer = try TransitionRenderer(
      from: from, to: .noise(12, 9, seed: 2), Catalog.transitions.make(name))
    #expect(try renderer.frame(atTime: .nan) == from && renderer.progress(atTime: .nan) == 0)
  }
}
