import Foundation
import Segue
import SegueStoryboard
import SegueTestSupport
import Synchronization
import Testing

private let screens = """
  screens: {a: \(vectorsFolder)/from.png, b: \(vectorsFolder)/to.png, c: \(vectorsFolder)/to-alpha.png}

  """

private func storyboard(_ yaml: String) throws -> Storyboard {
  try Storyboard(yaml: screens + yaml, named: "flow.yaml")
}

/// The pictures of all frames, in order.
private func frames(_ storyboard: Storyboard) throws -> [Bitmap] {
  let source = try StoryboardFrames(storyboard)
  return try (0..<source.count).map { try frame($0, of: source) }
}

private func frame(_ index: Int, of source: some FrameSource) throws -> Bitmap {
  try source.rows(of: index).rendered()
}

/// The straight RGBA of a picture, which also tells transparent pixels apart.
private func hash(_ bitmap: Bitmap) throws -> Int {
  let encoder = Formats.RGBA().makeEncoder(level: .reference)
  try encoder.encode(bitmap, named: "frame")
  return try encoder.withBytes { bytes in
    var hasher = Hasher()
    for index in bytes.indices { hasher.combine(bytes[index]) }
    return hasher.finalize()
  }
}

@Suite struct StoryboardTimeTests {
  static let a = Result { try Bitmap(contentsOf: vectorsFolder + "/from.png") }
  static let b = Result { try Bitmap(contentsOf: vectorsFolder + "/to.png") }

