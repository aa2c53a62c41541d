import Foundation
import Segue
import SegueStoryboard
import SegueTestSupport
import Synchronization
import Testing

@Suite struct StoryboardFramesTests {
  static let a = Result { try Bitmap(contentsOf: vectorsFolder + "/from.png") }
  static let b = Result { try Bitmap(contentsOf: vectorsFolder + "/to.png") }

  @Test func theFrameCountHasRoundedSteps() throws {
    let story = try storyboard(
      """
      fps: 24
      steps:
        - hold: 0.8
        - {push: b, transition: slide-down, duration: 0.51}
        - {hold: 0}
        - {pop: , duration: 0.001}
        - {present: c, transition: pop}
      """)
    #expect(story.scenes.map(\.frameCount) == [1, 19, 12, 0, 1, 12])
    #expect(story.frameCount == 45)
    #expect(try StoryboardFrames(story).count == 45)
  }

  @Test func aFrameThatNoMemoryHoldsIsAnErrorOfRendering() throws {
    let size = PixelSize(width: 1 << 27, height: 1 << 27)
    let file = Storyboard.Picture.file("\(vectorsFolder)/from.png")
    let story = try Storyboard(screens: ["a": file], framing: Framing(size: size))
    #expect(throws: RenderError.outOfMemory(size)) { try StoryboardFrames(story) }
  }

  @Test("Screens are decoded with the options of the execution, and each decoded screen is reported")
  func decoding() throws {
    let story = try Storyboard(screens: ["a": .file("\(vectorsFolder)/from.png")])
    // The picture has 160 × 90 = 14,400 pixels.
    for (most, isTaken) in [(14_400, true), (14_399, false)] {
      let execution = Execution(level: .reference, decoding: DecodeOptions(maxPixels: most))
      var times = 0
      do {
        let frames = try StoryboardFrames(story, execution) { times += 1 }
        #expect(isTaken && frames.level == .reference && frames.storyboard.screens == story.screens)
      } catch is ImageError {
        #expect(!isTaken)
      }
      #expect(times == (isTaken ? 1 : 0))
    }
  }

  @Test func shadersGetTheTimeOfTheirStep() throws {
    let folder = try TemporaryFolder()
    let source = """
      uniform float iTime;
      uniform float iTimeDelta;
      uniform int iFrame;
      void main() { gl_FragColor = vec4(iTime / 4.0, iTimeDelta, float(iFrame) / 255.0, 1.0); }
      """
    try folder.write(Array(source.utf8), "clock.frag")
    let yaml = """
      fps: 5
      screens: {a: \(vectorsFolder)/from.png, b: \(vectorsFolder)/to.png}
      steps: [{push: b, transition: fade-in, duration: 4, filters: [clock.frag]}]
      """
    let made = try frames(Storyboard(yaml: yaml, named: folder.file("flow.yaml")))
    #expect(made.count == 21)
    for index in 1..<20 {
      // The first frame of the step is at 1/20, not at 0: frame 0 is the screen.
      let pixel = made[index][0, 0]
      #expect(abs(Double(pixel.red) - 255 * Double(index) / 20) < 0.501 && pixel.green == 51, "\(index)")
      #expect(pixel.blue == UInt8(index - 1), "\(index)")
    }
  }

