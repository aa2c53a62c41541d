import Foundation
import Segue
import SegueStoryboard
import SegueTestSupport
import Testing

/// Animators in YAML: the examples of the articles equal the built-in transitions, and errors have the right
/// line.
@Suite struct AnimatorTests {
  /// Layer transitions of the articles and of iOS, in YAML for pictures of 160 × 90, with their built-in
  /// types.
  static let articles: [(name: String, transition: any Transition, yaml: String)] = [
    (
      "slide-down", Transitions.SlideDown(),
      """
      duration: 0.5
      curve: spring(0.8, 0.8)
      push:
        - {layer: from, y: [0, 100%], opacity: [1, 0.5]}
        - {layer: to, y: [-100%, 0]}
      pop:
        - {layer: from, y: [0, -100%]}
        - {layer: to, y: [100%, 0], opacity: [0.5, 1]}
      """
    ),
    (
      "slide-right", Transitions.SlideRight(),
      """
      duration: 0.5
      curve: spring(0.8, 0.8)
      present: [{layer: from}, {layer: to, x: [-100%, 0]}]
      dismiss: [{layer: to}, {layer: from, x: [0, -100%]}]
      """
    ),
    (
      "pop", Transitions.Pop(),
      """
      duration: 0.5
      curve: spring(0.8, 0.8)
      push:
        - {layer: from, scale: [1, 0.95], y: [0, 15], opacity: [1, 0.5]}
        - {layer: to, scale: [0, 1]}
      pop:
        - {layer: to, scale: [0, 1], opacity: [0.5, 1]}
        - {layer: from, y: [0, 100%]}
      """
    ),
    (
      "rotate", Transitions.Rotate(),
      """
      duration: 0.5
      curve: spring(0.8, 0.8)
      push:
        - {layer: to, rotation: [-90, 0], anchor: [0, 0]}
        - {layer: from, rotation: [0, -90], anchor: [0, 0], opacity: [1, 0]}
      pop:
        - {layer: to, rotation: [-90, 0], anchor: [0, 0], opacity: [0, 1]}
        - {layer: from, rotation: [0, -90], anchor: [0, 0], opacity: [1, 0]}
      """
    ),
    (
      "zoom-out-fade", Transitions.ZoomOutFade(),
      """
      duration: 0.25
      curve: ease-in-out
      push: [{layer: from, scale: [1, 0.1]}, {layer: to, opacity: [0, 1]}]
      pop: [{layer: to, x: [-30%, 0]}, {layer: from, x: [0, 100%]}]
      """
    ),
    (
      "push-back", Transitions.PushBack(),
      """
      push:
        - {layer: from, scale: {0: 1, 0.5: [0.9, "spring(0.8, 0.8)"], 1: 0.9}}
        - {layer: to, x: {0: 100%, 0.5: 100%, 1: [0, "spring(0.8, 0.8)"]}}
      pop:
        - {layer: to, scale: {0: 0.9, 0.5: 0.9, 1: [1, "spring(0.8, 0.8)"]}}
        - {layer: from, x: {0: 0, 0.5: [100%, "spring(0.8, 0.8)"], 1: 100%}}
      """
    ),
    (
      "fade-in", Transitions.FadeIn(),
      """
      duration: 0.35
      curve: ease-in-out
      push: [{layer: from}, {layer: to, opacity: [0, 1]}]
      pop: [{layer: from}, {layer: to, opacity: [0, 1]}]
      """
    ),
    (
      "cover-vertical", Transitions.CoverVertical(),
      """
      duration: 0.5
      curve: ease-in-out
      push: [{layer: from}, {layer: to, y: [100%, 0]}]
      pop: [{layer: to}, {layer: from, y: [0, 100%]}]
      """
    ),
    (
      "navigation-slide", Transitions.NavigationSlide(),
      """
      duration: 0.35
      curve: ease-in-out
      push: [{layer: from, x: [0, -30%]}, {layer: to, x: width * (1 - progress)}]
      """
    ),
    (
      "hero",
      {
        var hero = Transitions.Hero()
        hero.fromRect = PixelRectangle(x: 10, y: 40, width: 32, height: 20)
        hero.toRect = PixelRectangle(x: 48, y: 20, width: 80, height: 50)
        return hero
      }(),
      """
      duration: 0.3
      curve: ease-in-out
      push:
        - layer: from
        - {layer: to, part: [0, 0, 160, 20], opacity: progress}
        - {layer: to, part: [0, 70, 160, 20], opacity: progress}
        - {layer: to, part: [0, 20, 48, 50], opacity: progress}
        - {layer: to, part: [128, 20, 32, 50], opacity: progress}
        - {layer: black, part: [48, 20, 80, 50], opacity: progress}
        - {layer: to, part: [48, 20, 80, 50], scale: [0.4, 1], x: [-62, 0], y: [5, 0]}
      """
    ),
  ]