  @Test func countIsOneAndTheRoundedStepsAfterIt() throws {
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

  @Test("Joints are the exact screens, once", arguments: Catalog.transitions.items.map { $0.name })
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
    #expect(hashes.indices.filter { hashes[$0] == a } == [0, 14])
    #expect(hashes.indices.filter { hashes[$0] == b } == [7])
    #expect(hashes.indices.filter { hashes[$0] == c } == [21])
    // push-back waits for its second spring in the middle of the way; nothing else stands still.
    let repeats = zip(hashes, hashes.dropFirst()).count { $0 == $1 }
    if name != "push-back" { #expect(repeats == 0) }
  }

  @Test func transitionsAreTheRenderersFrames() throws {
    let story = try storyboard(
      """
      fps: 20
      steps:
        - {push: b, transition: slide-right}
        - {pop: , transition: pixellate-dissolve, parameters: {fraction: 0.2}, curve: ease-in, duration: 0.5}
      """)
    let all = try frames(story)
    let push = try TransitionRenderer(
      from: Self.a.get(), to: Self.b.get(), Transitions.SlideRight(), operation: .push)
    for k in 1...10 { #expect(try all[k] == push.frame(atTime: Double(k) / 10), "frame \(k)") }
    let pop = try TransitionRenderer(
      from: Self.b.get(), to: Self.a.get(), Transitions.PixellateDissolve.make([("fraction", "0.2")]),
      operation: .pop,
      curve: .easeIn)
    for k in 1...10 { #expect(try all[10 + k] == pop.frame(atTime: Double(k) / 10), "frame \(10 + k)") }
  }

  @Test func theSystemChoosesWhereNothingIsSaid() throws {
    let story = try storyboard(
      "tabs: [a, b]\nsteps: [{push: c}, {pop: }, {present: c}, {dismiss: }, {select-tab: 1}]")
    let names = story.scenes.compactMap {
      $0.motion.flatMap { (type(of: $0.transition) as? any SelfDescribing.Type)?.name }
    }
    #expect(
      names == [
        "navigation-slide", "navigation-slide", "cover-vertical", "cover-vertical", "cross-dissolve",
      ])
    #expect(story.scenes.map(\.to) == [0, 2, 0, 2, 0, 1])
    #expect(
      story.scenes.compactMap { $0.motion?.operation } == [.push, .pop, .present, .dismiss, .present])
  }

  @Test func defaultsAreForWhatStepsDoNotSay() throws {
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

  /// A pan of half a second; which way the finger went last decides.
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
    // Readings at 0.1 … 0.5 s, then 0.3 s for the rest of the way.
    #expect(progress.count == 8)
    for (got, expected) in zip(progress, [0.1, 0.1, 0.4, 0.6, 0.7]) { #expect(abs(got - expected) < 1e-12) }
    #expect(progress.last == 1)
    let all = try frames(story)
    #expect(try all[0] == Self.a.get())
    #expect(try all[8] == Self.b.get())
    #expect(try all[story.frameCount - 1] == Self.a.get())
  }

  @Test func aCancelledPanEndsWhereItBegan() throws {
    let story = try storyboard(Self.pan(back: true) + "\n  - push: b\n")
    let progress = try #require(story.scenes[1].motion).progress
    #expect(progress.count == 10, "0.5 s of pan, and as long back")
    #expect(progress.last == 0)
    let all = try frames(story)
    #expect(try all[10] == Self.a.get())
    #expect(try all[9] != Self.a.get())
    // Nothing is on the stack, so nothing can be popped.
    #expect(throws: StoryboardError.self) { try storyboard(Self.pan(back: true) + "\n  - pop:\n") }
  }

  @Test func aHoldIsThePresentScreen() throws {
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
        == Self.a.get().fitted(to: source.size, .contain, background: Pixel("#204060")))
  }

  @Test("Any order, any number of threads, any level", arguments: SIMDLevel.available)
  func everyWayTheSame(level: SIMDLevel) throws {
    let file = projectFolder + "/images/storyboard/flow.yaml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
      .replacing("size: 640x360", with: "size: 80x45").replacing("fps: 30", with: "fps: 6")
    let story = try Storyboard(yaml: text, named: file)
    let reference = try StoryboardFrames(story, level: .reference)
    let expected = try (0..<story.frameCount).map { try hash(frame($0, of: reference)) }

    let source = try StoryboardFrames(story, threads: 3, level: level)
    let backwards = try (0..<story.frameCount).reversed().map { try hash(frame($0, of: source)) }
    #expect(Array(backwards.reversed()) == expected)
    let recorder = Recorder()
    _ = try ExportJob(frames: Array(0..<story.frameCount), outputs: [recorder])
      .run(source, Execution(threads: 3))
    let hashes = recorder.hashes.withLock { $0 }
    #expect((0..<story.frameCount).map { hashes[$0] } == expected)
  }

  @Test func theExampleHasEveryTransitionAPanThatEndsAndOneThatDoesNot() throws {
    let story = try Storyboard(contentsOf: projectFolder + "/images/storyboard/flow.yaml")
    let used = Set(
      story.scenes.compactMap {
        $0.motion.flatMap { (type(of: $0.transition) as? any SelfDescribing.Type)?.name }
      }
    )
    // Those written as shaders are not of the articles.
    let written = try Catalog.transitions.items.filter { try $0.make() is any SelfDescribing }
    #expect(used == Set(written.map(\.name)))
    #expect(story.screens.count == 4)
    #expect(Set(story.scenes.flatMap { [$0.from, $0.to] }).count == 4, "every screen is shown")
    #expect(story.scenes.contains { $0.motion?.progress.last == 0 })
    // Every scene begins where the one before it ended.
    for (scene, next) in zip(story.scenes, story.scenes.dropFirst()) {
      #expect((scene.motion?.progress.last == 0 ? scene.from : scene.to) == next.from)
    }
  }

  private final class Recorder: FrameOutput, Sendable {
    let isOrdered = false
    let hashes = Mutex<[Int: Int]>([:])
    func makeWriter(level: SIMDLevel) -> FrameWriter { .rows(Writer(self)) }

    final class Writer: RowsWriter {
      let recorder: Recorder
      init(_ recorder: Recorder) { self.recorder = recorder }
      func encode(_ frame: any RowSource, on canvas: FrameCanvas, index: Int) {
        let value = (try? hash(canvas.bitmap(of: frame))) ?? 0
        recorder.hashes.withLock { $0[index] = value }
      }
      func write(index: Int) -> Int { 0 }
    }
  }
}

@Suite struct StoryboardErrorTests {
  /// What is wrong, the line it is on (the screens are on line 1), the key, and words of the message.
  static let wrong: [(yaml: String, line: Int, key: String, words: String)] = [
    ("steps: [{push: b, transition: slide-dwn}]", 2, "steps[0].transition", "did you mean slide-down?"),
    ("steps:\n- hold: 1\n- push: bb", 4, "steps[1].push", "there is no screen 'bb'; did you mean b?"),
    ("sise: 3x3\nsteps: []", 2, "sise", "there is no key 'sise'; did you mean size?"),
    ("steps:\n  - hold: 1\n    color: 2", 4, "steps[0].color", "there is no key 'color'"),
    ("steps:\n  - hold: soon", 3, "steps[0].hold", "'soon' must be seconds, 0 or more"),
    ("steps: [{hold: }]", 2, "steps[0].hold", "must be seconds"),
    ("steps: [{hold: nan}]", 2, "steps[0].hold", "must be seconds"),
    ("steps: [{hold: -1}]", 2, "steps[0].hold", "must be seconds, 0 or more"),
    ("steps: [{hold: 1e9}]", 2, "steps[0].hold", "more than 10000000 frames"),
    ("steps: [{push: b, duration: 1e9}]", 2, "steps[0].push", "more than 10000000 frames"),
    ("steps: [{hold: 1, duration: 2}]", 2, "steps[0].duration", "a hold has no duration"),
    ("steps:\n- pop:", 3, "steps[0].pop", "the stack has one screen only"),
    ("steps: [{pop: b}]", 2, "steps[0].pop", "the stack has one screen only"),
    ("steps: [{push: b}, {pop: a}]", 2, "steps[1].pop", "takes no screen"),
    ("steps: [{dismiss: }]", 2, "steps[0].dismiss", "nothing is presented"),
    ("steps: [{present: b}, {push: b}]", 2, "steps[1].push", "dismiss it first"),
    ("steps: [{select-tab: 1}]", 2, "steps[0].select-tab", "there is no tab 1"),
    ("steps: [{select-tab: one}]", 2, "steps[0].select-tab", "must be the number of a tab"),
    ("steps: [{push: b, pop: }]", 2, "steps[0]", "must have one of hold, push"),
    ("steps: [{duration: 1}]", 2, "steps[0]", "must have one of hold, push"),
    ("steps: [hold]", 2, "steps[0]", "must be a mapping"),
    ("steps: {hold: 1}", 2, "steps", "must be a list"),
    ("steps: [{push: [b]}]", 2, "steps[0].push", "must be the name of a screen"),
    ("steps: [{push: b, duration: 0}]", 2, "steps[0].duration", "seconds above 0"),
    ("steps: [{push: b, curve: wobble}]", 2, "steps[0].curve", "must be one of linear"),
    (
      "steps:\n- push: b\n  transition: hero\n  parameters:\n    fromRct: 1", 6,
      "steps[0].parameters.fromRct", "it has fromRect, toRect, background"
    ),
    (
      "steps: [{push: b, transition: hero, parameters: {fromRect: [1, 2]}}]", 2,
      "steps[0].parameters.fromRect", "must be x,y,width,height"
    ),
    (
      "steps: [{push: b, parameters: {fraction: 1}}]", 2, "steps[0].parameters",
      "needs the transition that they are for"
    ),
    ("defaults: {parameters: {fraction: 1}}\nsteps: []", 2, "defaults.parameters", "needs the transition"),
    ("defaults: {transition: none}\nsteps: []", 2, "defaults.transition", "there is no transition 'none'"),
    ("steps: [{push: b, interactive: {}}]", 2, "steps[0].interactive", "samples is missing"),
    ("steps: [{push: b, interactive: {samples: []}}]", 2, "steps[0].interactive.samples", "one sample"),
    (
      "steps: [{push: b, interactive: {samples: [[0, 0.1]]}}]", 2, "steps[0].interactive.samples",
      "a push pan begins right of the middle of 1.0, not at 0.1"
    ),
    (
      "steps: [{push: b}, {pop: , interactive: {samples: [[0, 0.9]]}}]", 2, "steps[1].interactive.samples",
      "a pop pan begins left"
    ),
    (
      "steps:\n- push: b\n  interactive:\n    samples:\n      - [0, 0.9]\n      - [0, 0.8]", 7,
      "steps[0].interactive.samples[1]", "0.0 s is not after 0.0 s"
    ),
    (
      "steps: [{push: b, interactive: {samples: [[0, x]]}}]", 2, "steps[0].interactive.samples[0][1]",
      "'x' must be a number"
    ),
    (
      "steps: [{push: b, interactive: {samples: [[0, 0.9], [1e9, 0.8]]}}]", 2, "steps[0].interactive",
      "more than 1000000 frames"
    ),
    (
      "steps: [{push: b, interactive: {rule: pull, samples: [[0, 0.9]]}}]", 2, "steps[0].interactive.rule",
      "there is no rule 'pull'"
    ),
    ("size: big\nsteps: []", 2, "size", "'big' must be width and height"),
    ("size: 99999x99999\nsteps: []", 2, "size", "raise it with --max-pixels"),
    ("fps: 0\nsteps: []", 2, "fps", "must be a number above 0"),
    ("fit: crop\nsteps: []", 2, "fit", "there is no fit 'crop'"),
    ("background: #102030\nsteps: []", 2, "background", "in quotes"),
    ("tabs: []\nsteps: []", 2, "tabs", "one screen at least"),
    ("tabs: [x]\nsteps: []", 2, "tabs[0]", "there is no screen 'x'"),
    ("fps: 30", 1, "", "steps is missing"),
    ("steps: []\nsteps: []", 2, "", "the key steps stands there twice"),
    ("steps: [", 18, "", "not YAML"),
    ("steps: *a", 2, "", "undefined alias"),
    ("steps: []\n---\na: b", 3, "", "another document"),
    ("fps: \u{1}", 2, "", "not YAML: control characters are not allowed"),
    ("? [a]\n: b", 2, "", "a key must be a word"),
  ]