  @Test("Each joint is the exact screen, in one frame", arguments: Catalog.transitions.items.map { $0.name })
  func joints(name: String) throws {
    let story = try storyboard(
      """
      fps: 10
      defaults: {curve: linear}
      steps:
        - {push: b, transition: \(name), duration: 0.7}
        - {pop: , transition: \(name), duration: 0.7}
        - {present: c, transition: \(name), duration: 0.7}
      """)
    let hashes = try frames(story).map(hash)
    #expect(hashes.count == 22)
    let (a, b) = (try hash(Self.a.get()), try hash(Self.b.get()))
    let c = try hash(Bitmap(contentsOf: vectorsFolder + "/to-alpha.png"))
    #expect(hashes[0] == a && hashes[7] == b && hashes[14] == a && hashes[21] == c)
    // These transitions show an unchanged screen in several frames: the circle and pictures from a corner do
    // not cover anything yet, and a bouncing picture is at its position between bounces.
    if ["circle-wipe", "snap", "drop", "bounce"].contains(name) { return }
    // Transitions of other programs have the pauses of their originals.
    let source = Catalog.transitions.items.first { $0.name == name }?.source ?? ""
    if ["gl-transitions", "CI"].contains(where: source.hasPrefix) { return }
    #expect(hashes.indices.filter { hashes[$0] == a } == [0, 14])
    #expect(hashes.indices.filter { hashes[$0] == b } == [7])
    #expect(hashes.indices.filter { hashes[$0] == c } == [21])
    // `push-back` pauses between its two springs; all other transitions move in every frame.
    let repeats = zip(hashes, hashes.dropFirst()).count { $0 == $1 }
    if name != "push-back" { #expect(repeats == 0) }
  }

  @Test(arguments: Light.allCases) func framesOfTransitionsEqualThoseOfTheRenderer(light: Light) throws {
    let story = try storyboard(
      """
      fps: 20
      light: \(light.rawValue)
      steps:
        - {push: b, transition: slide-right}
        - {pop: , transition: pixellate-dissolve, parameters: {fraction: 0.2}, curve: ease-in, duration: 0.5}
      """)
    let all = try frames(story)
    let push = try TransitionRenderer(
      from: Self.a.get(), to: Self.b.get(), Transitions.SlideRight(), framing: Framing(light: light),
      operation: .push)
    for k in 1...10 { #expect(try all[k] == push.frame(atTime: Double(k) / 10), "frame \(k)") }
    let pop = try TransitionRenderer(
      from: Self.b.get(), to: Self.a.get(), Transitions.PixellateDissolve.make([("fraction", "0.2")]),
      framing: Framing(light: light), operation: .pop, timing: Timing(curve: .easeIn))
    for k in 1...10 { #expect(try all[10 + k] == pop.frame(atTime: Double(k) / 10), "frame \(10 + k)") }
  }

  /// A transition with different effects per direction gets the operation of the step.
  @Test(arguments: ["navigation-slide", "cover-vertical", "hero"]) func transitionsKnowTheirOperation(
    name: String
  )
    throws
  {
    let story = try storyboard(
      """
      fps: 10
      defaults: {curve: linear, duration: 0.5}
      steps:
        - {push: b, transition: \(name)}
        - {pop: , transition: \(name)}
        - {present: b, transition: \(name)}
        - {dismiss: , transition: \(name)}
      """)
    let all = try frames(story)
    for (scene, operation) in [TransitionOperation.push, .pop, .present, .dismiss].enumerated() {
      let pictures = try scene % 2 == 0 ? (Self.a.get(), Self.b.get()) : (Self.b.get(), Self.a.get())
      let renderer = try TransitionRenderer(
        from: pictures.0, to: pictures.1, Catalog.transitions.make(name), operation: operation)
      #expect(try all[1 + 5 * scene + 1] == renderer.frame(at: 0.4), "\(operation)")
    }
  }

  @Test func stepsHaveTheSystemsTransitionsByDefault() throws {
    let story = try storyboard(
      """
      tabs: [a, b]
      steps: [{push: c}, {pop: }, {present: c}, {dismiss: }, {select-tab: 1}, {replace: c}, {set-stack: [a, c, b]},
        {set-stack: [a, b, c]}, {set-stack: [c, a, b]}, {pop-to: a}, {push: b}, {unwind: a}, {present: b}, {unwind: c},
        {push: a}, {pop-to-root: }]
      """)
    let names = story.scenes.compactMap {
      $0.motion.flatMap { (type(of: $0.transition) as? any SelfDescribing.Type)?.name }
    }
    #expect(
      names == [
        "navigation-slide", "navigation-slide", "cover-vertical", "cover-vertical", "cross-dissolve",
        "navigation-slide", "navigation-slide", "navigation-slide", "navigation-slide", "navigation-slide",
        "navigation-slide", "navigation-slide", "cover-vertical", "cover-vertical", "navigation-slide",
        "navigation-slide",
      ])
    #expect(story.scenes.map(\.to) == [0, 2, 0, 2, 0, 1, 2, 1, 2, 1, 0, 1, 0, 1, 2, 0, 2])
    #expect(
      story.scenes.compactMap { $0.motion?.operation } == [
        .push, .pop, .present, .dismiss, .present, .push, .push, .pop, .pop, .pop, .push, .pop, .present,
        .dismiss, .push, .pop,
      ])
  }

  @Test func defaultsApplyToStepsWithoutOwnValues() throws {
    let story = try storyboard(
      """
      fps: 10
      defaults: {transition: pixellate-dissolve, parameters: {fraction: 0.3}, duration: 0.4, curve: steps(2)}
      steps: [{push: b}, {pop: , duration: 0.8}, {push: b, transition: cross-dissolve, curve: linear}]
      """)
    let motions = story.scenes.compactMap(\.motion)
    #expect((motions[0].transition as? Transitions.PixellateDissolve)?.fraction == 0.3)
    #expect(motions[0].progress == [0, 0.5, 0.5, 1])
    #expect(motions[1].progress.count == 8)
    #expect(
      motions[2].transition is Transitions.CrossDissolve && motions[2].progress == [0.25, 0.5, 0.75, 1])
  }

