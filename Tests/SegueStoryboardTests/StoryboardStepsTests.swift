import Foundation
import Segue
import SegueStoryboard
import SegueTestSupport
import Testing

/// Storyboards built in code equal those read from YAML; their errors name the step.
@Suite struct StoryboardStepsTests {
  static let files: KeyValuePairs<String, Storyboard.Picture> = [
    "a": .file("\(vectorsFolder)/from.png"), "b": .file("\(vectorsFolder)/to.png"),
    "c": .file("\(vectorsFolder)/to-alpha.png"),
  ]

  private func read(_ yaml: String) throws -> Storyboard {
    let screens = Self.files.map { name, picture in
      guard case .file(let file) = picture else { return "" }
      return "\(name): \(file)"
    }
    return try Storyboard(yaml: "screens: {\(screens.joined(separator: ", "))}\n" + yaml, named: "flow.yaml")
  }

  private func isSame(_ a: Storyboard, _ b: Storyboard) -> Bool {
    a.screens == b.screens && a.framing == b.framing && a.framesPerSecond == b.framesPerSecond
      && a.frameCount == b.frameCount
      && a.scenes.elementsEqual(b.scenes) { a, b in
        a.frameCount == b.frameCount && a.from == b.from && a.to == b.to
          && a.motion?.progress == b.motion?.progress && a.motion?.operation == b.motion?.operation
          && String(describing: a.motion?.transition) == String(describing: b.motion?.transition)
          && a.filters.map { "\(type(of: $0))" } == b.filters.map { "\(type(of: $0))" }
      }
  }

  /// Each of these options changes the storyboard, in every method.
  @Test("Each step takes a transition, a duration, a curve, a pan and filters")
  func everyStepLooksAsItIsTold() throws {
    typealias Look = (
      transition: any Transition, duration: Double, curve: TimingCurve, pan: PanRecording?,
      filters: [any Filter]
    )
    let steps: [(name: String, isBack: Bool, step: (inout Storyboard, Look) throws -> Void)] = [
      (
        "add", false,
        { try $0.add(.push("c"), $1.0, duration: $1.1, curve: $1.2, pan: $1.3, filters: $1.4) }
      ),
      ("push", false, { try $0.push("c", $1.0, duration: $1.1, curve: $1.2, pan: $1.3, filters: $1.4) }),
      ("pop", true, { try $0.pop($1.0, duration: $1.1, curve: $1.2, pan: $1.3, filters: $1.4) }),
      (
        "present", false, { try $0.present("c", $1.0, duration: $1.1, curve: $1.2, pan: $1.3, filters: $1.4) }
      ),
      (
        "dismiss", true,
        {
          try $0.present("c")
          try $0.dismiss($1.0, duration: $1.1, curve: $1.2, pan: $1.3, filters: $1.4)
        }
      ),
      (
        "replace", false, { try $0.replace("c", $1.0, duration: $1.1, curve: $1.2, pan: $1.3, filters: $1.4) }
      ),
      ("popTo", true, { try $0.popTo("a", $1.0, duration: $1.1, curve: $1.2, pan: $1.3, filters: $1.4) }),
      ("popToRoot", true, { try $0.popToRoot($1.0, duration: $1.1, curve: $1.2, pan: $1.3, filters: $1.4) }),
      ("unwind", true, { try $0.unwind("a", $1.0, duration: $1.1, curve: $1.2, pan: $1.3, filters: $1.4) }),
      (
        "setStack", false,
        { try $0.setStack(["a", "c"], $1.0, duration: $1.1, curve: $1.2, pan: $1.3, filters: $1.4) }
      ),
      (
        "selectTab", false,
        { try $0.selectTab(1, $1.0, duration: $1.1, curve: $1.2, pan: $1.3, filters: $1.4) }
      ),
    ]
    let invert = try Catalog.filters.make("color-invert")
    for (name, isBack, step) in steps {
      func story(_ look: Look) throws -> Storyboard {
        var story = try Storyboard(screens: Self.files, tabs: ["a", "c"], framesPerSecond: 10)
        try story.push("b")
        try step(&story, look)
        return story
      }
      let pan = PanRecording(
        rule: isBack ? .pop : .push, width: 100,
        places: isBack
          ? [(time: 0, x: 10), (time: 0.2, x: 40), (time: 0.5, x: 90)]
          : [(time: 0, x: 90), (time: 0.2, x: 70), (time: 0.5, x: 20)])
      let plain: Look = (Transitions.SlideRight(), 0.5, .linear, nil, [])
      let plainly = try story(plain)
      let scene = try #require(plainly.scenes.last)
      #expect(scene.frameCount == 5 && scene.filters.isEmpty, "\(name)")
      #expect(scene.motion?.transition is Transitions.SlideRight, "\(name)")
      for (what, look) in [
        ("transition", (Transitions.SlideDown(), 0.5, .linear, nil, [])),
        ("duration", (Transitions.SlideRight(), 0.8, .linear, nil, [])),
        ("curve", (Transitions.SlideRight(), 0.5, .easeIn, nil, [])),
        ("pan", (Transitions.SlideRight(), 0.5, .linear, pan, [])),
        ("filters", (Transitions.SlideRight(), 0.5, .linear, nil, [invert])),
      ] as [(String, Look)] {
        #expect(try !isSame(plainly, story(look)), "\(name): \(what)")
      }
    }
  }