  @Test(arguments: wrong) func namesLineAndKey(yaml: String, line: Int, key: String, words: String) throws {
    do {
      _ = try storyboard(yaml)
      Issue.record("\(yaml) is taken")
    } catch let error as StoryboardError {
      guard case .invalid(_, let place) = error else { throw error }
      #expect(place == StoryboardError.Place(file: "flow.yaml", line: line, key: key), "\(error)")
      #expect("\(error)".contains(words), "\(error)")
      #expect(!"\(error)".contains("\n"))
    }
  }

  @Test(arguments: [
    "", "\n", "# nothing", "7", "[]", "{}", "a: b", "screens: {}\nsteps: []", "screens:", "\u{feff}",
  ])
  func refuses(yaml: String) {
    #expect(throws: StoryboardError.self) { try Storyboard(yaml: yaml, named: "flow.yaml") }
  }

  @Test func deepNestingIsAnError() {
    #expect(throws: StoryboardError.self) {
      try Storyboard(yaml: String(repeating: "[", count: 100_000), named: "flow.yaml")
    }
  }

  @Test func aShadersFileIsATransition() throws {
    let folder = try TemporaryFolder()
    func story(_ source: String) throws -> Storyboard {
      try source.write(toFile: folder.file("own.glsl"), atomically: true, encoding: .utf8)
      let yaml = """
        screens: {a: \(vectorsFolder)/from.png, b: \(vectorsFolder)/to.png}
        steps: [{push: b, transition: own.glsl, parameters: {share: 0.25}, duration: 0.1}]
        """
      return try Storyboard(yaml: yaml, named: folder.file("flow.yaml"))
    }
    let good = try story(
      "uniform float share; // = 0.5\nvec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), share); }"
    )
    let shown = try frames(good)
    let (from, to) = (
      try Bitmap(contentsOf: vectorsFolder + "/from.png"), try Bitmap(contentsOf: vectorsFolder + "/to.png")
    )
    let expected = try ((.from, .to) --> Dissolve(mix: 0.25)).frame(from: from, to: to)
    #expect(shown[3].largestDifference(from: expected) <= 1)

    let place = "\(folder.file("flow.yaml")):2: steps[0].transition: \(folder.file("own.glsl"))"
    for (source, words) in [
      ("vec4 transition(vec2 p) { return vec3(0.0); }", ":1:"),
      ("void main() { gl_FragColor = vec4(1.0); }", " is a filter, not a transition"),
    ] {
      do {
        _ = try story(source)
        Issue.record("\(source) is taken")
      } catch let error as StoryboardError {
        #expect("\(error)".hasPrefix(place + words) && !"\(error)".contains("\n"), "\(error)")
      }
    }
    try FileManager.default.removeItem(atPath: folder.file("own.glsl"))
    let yaml = "screens: {a: \(vectorsFolder)/from.png}\nsteps: []\ndefaults: {transition: own.glsl}"
    #expect {
      try Storyboard(yaml: yaml, named: folder.file("flow.yaml"))
    } throws: {
      "\($0)"
        == "\(folder.file("flow.yaml")):3: defaults.transition: \(folder.file("own.glsl")): no such file"
    }
  }

  @Test func aMissingImageHasItsLine() throws {
    #expect {
      try Storyboard(yaml: "screens:\n  a: gone.png\nsteps: []", named: "some/flow.yaml")
    } throws: {
      "\($0)" == "some/flow.yaml:2: screens.a: some/gone.png: no such file"
    }
  }

  /// Bytes that are no storyboard end in an error, never in a trap.
  @Test func randomChangesNeverTrap() throws {
    let file = projectFolder + "/images/storyboard/flow.yaml"
    let good = Array(try String(contentsOfFile: file, encoding: .utf8).utf8)
    var generator = SeededGenerator(7)
    for _ in 0..<2_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 9...126, using: &generator)
        case 1: bytes.remove(at: place)
        default:
          bytes.insert(
            contentsOf: bytes[place...].prefix(9), at: bytes.indices.randomElement(using: &generator) ?? 0)
        }
      }
      _ = try? Storyboard(yaml: String(decoding: bytes, as: UTF8.self), named: file)
    }
  }
}