  /// A pan of 0.5 s: the direction of its last movement finishes or cancels it.
  static func pan(back: Bool) -> String {
    """
    fps: 10
    steps:
      - push: b
        duration: 1
        interactive: {width: 100, samples: [[0, 90, 5], [0.1, 80], [0.25, 50], [0.4, 30], [0.5, \(back ? 40 : 20)]]}
    """
  }

  @Test func aFinishedPanEndsOnTheNewScreen() throws {
    let story = try storyboard(Self.pan(back: false) + "\n  - pop:\n")
    let progress = try #require(story.scenes[1].motion).progress
    // Five samples at 0.1 … 0.5 s, then 0.3 s for the remaining distance.
    #expect(progress.count == 8)
    for (got, expected) in zip(progress, [0.1, 0.1, 0.4, 0.6, 0.7]) { #expect(abs(got - expected) < 1e-12) }
    #expect(progress.last == 1)
    let all = try frames(story)
    #expect(try all[0] == Self.a.get())
    #expect(try all[8] == Self.b.get())
    #expect(try all[story.frameCount - 1] == Self.a.get())
  }

  /// After a pan, the movement is eased in and out, regardless of the transition's curve.
  @Test(arguments: Catalog.transitions.items.map { $0.name })
  func theProgressOfAPanDoesNotDependOnTheTransition(name: String) throws {
    let usual = try storyboard(Self.pan(back: false))
    let story = try storyboard(
      Self.pan(back: false).replacing("duration: 1", with: "duration: 1\n    transition: \(name)"))
    #expect(try #require(story.scenes[1].motion).progress == #require(usual.scenes[1].motion).progress)
  }

  @Test func aCancelledPanEndsWhereItBegan() throws {
    let story = try storyboard(Self.pan(back: true) + "\n  - push: b\n")
    let progress = try #require(story.scenes[1].motion).progress
    #expect(progress.count == 10, "0.5 s of pan, and 0.5 s back")
    #expect(progress.last == 0)
    let all = try frames(story)
    #expect(try all[10] == Self.a.get())
    #expect(try all[9] != Self.a.get())
    // After the canceled push the stack has one screen, so a pop is an error.
    #expect(throws: StoryboardError.self) { try storyboard(Self.pan(back: true) + "\n  - pop:\n") }
  }

  @Test func aHoldShowsTheCurrentScreen() throws {
    let all = try frames(storyboard("fps: 5\nsteps: [{hold: 1}, {push: b, duration: 0.2}, {hold: 0.4}]"))
    #expect(try all.prefix(6).allSatisfy { try $0 == Self.a.get() })
    #expect(try all.suffix(3).allSatisfy { try $0 == Self.b.get() })
    #expect(all.count == 9)
  }

  @Test func framesAreFittedToTheSize() throws {
    let story = try storyboard("size: 40x40\nfit: contain\nbackground: '#204060'\nsteps: [{push: b}]")
    let source = try StoryboardFrames(story)
    #expect(source.size == PixelSize(width: 40, height: 40))
    #expect(
      try frame(0, of: source)
        == Self.a.get().fitted(
          to: Framing(size: source.size, fit: .contain, background: Pixel("#204060"))))
  }