  @Test(arguments: articles.indices) func animatorsOfTheArticlesEqualTheBuiltInOnes(index: Int) throws {
    let (name, builtIn, yaml) = Self.articles[index]
    let animator = try LayerAnimator(yaml: yaml + "\nedges: hard\n", named: "\(name).yaml")
    #expect(animator.timing == builtIn.timing)
    let (from, to) = (
      try Bitmap(contentsOf: vectorsFolder + "/from.png").fitted(to: PixelSize(width: 160, height: 90)),
      try Bitmap(contentsOf: vectorsFolder + "/to.png").fitted(to: PixelSize(width: 160, height: 90))
    )
    for operation in [TransitionOperation.push, .pop, .present, .dismiss] {
      let expected = try TransitionRenderer(from: from, to: to, builtIn, operation: operation)
      let renderer = try TransitionRenderer(from: from, to: to, animator, operation: operation)
      for step in 0...24 {
        let time = Double(step) / 24
        #expect(
          try renderer.frame(atTime: time).largestDifference(from: expected.frame(atTime: time)) <= 1,
          "\(name), \(operation), \(time)")
      }
    }
  }

  /// A percentage of a position or a size refers to the width or the height, depending on its axis.
  @Test func percentagesReferToTheirOwnAxis() throws {
    let (from, to) = (try Bitmap.noise(160, 80, seed: 1), try Bitmap.noise(160, 80, seed: 2))
    func frame(_ part: String, _ anchor: String) throws -> Bitmap {
      let layer = "{layer: to, part: [\(part)], anchor: [\(anchor)], scale: 0.5}"
      let animator = try LayerAnimator(yaml: "push: [{layer: from}, \(layer)]", named: "a.yaml")
      return try TransitionRenderer(from: from, to: to, animator, operation: .push).frame(at: 0.5)
    }
    let frames = try [
      frame("25%, 50%, 50%, 25%", "25%, 40%"), frame("40, 40, 80, 20", "20, 8"),
      frame("25%, 40, 80, 25%", "25%, 8"), frame("40, 50%, 50%, 20", "20, 40%"),
    ]
    for frame in frames { #expect(frame == frames[0]) }
  }

  /// Evaluates every form of a track: keyframes, lists, expressions and constants.
  @Test func tracksOfEveryFormAreEvaluated() throws {
    let animator = try LayerAnimator(
      yaml: """
        push:
          - layer: to
            x: {0.25: 10, 0.75: [50%, ease-in], 100%: 0}
            y: [1, 2, 4]
            scale: 1 + progress / 2
            opacity: 30%
        """)
    let layer = animator.layers[0]
    func value(_ track: LayerTrack, _ progress: Double) -> Double {
      track(at: progress, of: 200, PixelSize(width: 200, height: 100), duration: 1)
    }
    #expect(value(layer.x, 0) == 10 && value(layer.x, 0.25) == 10 && value(layer.x, 1) == 0)
    #expect(abs(value(layer.x, 0.5) - (10 + 90 * TimingCurve.easeIn(at: 0.5))) < 1e-9)
    #expect(value(layer.x, 0.875) == 50)
    #expect(value(layer.y, 0.25) == 1.5 && value(layer.y, 0.75) == 3 && abs(value(layer.y, 1.1) - 4.4) < 1e-9)
    let step = LayerTrack.keyframes([
      .init(at: 0, .pixels(1)), .init(at: 0.5, .pixels(2)), .init(at: 0.5, .pixels(5)),
    ])
    #expect(value(step, 0.25) == 1.5 && value(step, 0.5) == 5 && value(step, 1) == 5)
    let late = LayerTrack.keyframes([.init(at: 0.5, .pixels(3)), .init(at: 0.75, .pixels(7))])
    #expect(value(late, 0.2) == 3 && value(late, -0.1) == 3)
    // A spring gets the duration in seconds of its own segment, not of the transition.
    let spring = TimingCurve.bouncingSpring(duration: 0.3, bounce: 0.4)
    let sprung = LayerTrack.keyframes([
      .init(at: 0.5, .pixels(0)), .init(at: 0.75, .pixels(1), curve: spring),
    ])
    let springy = sprung(at: 0.6, of: 1, PixelSize(width: 1, height: 1), duration: 2)
    #expect(abs(springy - spring(at: 0.4, duration: 0.5)) < 1e-9)
    #expect(abs(springy - spring(at: 0.4, duration: 2)) > 1e-3)
    #expect(value(layer.scale, 0.5) == 1.25 && abs(value(layer.opacity, 0.5) - 60) < 1e-9)
  }

  /// Without `pop`, tracks of `push` run backward; layers are sorted by `z`.
  @Test func popReversesPushAndLayersAreSortedByZ() throws {
    let size = PixelSize(width: 40, height: 20)
    let (red, blue) = (
      try Bitmap(size, filledWith: Pixel(red: 200, green: 0, blue: 0)),
      try Bitmap(size, filledWith: Pixel(red: 0, green: 0, blue: 200))
    )
    let animator = try LayerAnimator(
      yaml:
        "push: [{layer: to, x: [100%, 0], z: [1, -2]}, {layer: from, part: [0, 0, 50%, 100%]}]\nbackground: white"
    )
    func frame(_ operation: TransitionOperation, _ progress: Double) throws -> Bitmap {
      let pictures = operation.isReturning ? (blue, red) : (red, blue)
      return try TransitionRenderer(from: pictures.0, to: pictures.1, animator, operation: operation).frame(
        at: progress)
    }
    // At 0.25 the second picture is at x = 30 and in front; at 0.75 it is behind.
    let quarter = try frame(.push, 0.25)
    #expect(quarter[35, 5] == blue[0, 0] && quarter[10, 5] == red[0, 0] && quarter[25, 5] == .white)
    let late = try frame(.push, 0.75)
    #expect(late[15, 5] == red[0, 0] && late[25, 5] == blue[0, 0] && late[5, 5] == red[0, 0])
    for progress in [0.25, 0.5, 0.75] {
      #expect(try frame(.pop, progress) == frame(.push, 1 - progress))
    }
  }

  /// Draws layers of pictures and colors, with round corners and shadows.
  @Test func layersHaveShapes() throws {
    let size = PixelSize(width: 40, height: 30)
    let white = try Bitmap(size, filledWith: .white)
    let animator = try LayerAnimator(
      yaml: """
        push:
          - layer: from
          - layer: "#0000ff"
            part: [0, 0, 20, 20]
            x: 10
            corner-radius: 50%
            shadow: {radius: 0, y: 5, opacity: 1, color: "#ff0000"}
          - {layer: \(vectorsFolder)/to.png, scale: 0}
        """)
    let frame = try TransitionRenderer(from: white, to: white, animator).frame(at: 0.5)
    #expect(frame[20, 10] == Pixel(red: 0, green: 0, blue: 255) && frame[11, 1] == .white)
    #expect(frame[20, 23] == Pixel(red: 255, green: 0, blue: 0) && frame[20, 27] == .white)
  }

  static let faults: [(yaml: String, expected: String)] = [
    ("duration: 1", "a.yaml:1: push is missing: a list of layers"),
    ("push: []", "a.yaml:1: push: must have at least one layer"),
    (
      "push: [{layer: fro}]",
      "a.yaml:1: push[0].layer: 'fro' must be from, to, a color in quotes or an image file"
    ),
    (
      "push: [{layer: from}]\ndurration: 2",
      "a.yaml:2: durration: there is no key 'durration'; did you mean duration?"
    ),
    ("push: [{layer: from}]\nduration: 0", "a.yaml:2: duration: '0' must be seconds above 0"),
    (
      "push:\n  - layer: from\n    opacity: [1]",
      "a.yaml:3: push[0].opacity: must have a value for the start and one for the end"
    ),
    ("push:\n  - layer: from\n    x: 10px", "a.yaml:3: push[0].x: "),
    (
      "push:\n  - layer: from\n    x: {0: 1, 2: 3}",
      "a.yaml:3: push[0].x.2: the moment '2' must be a number in 0…1"
    ),
    (
      "push:\n  - layer: from\n    x: {0.5: 1, 0.2: 3}",
      "a.yaml:3: push[0].x.0.2: the moment 0.2 is not after the one before"
    ),
    (
      "push:\n  - layer: from\n    x: {1: [3, fast]}",
      "a.yaml:3: push[0].x.1[1]: 'fast' must be one of linear"
    ),
    ("push:\n  - layer: gone.png", "a.yaml:2: push[0].layer: gone.png: no such file"),
    ("push: [{layer: from}]\npresent: [{layer: to}]", "a.yaml:2: present: means the same as push: give one"),
    ("push: [{layer: from, part: [1, 2]}]", "a.yaml:1: push[0].part: must be [x, y, width, height]"),
    ("push: [{layer: from, shadow: {blur: 2}}]", "a.yaml:1: push[0].shadow.blur: "),
    ("push: [{layer: from}]\nedges: soft", "a.yaml:2: edges: "),
  ]

  @Test(arguments: faults.indices) func errorsHaveLineAndKey(index: Int) {
    let (yaml, expected) = Self.faults[index]
    let error = #expect(throws: StoryboardError.self) {
      try LayerAnimator(yaml: yaml, named: "a.yaml", folder: "")
    }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.hasPrefix(expected), "\(text)")
    #expect(!text.contains("\n"))
  }

  /// A step of a storyboard can name an animator file beside the storyboard.
  @Test func storyboardsMayNameAnimatorFiles() throws {
    let folder = try TemporaryFolder()
    try Data(Self.articles[8].yaml.utf8).write(to: URL(filePath: folder.path + "/slide.yaml"))
    let screens = "screens: {a: \(vectorsFolder)/from.png, b: \(vectorsFolder)/to.png}\nfps: 10\n"
    let own = try Storyboard(
      yaml: screens + "steps: [{push: b, transition: slide.yaml}, {pop: , transition: slide.yaml}]",
      folder: folder.path)
    let builtIn = try Storyboard(
      yaml: screens
        + "steps: [{push: b, transition: navigation-slide}, {pop: , transition: navigation-slide}]")
    #expect(own.frameCount == builtIn.frameCount)
    // Pixels differ only at edges, which the animator antialiases.
    for (a, b) in zip(try frames(own), try frames(builtIn)) {
      #expect(a.pixelsDiffering(from: b, byMoreThan: 2) <= 2 * a.height)
    }
    let error = #expect(throws: StoryboardError.self) {
      try Storyboard(
        yaml: screens + "steps: [{push: b, transition: slide.yaml, parameters: {x: 1}}]", named: "flow.yaml",
        folder: folder.path)
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("slide.yaml"))
  }
}