  /// Adds a step by its method.
  private func call(_ step: ScreenStep<String>, on story: inout Storyboard) throws {
    switch step {
    case .push(let screen): try story.push(screen)
    case .pop: try story.pop()
    case .present(let screen): try story.present(screen)
    case .dismiss: try story.dismiss()
    case .selectTab(let index): try story.selectTab(index)
    case .replace(let screen): try story.replace(screen)
    case .popTo(let screen): try story.popTo(screen)
    case .popToRoot: try story.popToRoot()
    case .unwind(let screen): try story.unwind(screen)
    case .setStack(let screens): try story.setStack(screens)
    }
  }

  /// The line of a step in a file.
  private func line(_ step: ScreenStep<String>) -> String {
    let value =
      switch step {
      case .pop, .dismiss, .popToRoot: ""
      case .push(let screen), .present(let screen), .replace(let screen), .popTo(let screen),
        .unwind(let screen):
        screen
      case .selectTab(let index): "\(index)"
      case .setStack(let screens): "[\(screens.joined(separator: ", "))]"
      }
    return "- \(step.name): \(value)"
  }

  @Test("Every step adds the same scenes, or has the same error, as a value, by its method and in a file")
  func everyWayToAddAStep() throws {
    /// Adds the step, or returns the key and the reason of the error.
    func error(_ add: () throws -> Void) throws -> String? {
      do { try add() } catch let error as StoryboardError where error.code == .storyboardInvalid {
        return "\(error.place?.key ?? ""): \(error.reason)"
      }
      return nil
    }
    var random = SeededGenerator(54)
    var (added, refused) = (Set<String>(), Set<String>())
    for _ in 0..<40 {
      var story = try Storyboard(screens: Self.files, tabs: ["a", "b"], framesPerSecond: 10)
      var (called, lines) = (story, ["fps: 10", "tabs: [a, b]", "steps:"])
      for _ in 0..<20 {
        let names = ["a", "b", "c", "b", "c", "d"].shuffled(using: &random)
        let step: ScreenStep<String> =
          switch try #require(ScreenStep.forms.randomElement(using: &random)) {
          case .selectTab: .selectTab(.random(in: 0...2, using: &random))
          case .setStack: .setStack(Array(names.prefix(.random(in: 0...3, using: &random))))
          case let form: form.map { names[0] }
          }
        let before = story
        let problem = try error { try story.add(step) }
        #expect(try error { try call(step, on: &called) } == problem)
        #expect(isSame(story, called), "\(step)")
        var read: Storyboard?
        let other = try error { read = try self.read((lines + [line(step)]).joined(separator: "\n")) }
        if let problem {
          // In the file, an unknown screen of a list has a key of its own.
          #expect(problem.hasPrefix("steps[\(story.scenes.count - 1)].\(step.name): "))
          #expect(other?.split(separator: ": ").dropFirst() == problem.split(separator: ": ").dropFirst())
          #expect(isSame(story, before), "\(step)")
          refused.insert(step.name)
        } else {
          #expect(try other == nil && isSame(#require(read), story), "\(step)")
          #expect(story.scenes.count == before.scenes.count + 1)
          lines.append(line(step))
          added.insert(step.name)
        }
      }
      #expect(
        try self.read(lines.joined(separator: "\n")).steps.map(\.action)
          == lines.dropFirst(3).map {
            String($0.dropFirst(2).prefix { $0 != ":" })
          })
    }
    let names = Set(ScreenStep.forms.map(\.name))
    #expect(added == names && refused == names)
  }

  @Test("The stack behind a presented screen cannot be changed")
  func presented() throws {
    var story = try Storyboard(screens: Self.files, tabs: ["a", "c"], framesPerSecond: 10)
    try story.push("b")
    try story.present("c")
    let count = story.scenes.count
    #expect(throws: StoryboardError.self) { try story.pop() }
    #expect(throws: StoryboardError.self) { try story.selectTab(1) }
    #expect(throws: StoryboardError.self) { try story.push("a") }
    for line in ["pop: ", "select-tab: 1", "push: a"] {
      let error = #expect(throws: StoryboardError.self) {
        try read("tabs: [a, c]\nsteps: [{push: b}, {present: c}, {\(line)}]")
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains("dismiss it first"))
    }
    #expect(story.scenes.count == count)
    try story.dismiss()
    try story.pop()
    #expect(story.scenes.last?.to == 0)
  }

  /// The first sample of a pan is shown by the frame before the step.
  @Test func aPanBeginsWithTheFrameAfterItsFirst() throws {
    let pan = PanRecording(
      rule: .push, width: 100, places: [(time: 0, x: 90), (time: 0.2, x: 70), (time: 0.4, x: 20)])
    var story = try Storyboard(screens: Self.files, framesPerSecond: 10)
    try story.push("b", Transitions.SlideRight(), duration: 1, curve: .linear, pan: pan)
    let replay = pan.replay(InteractiveTransition(duration: 1, completionCurve: .linear), framesPerSecond: 10)
    #expect(replay.completed && replay.frames[0] == 0)
    let scene = try #require(story.scenes.last)
    #expect(scene.motion?.progress == Array(replay.frames[1...]))
    #expect(scene.frameCount == replay.frames.count - 1 && story.frameCount == 1 + scene.frameCount)
  }

  @Test("A canceled pan undoes each kind of change")
  func cancelled() throws {
    var story = try Storyboard(screens: Self.files, tabs: ["a", "c"], framesPerSecond: 10)
    let push = PanRecording(
      rule: .push, width: 100, places: [(time: 0, x: 90), (time: 0.2, x: 80), (time: 0.4, x: 89)])
    let pop = PanRecording(
      rule: .pop, width: 100, places: [(time: 0, x: 10), (time: 0.2, x: 20), (time: 0.4, x: 11)])
    func top() throws -> Int { try #require(story.scenes.last).from }
    try story.push("b", pan: push)
    try story.hold(0.1)
    #expect(try top() == 0)
    try story.present("b", pan: push)
    try story.hold(0.1)
    #expect(try top() == 0)
    try story.selectTab(1, pan: push)
    try story.hold(0.1)
    #expect(try top() == 0)
    try story.push("b")
    try story.pop(pan: pop)
    try story.hold(0.1)
    #expect(try top() == 1)
    try story.present("c")
    try story.dismiss(pan: pop)
    try story.hold(0.1)
    #expect(try top() == 2)
    try story.dismiss()
    try story.pop()
    try story.hold(0.1)
    #expect(try top() == 0)
  }

  @Test("A canceled pan leaves every screen of the stack in place")
  func cancelledBeneath() throws {
    let pop = PanRecording(
      rule: .pop, width: 100, places: [(time: 0, x: 10), (time: 0.2, x: 20), (time: 0.4, x: 11)])
    let push = PanRecording(
      rule: .push, width: 100, places: [(time: 0, x: 90), (time: 0.2, x: 80), (time: 0.4, x: 89)])
    let steps: [(step: (inout Storyboard) throws -> Void, to: Int)] = [
      ({ try $0.replace("c", pan: push) }, 2), ({ try $0.popTo("b", pan: pop) }, 1),
      ({ try $0.popToRoot(pan: pop) }, 0), ({ try $0.unwind("c", pan: pop) }, 2),
      ({ try $0.setStack(["a", "c"], pan: pop) }, 2), ({ try $0.setStack(["a", "d"], pan: push) }, 3),
    ]
    for (step, to) in steps {
      for isPresented in [false, true] {
        var story = try Storyboard(
          screens: Self.files.map { Storyboard.Screen($0.key, $0.value) } + [.init("d", "d.png")],
          framesPerSecond: 10)
        for name in ["c", "b", "a"] { try story.push(name) }
        if isPresented { try story.present("b") }
        do { try step(&story) } catch is StoryboardError where isPresented { continue }
        let scene = try #require(story.scenes.last)
        #expect(scene.to == to && scene.motion?.progress.last == 0)
        // Popping all screens shows that the stack is complete.
        if isPresented { try story.dismiss() }
        for _ in 0..<3 { try story.pop() }
        #expect(story.scenes.suffix(3).map(\.from) == [0, 1, 2] && story.scenes.last?.to == 0)
        #expect(throws: StoryboardError.self) { try story.pop() }
      }
    }
  }

  @Test("A change below the top of the stack shows no frames")
  func unseen() throws {
    var story = try Storyboard(screens: Self.files, framesPerSecond: 10)
    try story.push("b")
    let count = story.frameCount
    try story.setStack(["c", "b"])
    #expect(story.frameCount == count && story.scenes.last?.frameCount == 0)
    #expect(story.scenes.last?.motion == nil)
    try story.popTo("c")
    #expect(story.scenes.last?.to == 2)
    // A step without frames still counts in the numbers of steps.
    #expect(throws: StoryboardError.self) { try story.pop() }
    let file = try read(
      "fps: 10\ndefaults: {transition: wipe}\nsteps: [{push: b}, {set-stack: [c, b]}, {pop-to: c}]")
    #expect(file.scenes.map(\.frameCount)[2] == 0 && file.scenes.last?.to == 2)
    let frames = try StoryboardFrames(file)
    let c = try Bitmap(contentsOf: "\(vectorsFolder)/to-alpha.png")
    #expect(try frames.rows(of: frames.count - 1).rendered() == c)
  }

  /// A hold of 0.025 s at 60 fps is 1.5 frames, which rounds up to 2.
  @Test func aHoldOfHalfAFrameIsRoundedUp() throws {
    var story = try Storyboard(screens: Self.files, framesPerSecond: 60)
    try story.hold(0.025)
    #expect(story.scenes.last?.frameCount == 2)
    #expect(try read("fps: 60\nsteps: [hold: 0.025]").frameCount == 3)
  }

  @Test("Building a storyboard takes linear time, whatever the number of screens and the depth of the stack")
  func linear() throws {
    func seconds(_ count: Int) throws -> Double {
      let picture = Storyboard.Picture.file("\(vectorsFolder)/from.png")
      var story = try Storyboard(screens: (0..<count).map { .init("s\($0)", picture) }, framesPerSecond: 10)
      return try processorTime {
        for index in 0..<count { try story.push("s\(index)", Transitions.CrossDissolve(), duration: 0.1) }
      }
    }
    let few = try (0..<3).map { _ in try seconds(8000) }.min() ?? 0
    let many = try seconds(32000)
    #expect(many < 12 * few + 0.2, "not linear: 4 times as many steps took \(few) s → \(many) s")
  }

  /// Repeats canceled pops from a deep stack, which stays unchanged.
  @Test("The time of pops to a distant screen does not depend on the depth of the stack")
  func linearBack() throws {
    let pan = PanRecording(rule: .pop, width: 1, samples: [PanSample(time: 0, translation: 0, velocity: -1)])
    func seconds(_ count: Int) throws -> Double {
      var story = try Storyboard(screens: Self.files, framesPerSecond: 10)
      try story.push("c")
      for _ in 0..<count { try story.push("b", Transitions.CrossDissolve(), duration: 0.1) }
      return try processorTime {
        for _ in 0..<count {
          try story.popTo("c", Transitions.CrossDissolve(), duration: 0.1, pan: pan)
          try story.popToRoot(Transitions.CrossDissolve(), duration: 0.1, pan: pan)
          try story.unwind("a", Transitions.CrossDissolve(), duration: 0.1, pan: pan)
          try story.setStack(["b", "a"], Transitions.CrossDissolve(), duration: 0.1, pan: pan)
        }
      }
    }
    let few = try (0..<3).map { _ in try seconds(4000) }.min() ?? 0
    let many = try seconds(32_000)
    #expect(many < 24 * few + 0.1, "not linear: 8 times as many steps took \(few) s → \(many) s")
  }

  @Test(
    "Reading and planning a file takes linear time in its steps",
    arguments: [
      "{push: b, transition: wipe, parameters: {angle: 90}, duration: 0.1}", "{hold: 0.1}",
      "{present: c, duration: 0.1, interactive: {samples: [[0, 0.9], [0.1, 0.2]]}}",
    ])
  func linearFiles(step: String) throws {
    func seconds(_ count: Int) throws -> Double {
      let yaml = "fps: 10\nsteps:\n" + String(repeating: "- \(step)\n", count: count)
      return try processorTime {
        let story = try read(yaml)
        let frames = try StoryboardFrames(story)
        #expect(frames.count == story.frameCount && story.scenes.count == count + 1)
      }
    }
    let few = try (0..<3).map { _ in try seconds(3000) }.min() ?? 0
    let many = try seconds(24_000)
    #expect(many < 24 * few + 0.1, "not linear: 8 times as many steps took \(few) s → \(many) s")
  }

  @Test("Error messages shorten long values, and NUL in a name is an error")
  func values() throws {
    let long = String(repeating: "x", count: 100_000)
    for yaml in [
      "fps: \(long)\nsteps: []", "steps: [{push: \(long)}]", "steps: [{push: b, transition: \(long)}]",
      "steps: [{\(long): b}]", "\(long): 1", "steps: [{push: b, transition: \(long).glsl}]",
      "steps: [{hold: \(long)}]", "steps: [{push: b, curve: \(long)}]",
      "steps: [{push: b, duration: \(long)}]",
      "steps: [{push: b, transition: hero, parameters: {\(long): 1}}]",
      "steps: [{push: b, transition: hero, parameters: {scale: \(long)}}]", "size: \(long)\nsteps: []",
    ] {
      let error = #expect(throws: StoryboardError.self) { try read(yaml) }
      let text = "\(try #require(error))"
      #expect(
        text.count < 700 && text.contains("flow.yaml:"),
        "\(yaml.prefix(40)): \(text.count): \(text.prefix(300))")
    }
    for yaml in [
      #"screens: {a: "\#(vectorsFolder)/from.png\0.jpg"}"#, #"screens: {"a\0b": \#(vectorsFolder)/from.png}"#,
    ] {
      let error = #expect(throws: StoryboardError.self) { try Storyboard(yaml: yaml + "\nsteps: []") }
      #expect("\(try #require(error))".contains("NUL"))
    }
  }

  @Test func methodsEqualTheStepsOfAFile() throws {
    let framing = Framing(size: PixelSize(width: 40, height: 30), fit: .contain, background: .white)
    var story = try Storyboard(
      screens: Self.files, tabs: ["a", "c"], framing: framing, framesPerSecond: 24)
    try story.hold(0.8)
    try story.push("b", Transitions.SlideDown(), duration: 0.51)
    try story.pop(curve: .easeIn)
    try story.present("c", Transitions.PixellateDissolve(), duration: 0.3, curve: .linear)
    try story.dismiss()
    try story.selectTab(1, duration: 0.2)
    let places = [(0.0, 90.0), (0.1, 80), (0.25, 50), (0.5, 20)].map { (time: $0.0, x: $0.1) }
    try story.push("b", duration: 1, pan: PanRecording(rule: .push, width: 100, places: places))
    try story.replace("a", Transitions.SlideDown(), filters: [Pixellate(fraction: 0.1)])
    try story.unwind("c", duration: 0.2)
    try story.setStack(["c", "b", "a", "b"], duration: 0.3, curve: .easeIn)
    try story.popTo("b", Transitions.SlideRight())
    try story.hold(0.2, filters: [Pixellate(fraction: 0.1), Pixellate(fraction: 0.2)])
    try story.setStack(["b", "a", "b"])
    try story.popToRoot()
    try story.setStack(["a", "b"])
    try story.pop(
      Transitions.SlideRight(),
      pan: PanRecording(
        rule: .pop, width: 100, places: [(time: 0, x: 20), (time: 0.2, x: 40), (time: 0.3, x: 30)]))
    let file = try read(
      """
      size: 40x30
      fit: contain
      background: white
      fps: 24
      tabs: [a, c]
      steps:
        - hold: 0.8
        - {push: b, transition: slide-down, duration: 0.51}
        - {pop: , curve: ease-in}
        - {present: c, transition: pixellate-dissolve, duration: 0.3, curve: linear}
        - dismiss:
        - {select-tab: 1, duration: 0.2}
        - {push: b, duration: 1, interactive: {width: 100, samples: [[0, 90], [0.1, 80], [0.25, 50], [0.5, 20]]}}
        - {replace: a, transition: slide-down, filters: 'pixellate:fraction=0.1'}
        - {unwind: c, duration: 0.2}
        - {set-stack: [c, b, a, b], duration: 0.3, curve: ease-in}
        - {pop-to: b, transition: slide-right}
        - {hold: 0.2, filters: ['pixellate:fraction=0.1', 'pixellate:fraction=0.2']}
        - set-stack: [b, a, b]
        - pop-to-root:
        - set-stack: [a, b]
        - {pop: , transition: slide-right, interactive: {width: 100, samples: [[0, 20], [0.2, 40], [0.3, 30]]}}
      """)
    #expect(isSame(story, file))
    #expect(story.frameCount == story.scenes.reduce(0) { $0 + $1.frameCount })
    #expect(story.scenes.last?.motion?.progress.last == 0, "the last pan must cancel")
    // Both storyboards continue from the same stack, since the canceled pop left the screen in place.
    var (more, same) = (story, file)
    for _ in 0..<2 {
      try more.pop()
      try more.push("b")
    }
    try same.pop()
    try same.push("b")
    try same.pop()
    try same.push("b")
    #expect(isSame(more, same) && more.scenes.count == story.scenes.count + 4)
  }

  @Test func bitmapsAsScreensEqualFiles() throws {
    let pictures = try ["from", "to", "to-alpha"].map { try Bitmap(contentsOf: "\(vectorsFolder)/\($0).png") }
    func steps(_ story: inout Storyboard) throws {
      try story.push("b", Transitions.SlideDown(), duration: 0.2)
      try story.present("c", duration: 0.2)
      try story.hold(0.1)
    }
    var files = try Storyboard(screens: Self.files, framesPerSecond: 20)
    var mixed = try Storyboard(
      screens: [
        .init("a", .bitmap(pictures[0])), .init("b", .file("\(vectorsFolder)/to.png")),
        .init("c", .bitmap(pictures[2])),
      ],
      framesPerSecond: 20)
    try steps(&files)
    try steps(&mixed)
    let (a, b) = (try StoryboardFrames(files), try StoryboardFrames(mixed, Execution(threads: 3)))
    #expect(a.count == b.count && a.size == b.size && a.count == 11)
    for index in 0..<a.count { #expect(try a.rows(of: index).rendered() == b.rows(of: index).rendered()) }
  }

  @Test func errorsNameTheStepAndChangeNothing() throws {
    let wrong: [(step: (inout Storyboard) throws -> Void, error: String)] = [
      ({ try $0.hold(-1) }, "steps[1].hold: '-1.0' must be seconds, 0 or more"),
      ({ try $0.hold(.nan) }, "steps[1].hold: 'nan' must be seconds, 0 or more"),
      ({ try $0.hold(1e9) }, "steps[1].hold: that would be more than 10000000 frames"),
      ({ try $0.hold(.infinity) }, "steps[1].hold: that would be more than 10000000 frames"),
      ({ try $0.push("bb") }, "steps[1].push: there is no screen 'bb'; did you mean b?"),
      ({ try $0.push("b", duration: 0) }, "steps[1].push: '0.0' must be seconds above 0"),
      ({ try $0.push("b", duration: .nan) }, "steps[1].push: 'nan' must be seconds above 0"),
      ({ try $0.present("b", duration: 1e9) }, "steps[1].present: that would be more than 10000000 frames"),
      ({ try $0.pop() }, "steps[1].pop: the stack has one screen only, so nothing can be popped"),
      ({ try $0.dismiss() }, "steps[1].dismiss: nothing is presented, so nothing can be dismissed"),
      ({ try $0.selectTab(3) }, "steps[1].select-tab: there is no tab 3; there is 1, numbered from 0"),
      ({ try $0.replace("bb") }, "steps[1].replace: there is no screen 'bb'; did you mean b?"),
      (
        { try $0.popTo("b") },
        "steps[1].pop-to: 'b' is not on the stack below its top; the stack is a"
      ),
      (
        { try $0.popToRoot() },
        "steps[1].pop-to-root: the stack has one screen only, so nothing can be popped"
      ),
      (
        { try $0.unwind("c") },
        "steps[1].unwind: 'c' is not beneath the screen that is shown; from the bottom there are a"
      ),
      ({ try $0.setStack(["b", "cc"]) }, "steps[1].set-stack: there is no screen 'cc'; did you mean c?"),
      ({ try $0.setStack([]) }, "steps[1].set-stack: a stack has at least one screen"),
      (
        { try $0.setStack(["b", "a"], duration: 1) },
        "steps[1].set-stack: the top of the stack does not change, so nothing is shown"
      ),
      (
        { try $0.popToRoot(duration: -1) },
        "steps[1].pop-to-root: the stack has one screen only, so nothing can be popped"
      ),
      (
        { try $0.push("b", pan: Self.pan([0, 0.2, 0.1])) }, "steps[1].pan: the times of a pan must rise"
      ),
      ({ try $0.push("b", pan: Self.pan([0, .nan, 0.1])) }, "steps[1].pan: the times of a pan must rise"),
      ({ try $0.push("b", pan: Self.pan([0, 0.1, 0.1])) }, "steps[1].pan: the times of a pan must rise"),
      (
        { try $0.push("b", pan: Self.pan([0, 1e9])) }, "steps[1].pan: that would be more than 1000000 frames"
      ),
    ]
    for (step, message) in wrong {
      var story = try Storyboard(screens: Self.files)
      try story.hold(0.1)
      let before = story
      do {
        try step(&story)
        Issue.record("taken: \(message)")
      } catch let error as StoryboardError {
        #expect("\(error)" == message && error.localizedDescription == message)
      }
      #expect(isSame(story, before))
      // The stack is unchanged, too.
      #expect(throws: StoryboardError.self) { try story.pop() }
      try story.push("b")
      #expect(story.scenes.last?.from == 0)
    }
  }

  private static func pan(_ times: [Double]) -> PanRecording {
    let samples = times.map { PanSample(time: $0, translation: -$0, velocity: -1) }
    return PanRecording(rule: .push, width: 1, samples: samples)
  }

  @Test func invalidScreensAndTabsAreErrors() throws {
    func message(_ make: () throws -> Storyboard) -> String {
      do { return "\(try make().frameCount)" } catch { return "\(error)" }
    }
    #expect(message { try Storyboard(screens: [:]) } == "screens: there must be at least one screen")
    #expect(
      message { try Storyboard(screens: [Storyboard.Screen]()) }
        == "screens: there must be at least one screen")
    #expect(
      message { try Storyboard(screens: ["a": "a.png", "a": "b.png"]) }
        == "screens: the screen 'a' is there twice")
    #expect(
      message { try Storyboard(screens: Self.files, tabs: ["a", "aa"]) }
        == "tabs[1]: there is no screen 'aa'; did you mean a?")
    for rate in [0, -1, .infinity, .nan] as [Double] {
      #expect(
        message { try Storyboard(screens: Self.files, framesPerSecond: rate) }
          == "framesPerSecond: \(rate) must be a number above 0")
    }
    #expect(message { try Storyboard(screens: Self.files, tabs: ["b"]) } == "1")
  }

  @Test func theDefaultIs60FramesASecond() throws {
    for story in try [
      Storyboard(screens: Self.files), Storyboard(screens: [.init("a", "a.png")]),
      read("steps: []"),
    ] { #expect(story.framesPerSecond == 60 && story.frameCount == 1) }
  }

  @Test("A change below the top of the stack accepts no transition, duration, curve, pan or filters")
  func looksOfNothing() throws {
    let wrong: [(String, (inout Storyboard) throws -> Void)] = [
      ("transition", { try $0.setStack(["c", "b"], Transitions.CrossDissolve()) }),
      ("duration", { try $0.setStack(["c", "b"], duration: 1) }),
      ("curve", { try $0.setStack(["c", "b"], curve: .linear) }),
      ("pan", { try $0.setStack(["c", "b"], pan: Self.pan([0, 0.1])) }),
      ("filters", { try $0.setStack(["c", "b"], filters: [Pixellate(fraction: 0.1)]) }),
    ]
    for (what, step) in wrong {
      var story = try Storyboard(screens: Self.files, framesPerSecond: 10)
      try story.push("b")
      let before = story
      #expect("\(what)") {
        try step(&story)
      } throws: {
        "\($0)" == "steps[1].set-stack: the top of the stack does not change, so nothing is shown"
      }
      #expect(isSame(story, before), "\(what)")
      #expect(throws: StoryboardError.self) { try story.popTo("c") }
    }
  }

  /// The frame limit includes the remainder of the transition after the finger is released.
  @Test func theFrameLimitIncludesTheRestOfAPan() throws {
    var story = try Storyboard(screens: Self.files, framesPerSecond: 10)
    #expect {
      try story.push("b", duration: 200_000, pan: Self.pan([0, 0.1]))
    } throws: {
      "\($0)" == "steps[0].pan: that would be more than 1000000 frames"
    }
    #expect(story.scenes.count == 1)
    try story.push("b", duration: 50, pan: Self.pan([0, 0.1]))
    #expect(story.scenes.last?.frameCount ?? 0 > 400)
  }

  @Test("Every error message shortens a long screen name")
  func longNames() throws {
    let name = String(repeating: "s", count: 100)
    let start = String(repeating: "s", count: 60) + "… (100 bytes)"
    let screens = [name, "b"].map { Storyboard.Screen($0, "gone.png") }
    let wrong: [(step: (inout Storyboard) throws -> Void, error: String)] = [
      (
        { try $0.popTo("b") }, "steps[0].pop-to: 'b' is not on the stack below its top; the stack is \(start)"
      ),
      (
        { try $0.unwind(name) },
        "steps[0].unwind: '\(start)' is not beneath the screen that is shown; from the bottom there are \(start)"
      ),
      ({ try $0.push(name + "!") }, "steps[0].push: there is no screen '\(name.prefix(60))… (101 bytes)'"),
    ]
    for (step, message) in wrong {
      var story = try Storyboard(screens: screens)
      let error = #expect(throws: StoryboardError.self) { try step(&story) }
      let text = error.map { "\($0)" } ?? ""
      #expect(text == message || text.hasPrefix(message + "; "), "\(text)")
    }
  }

  @Test func aMissingImageIsAnErrorOfItsFile() throws {
    let story = try Storyboard(screens: ["a": "gone.png"])
    #expect(throws: FileError.missing(file: "gone.png")) { try StoryboardFrames(story) }
  }
}