  @Test("A translucent background is composited once, behind a file and behind a bitmap")
  func thinBackgrounds() throws {
    let folder = try TemporaryFolder()
    let picture = try Bitmap.noise(12, 9, seed: 5)
    try picture.write(to: folder.file("a.png"))
    let framing = Framing(size: picture.size, background: Pixel("#ff000080"))
    let expected = try picture.fitted(to: framing)
    #expect(expected != picture)
    for screen: Storyboard.Picture in [.file(folder.file("a.png")), .bitmap(picture)] {
      let story = try Storyboard(screens: ["a": screen], framing: framing)
      #expect(try frame(0, of: StoryboardFrames(story)).largestDifference(from: expected) <= 1)
    }
  }

  /// The size of the first declared screen applies to all, even if another screen is shown first.
  @Test func theSizeIsThatOfTheFirstScreen() throws {
    let pictures = try (0..<3).map { try Bitmap.noise(9 + $0, 6 + $0, seed: UInt64($0), opaque: true) }
    let screens = ["a", "b", "c"].enumerated().map { Storyboard.Screen($1, .bitmap(pictures[$0])) }
    var story = try Storyboard(screens: screens, tabs: ["c", "b"], framesPerSecond: 10)
    try story.hold(0.1)
    let source = try StoryboardFrames(story)
    #expect(source.size == PixelSize(width: 9, height: 6))
    #expect(try frame(1, of: source) == pictures[2].fitted(to: source.size))
  }

  @Test("Order, threads and level change no frame", arguments: SIMDLevel.available, ["flow", "ways-back"])
  func everyWayTheSame(level: SIMDLevel, name: String) throws {
    let file = projectFolder + "/images/storyboard/\(name).yaml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
      .replacing("size: 640x360", with: "size: 80x45").replacing("fps: 30", with: "fps: 6")
    let story = try Storyboard(yaml: text, named: file)
    let reference = try StoryboardFrames(story, Execution(level: .reference))
    let expected = try (0..<story.frameCount).map { try hash(frame($0, of: reference)) }

    let source = try StoryboardFrames(story, Execution(threads: 3, level: level))
    let backwards = try (0..<story.frameCount).reversed().map { try hash(frame($0, of: source)) }
    #expect(Array(backwards.reversed()) == expected)
    let recorder = Recorder()
    _ = try ExportJob(frames: Array(0..<story.frameCount), outputs: [recorder])
      .run(source, Execution(threads: 3))
    let hashes = recorder.hashes.withLock { $0 }
    #expect((0..<story.frameCount).map { hashes[$0] } == expected)
  }

  @Test func theExampleHasEveryTransitionACompletedPanAndACanceledOne() throws {
    let story = try Storyboard(contentsOf: projectFolder + "/images/storyboard/flow.yaml")
    let used = Set(
      story.scenes.compactMap {
        $0.motion.flatMap { (type(of: $0.transition) as? any SelfDescribing.Type)?.name }
      }
    )
    // The articles do not cover shader transitions, map wipes, variants of xfade, and physics.
    let fromElsewhere = Catalog.transitions.items.filter { !$0.variants.isEmpty }.map(\.name)
    let physics = [
      Transitions.Drop.name, Transitions.Bounce.name, Transitions.Snap.name, Transitions.Attachment.name,
    ]
    let others = Set(fromElsewhere + physics + [Transitions.Luma.name])
    let written = try Catalog.transitions.items.filter {
      try $0.make() is any SelfDescribing
        && (!others.contains($0.name) || $0.name == Transitions.CrossDissolve.name)
    }
    #expect(used == Set(written.map(\.name)))
    #expect(story.screens.count == 4)
    #expect(Set(story.scenes.flatMap { [$0.from, $0.to] }).count == 4, "every screen must be shown")
    #expect(story.scenes.contains { $0.motion?.progress.last == 0 })
    // Every scene begins with the screen that ended the previous scene.
    for (scene, next) in zip(story.scenes, story.scenes.dropFirst()) {
      #expect((scene.motion?.progress.last == 0 ? scene.from : scene.to) == next.from)
    }
  }

  /// A failing transition throws, however its frames are requested.
  @Test(arguments: [1, 3]) func aTransitionThatFailsIsAnError(threads: Int) throws {
    let folder = try TemporaryFolder()
    try EndlessShaders.transition.write(
      toFile: folder.file("endless.glsl"), atomically: true, encoding: .utf8)
    let read = try Storyboard(
      yaml: screens + "fps: 10\nsteps: [{push: b, transition: endless.glsl, duration: 0.4}, {hold: 0.1}]",
      folder: folder.path)
    var built = try Storyboard(
      screens: ["a": .bitmap(Self.a.get()), "b": .bitmap(Self.b.get())], framesPerSecond: 10)
    try built.push("b", FailingTransition(), duration: 0.4)
    try built.hold(0.1)
    for story in [read, built] {
      let execution = Execution(threads: threads)
      let source = try StoryboardFrames(story, execution)
      #expect(source.count == 6)
      for index in 1...3 {
        #expect { try source.rows(of: index).rendered(execution) } throws: { isOnPurpose($0) }
        #expect { try FrameCanvas().bitmap(of: source.rows(of: index)) } throws: { isOnPurpose($0) }
      }
      #expect(try frame(0, of: source) == Self.a.get() && frame(5, of: source) == Self.b.get())
      let recorder = Recorder()
      #expect {
        try ExportJob(frames: [0, 1, 2, 3, 4, 5], outputs: [recorder])
          .run(source, Execution(threads: threads))
      } throws: {
        isOnPurpose($0)
      }
      for index in 1...3 { #expect(recorder.hashes.withLock { $0[index] } == nil) }
    }
  }

  @Test("A step's chain replaces the default transition, and a named chain the transition of that name")
  func chains() throws {
    let (a, b) = (try Self.a.get(), try Self.b.get())
    func middle(_ yaml: String) throws -> Bitmap {
      try frame(1, of: StoryboardFrames(storyboard("fps: 2\n\(yaml)")))
    }
    let chain = "chain: {blend: 'dissolve:mix=0.25'}, duration: 1"
    let mixed = try ((.picture(a), .picture(b)) --> Dissolve(mix: 0.25)).frame()
    let half = try ((.picture(a), .picture(b)) --> Dissolve()).frame()
    let wipe = "defaults: {transition: wipe, parameters: {angle: 90}}\n"
    #expect(try middle("\(wipe)steps: [{push: b, \(chain)}]") == mixed)
    #expect(try middle("\(wipe)steps: [{push: b, chain: {}, duration: 1}]") == half)
    #expect(
      try middle("\(wipe)steps: [{push: b, transition: cross-dissolve, duration: 1}]") == half)
    #expect(
      try middle(
        "chains: {wipe: {blend: 'dissolve:mix=0.25'}}\nsteps: [{push: b, transition: wipe, duration: 1}]"
      )
        == mixed)
  }

  /// Filters of a step apply to all its frames, including the last; the next hold shows the plain screen.
  @Test func filtersRunOverATransition() throws {
    let (a, b) = (try Self.a.get(), try Self.b.get())
    let all = try frames(
      storyboard(
        """
        fps: 4
        steps:
          - push: b
            transition: wipe
            parameters: {angle: 90}
            curve: ease-in
            duration: 1
            filters: ['pixellate:fraction=0.05+0.1*progress', 'saturation:saturation=time']
          - hold: 0.25
        """))
    #expect(all.count == 6)
    let wipe = try Catalog.transitions.named("wipe").make([("angle", "90")])
    let plain = try TransitionRenderer(from: a, to: b, wipe, timing: Timing(duration: 1, curve: .easeIn))
    for k in 1...4 {
      let time = Double(k) / 4
      let pixels = Pixellate(fraction: Animated(0.05 + 0.1 * plain.progress(atTime: time)))
      let gray = try Catalog.filters.make("saturation", ["saturation": "\(time)"])
      let expected = Chain.filter(.filter(.picture(try plain.frame(atTime: time)), pixels), gray)
      #expect(try all[k].largestDifference(from: expected.frame()) <= 1, "frame \(k)")
    }
    #expect(all[4] != b && all[0] == a && all[5] == b)
  }

  @Test func filtersRunOverAHold() throws {
    let a = try Self.a.get()
    let all = try frames(
      storyboard("fps: 4\nsteps: [{hold: 1, filters: 'pixellate:fraction=0.2*progress'}, {hold: 0.25}]"))
    #expect(all.count == 6)
    for k in 1...4 {
      #expect(try all[k] == (a --> Pixellate(fraction: Animated(0.05 * Double(k)))).frame(), "frame \(k)")
    }
    #expect(all[0] == a && all[4] != a && all[5] == a)
  }

  /// During a pan, `progress` in a filter is that of the gesture.
  @Test("Filters of single screens are applied before the transition, those of the storyboard last")
  func filtersOnScreensAndOnAll() throws {
    let (a, b) = (try Self.a.get(), try Self.b.get())
    let all = try frames(
      storyboard(
        """
        fps: 4
        filters: 'saturation:saturation=0.5+0.5*progress'
        steps:
          - push: b
            transition: slide-down
            from-filters: 'pixellate:fraction=0.1*progress'
            to-filters: [sepia, 'pixellate:fraction=0.1']
            filters: color-invert
            duration: 1
          - hold: 0.5
        """))
    let slide = try Transitions.SlideDown().filtered(
      from: ["pixellate:fraction=0.1*progress"], to: ["sepia", "pixellate:fraction=0.1"],
      result: ["color-invert", "saturation:saturation=0.5+0.5*progress"])
    let renderer = try TransitionRenderer(
      from: a, to: b, slide, operation: .push, timing: slide.timing.with(duration: 1))
    func shown(_ picture: Bitmap, _ saturation: Double) throws -> Bitmap {
      try Chain.picture(picture).through("saturation:saturation=\(saturation)").frame()
    }
    #expect(all.count == 7)
    #expect(try all[0].largestDifference(from: shown(a, 0.5)) <= 1 && all[0] != a)
    for frame in 1...4 { #expect(try all[frame] == renderer.frame(atTime: Double(frame) / 4)) }
    #expect(try all[5].largestDifference(from: shown(b, 0.75)) <= 1 && all[5] != b)
    #expect(all[6].largestDifference(from: b) <= 1)
  }

  @Test func filtersFollowAPan() throws {
    let pan = Self.pan(back: true)
    let (plain, filtered) = (
      try frames(storyboard(pan)),
      try frames(storyboard(pan + "\n    filters: 'pixellate:fraction=0.1*progress'"))
    )
    let progress = try #require(storyboard(pan).scenes[1].motion).progress
    #expect(plain.count == filtered.count && plain.count == progress.count + 1)
    for (index, progress) in progress.enumerated() {
      let expected = try (plain[index + 1] --> Pixellate(fraction: Animated(0.1 * progress))).frame()
      #expect(filtered[index + 1] == expected, "frame \(index)")
    }
  }

  @Test("Picture paths in a chain are relative to the storyboard")
  func picturesOfChains() throws {
    let folder = try TemporaryFolder()
    let sheet = try Bitmap.noise(16, 16, seed: 3, opaque: true)
    try sheet.write(to: folder.file("sheet.png"))
    let yaml =
      "\(screens)fps: 2\nsteps: [{push: b, chain: {from: 'mosaic:tiles=sheet.png', blend: 'dissolve:mix=0'}, duration: 1}]"
    let file = try folder.write(Array(yaml.utf8), "flow.yaml")
    let frames = try StoryboardFrames(Storyboard(contentsOf: file))
    let tiles = try Catalog.filters.named("mosaic").make([], pictures: [("tiles", sheet)])
    #expect(try frame(1, of: frames) == (Self.a.get() --> tiles).frame())
  }

  private struct FailingTransition: Transition {
    func chain(_ operation: TransitionOperation) -> Chain {
      (.from --> FailingFilter(from: 20) --> Pixellate(fraction: 0.1), .to) --> Dissolve(mix: .progress)
    }
  }

  private final class Recorder: FrameOutput, Sendable {
    let isOrdered = false
    let hashes = Mutex<[Int: Int]>([:])
    func makeWriter(level: SIMDLevel) -> FrameWriter { .rows(Writer(self)) }

    final class Writer: RowsWriter {
      let recorder: Recorder
      init(_ recorder: Recorder) { self.recorder = recorder }
      func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) throws {
        let value = try hash(canvas.bitmap(of: frame))
        recorder.hashes.withLock { $0[index] = value }
      }
      func write(index: Int) -> Int { 0 }
    }
  }

  /// A visit includes the transitions to and from the screen, while they show it.
  @Test("Screens move during each visit, also within transitions and with filters")
  func moving() throws {
    let story = try Storyboard(
      yaml: """
        size: 80x45
        fps: 10
        seed: 5
        motion: 0,0,1,1-20%,20%,0.5,0.5
        screens:
          a: {image: \(vectorsFolder)/from.png, motion: none}
          b: \(vectorsFolder)/to.png
          c: {image: \(vectorsFolder)/from.png, motion: auto}
          d: {image: \(vectorsFolder)/from.png, elements: {x: [1, 2, 3, 4]}}
        steps:
          - hold: 0.2
          - {push: b, transition: cross-dissolve, duration: 0.4, curve: linear}
          - hold: 0.3
          - {push: c, transition: cross-dissolve, duration: 0.2, curve: linear}
          - {pop: , transition: cross-dissolve, duration: 0.2, curve: linear}
          - {hold: 0.2, filters: color-invert}
          - {pop: , transition: cross-dissolve, duration: 0.2, curve: linear}
          - {push: b, transition: cross-dissolve, duration: 0.2, curve: linear}
          - {push: d, transition: cross-dissolve, duration: 0.2, curve: linear}
        """, named: "flow.yaml")
    #expect(story.frameCount == 22 && story.motionSeed == 5)
    let source = try StoryboardFrames(story)
    let motion = try #require(StillMotion("0,0,1,1-0.2,0.2,0.5,0.5"))
    let framing = Framing(size: PixelSize(width: 80, height: 45))
    func picture(_ name: String, _ motion: StillMotion, _ number: Int, _ frames: Int, _ time: Double) throws
      -> Bitmap
    {
      let chosen = ChosenMotion(motion, seed: 5, number: number, seconds: Double(frames) / 10)
      return try FittedPictures([.file("\(vectorsFolder)/\(name).png")], framing).shown(0, [chosen])
        .frame(at: time, light: .gamma, .preferred)
    }
    // The visits to b: frames 3…10, 12…16 and 18…20; the visit to c: frames 10…12.
    let still = try FittedPictures([.file("\(vectorsFolder)/from.png")], framing).picture(0)
    for index in 0..<3 { #expect(try frame(index, of: source) == still) }
    func mean(_ a: Bitmap, _ b: Bitmap, _ mix: Double) throws -> Bitmap {
      try TransitionRenderer(from: a, to: b, Transitions.CrossDissolve()).frame(at: mix)
    }
    func b(_ index: Int) throws -> Bitmap {
      try picture("to", motion, 0, 8, index < 12 ? Double(index - 3) / 7 : Double(index - 12) / 4)
    }
    for index in 3...5 {
      #expect(try frame(index, of: source) == mean(still, b(index), Double(index - 2) / 4))
    }
    for index in 6...9 { #expect(try frame(index, of: source) == b(index)) }
    func c(_ index: Int) throws -> Bitmap { try picture("from", .automatic, 1, 3, Double(index - 10) / 2) }
    #expect(try frame(10, of: source) == mean(b(10), c(10), 0.5))
    #expect(try frame(11, of: source) == c(11))
    #expect(try frame(12, of: source) == mean(c(12), b(12), 0.5))
    let inverted = try frame(15, of: source)
    #expect(try inverted == b(15).filtered(Catalog.filters.make("color-invert")) && inverted != b(15))
    #expect(try frame(16, of: source) == mean(b(16), still, 0.5))
    #expect(try frame(17, of: source) == still)
    // Each visit starts the motion again. Screens with elements do not move.
    let again = try picture("to", motion, 2, 3, 0.5)
    #expect(try frame(19, of: source) == again)
    #expect(try frame(21, of: source) == still)
  }

  @Test func aScreenWithElementsCannotMove() {
    let yaml = """
      screens: {a: {image: \(vectorsFolder)/from.png, motion: auto, elements: {x: [1, 2, 3, 4]}}}
      steps: []
      """
    let error = #expect(throws: StoryboardError.self) { try Storyboard(yaml: yaml, named: "flow.yaml") }
    #expect(
      error?.message
        == "flow.yaml:1: screens.a.motion: a screen with elements stands still: leave out motion or elements")
  }

  @Test("Titles of screens are over all frames, and fade with the transitions")
  func titles() throws {
    let story = try Storyboard(
      yaml: """
        size: 160x90
        fps: 10
        title-style: size=20%,place=center
        screens:
          a: {image: \(vectorsFolder)/from.png, title: Harbor}
          b: {image: \(vectorsFolder)/to.png, title: Rome}
        steps:
          - {push: b, transition: cross-dissolve, duration: 0.4, curve: linear}
        """, named: "flow.yaml")
    let (framing, style) = (
      Framing(size: PixelSize(width: 160, height: 90)), try TitleStyle("size=20%,place=center")
    )
    let pictures = try FittedPictures(
      ["from", "to"].map { .file("\(vectorsFolder)/\($0).png") }, framing
    ).all()
    let renderer = try TransitionRenderer(from: pictures[0], to: pictures[1], Transitions.CrossDissolve())
    for (index, (text, opacity)) in [("Harbor", 1), ("Harbor", 0.5), ("Rome", 0), ("Rome", 0.5), ("Rome", 1)]
      .enumerated()
    {
      var title = Title(text, style)
      title.opacity = Animated(opacity)
      let expected = try title.apply(to: renderer.frame(at: Double(index) / 4), at: 0).rendered()
      #expect(try frame(index, of: StoryboardFrames(story)) == expected, "\(index)")
    }
  }
}
