import SegueFilters
import SeguePixels
import SegueRendering
import SegueTestSupport
import SegueTransitions
import Testing

/// Recorded results of gestures, clocks, springs, screen stacks, formulas and chains.
@Suite("Recorded: motion, stacks and chains") struct RecordedMotionTests {
  /// Formats numbers with nine decimals, since others depend on the machine, and NaN and 0 without a sign.
  private func digits(_ numbers: [Double]) -> String {
    numbers.map { $0.isNaN ? "nan" : "\(($0 * 1e9).rounded() / 1e9 + 0)" }.joined(separator: " ")
  }

  @Test func gestures() throws {
    var recorded = Recorded("gestures")
    for rule in PanRule.allCases {
      for (width, places) in [(320.0, [0, 159.9, 160, 160.1, 320]), (0, [-1, 0, 1])] {
        let begins = places.flatMap { x in
          (0...2).map { rule.begins(atX: x, width: width, screens: $0) ? "yes" : "no" }
        }
        recorded.add("\(rule) begins, \(width)", begins.joined(separator: " "))
      }
      for width in [320, 1, 0, -5] as [Double] {
        let ways = [-400, -320, -80, -0.5, 0, 0.5, 80, 320, 400] as [Double]
        recorded.add(
          "\(rule) progress, \(width)", digits(ways.map { rule.progress(translation: $0, width: width) }))
      }
      recorded.add(
        "\(rule) finishes", "\(([-1, -1e-9, 0, 1e-9, 1, .nan] as [Double]).map(rule.finishes))")
      let runs: [[(time: Double, x: Double)]] = [
        [], [(3, 90)], [(3, 90), (3, 50)], [(3, 90), (3.5, 50), (3.6, 60)], [(0, 10), (0.1, 40), (0.4, 90)],
        [(0, 50), (1, 0)], [(1, 10), (0.5, 30)], [(0, 0), (0.02, 0), (0.04, 100)],
      ]
      for (number, places) in runs.enumerated() {
        let pan = PanRecording(rule: rule, width: 100, places: places)
        let samples = pan.samples.map { digits([$0.time, $0.translation, $0.velocity]) }
        recorded.add("\(rule) places \(number)", samples.joined(separator: "; "))
        for (duration, speed, curve, rate) in [
          (0.5, 1.0, TimingCurve.linear, 20.0), (0.5, 2, .easeInOut, 30), (1, 0.5, .easeIn, 12),
          (0, 1, .linear, 10),
          (0.3, -1, .spring(damping: 0.6, velocity: 0), 25), (0.5, 1, .linear, 0),
        ] {
          let interaction = InteractiveTransition(
            duration: duration, completionSpeed: speed, completionCurve: curve)
          let (frames, completed) = pan.replay(interaction, framesPerSecond: rate)
          recorded.add(
            "\(rule) replay \(number) \(duration) \(speed) \(curve) \(rate)",
            "\(completed) \(frames.count): \(digits(frames))")
        }
      }
    }
    try recorded.check()
  }

  /// Sequences of calls, with their times or progresses.
  private static let calls = [
    "tick 0,tick 1", "update 0.5,finish 0,cancel 0,pause 0", "begin,begin,start 0,tick 3",
    "begin,tick 1,update 0.4,tick 2",
    "begin,update -1,update 0.25,update nan,update 2,update 1",
    "begin,update 0.3,finish 1,tick 1,tick 1.2,tick 1.7,tick 1.75,tick 2.5,tick 9",
    "begin,update 0.3,cancel 1,tick 1,tick 1.1,tick 1.3,tick 1.299,tick 1.31,tick 2",
    "begin,update 0,finish 0,tick 0.5,tick 0.999,tick 1,tick 1.1", "begin,update 1,finish 0,tick 0,tick 0",
    "begin,update 0,cancel 5,tick 5,update 1", "begin,update 1,cancel 0,tick 0.5,tick 1",
    "start 2,tick 2,tick 2.25,tick 2.5,tick 3,tick 3.1",
    "start 0,tick 0.5,pause 0.6,tick 9,update 0.7,cancel 10,tick 10.1,pause 10.2,finish 11,tick 11.2,tick 13",
    "begin,update 0.5,finish 0,pause -1,tick 0", "begin,update 0.5,cancel 0,pause 9,tick 0,finish 0,tick 1",
    "start 0,begin,update 0.5,start 1",
    "begin,finish 0,finish 0,cancel 0,tick -1,tick 0.1", "start 0,tick 1,pause 1,update 1,finish 1",
  ]

  @Test func interactions() throws {
    var recorded = Recorded("interactions")
    for (name, begun) in [
      ("1 s", InteractiveTransition(duration: 1)),
      ("1 s twice as fast", InteractiveTransition(duration: 1, completionSpeed: 2, completionCurve: .linear)),
      (
        "1 s no speed",
        InteractiveTransition(duration: 1, completionSpeed: 0, completionCurve: .easeIn, curve: .linear)
      ),
      ("below 0", InteractiveTransition(duration: -1, curve: .easeOut)),
      ("springs", InteractiveTransition(duration: 1, completionCurve: .spring(damping: 0.5, velocity: 1))),
    ] {
      for calls in Self.calls {
        var (made, said) = (begun, ["\(begun.duration) \(begun.completionSpeed)"])
        for call in calls.split(separator: ",") {
          let words = call.split(separator: " ")
          let number = words.count > 1 ? Double(words[1]) ?? 0 : 0
          do {
            switch words[0] {
            case "begin": try made.begin()
            case "start": try made.start(at: number)
            case "update": try made.update(number)
            case "finish": try made.finish(at: number)
            case "cancel": try made.cancel(at: number)
            case "pause": try made.pause(at: number)
            default: if let outcome = made.tick(at: number) { said.append("\(outcome)") }
            }
            said.append("\(made.state) \(digits([made.progress]))")
          } catch {
            said.append("\(error)")
          }
        }
        recorded.add("\(name): \(calls)", said.joined(separator: ", "))
      }
    }
    try recorded.check()
  }

  @Test func timesOfFramesAreRecorded() throws {
    var recorded = Recorded("clocks")
    func add(_ name: String, _ times: FrameTimes) {
      recorded.add(name, "\(times.count): \(digits(Array(times.prefix(8)) + times.suffix(2)))")
    }
    for frames in [-3, 0, 1, 2, 5, 100] { add("\(frames) frames", FrameTimes(frames: frames)) }
    for duration in [-1, 0, 0.001, 0.04, 0.05, 0.5, 1.26] {
      for rate in [10, 24, 60] as [Double] {
        add("\(duration) s at \(rate)", FrameTimes(duration: duration, framesPerSecond: rate))
        var clock = ProgressClock(duration: duration, framesPerSecond: rate)
        guard duration != 0 else { continue }
        let ticks = [5, 5.01, 5.02, 5.3, 4, 7].map { clock.tick(at: $0) }
        recorded.add(
          "ticks \(duration) \(rate)", "\(clock.frameTimes.count) \(digits(ticks)) from \(clock.start ?? -1)")
      }
    }
    let timing = Timing(duration: 0.4, curve: .easeIn)
    for (name, timing) in [
      ("alone", Timing()), ("both", timing), ("duration", timing.with(duration: 2)),
      ("curve", timing.with(curve: .ease)),
      ("neither", timing.with()),
    ] {
      recorded.add(
        "timing \(name)", "\(timing.duration) \(timing.curve) \(digits([timing.progress(at: 0.3)]))")
    }
    for damping in [0.2, 0.5, 0.8, 0.97, 1, 1.5] {
      for velocity in [-1, 0, 0.8, 2] as [Double] {
        for duration in [0.3, 1.7] {
          let spring = DampedSpring(damping: damping, velocity: velocity, settlingIn: duration)
          let places = [-0.1, 0, 0.05, 0.1, 0.4, 1, 3].map { spring.position(at: $0) }
          recorded.add(
            "spring \(damping) \(velocity) \(duration)",
            "\(spring.damping) \(spring.velocity): \(digits([spring.frequency] + places))")
        }
      }
    }
    for bounce in [-2, -0.999, -0.5, -0.001, 0, 0.001, 0.4, 0.999, 1, 1.5] {
      for duration in [0.3, 1] {
        let spring = DampedSpring(duration: duration, bounce: bounce)
        let places = [0, 0.05, 0.2, 0.5, 2].map { spring.position(at: $0) }
        recorded.add(
          "bounce \(bounce) \(duration)",
          digits([spring.damping, spring.velocity, spring.frequency] + places))
      }
    }
    for text in Self.curveTexts {
      guard let curve = TimingCurve(text) else {
        recorded.add("'\(text)'", "no curve")
        continue
      }
      let values = [-0.1, 0, 0.2, 0.5, 0.81, 1, 1.2].flatMap {
        [curve(at: $0), curve(at: $0, duration: 0.4)]
      }
      recorded.add("'\(text)'", "\(curve) (\(curve.form)): \(digits(values))")
    }
    try recorded.check()
  }

  private static let curveTexts = [
    "", "linear", "Linear", "ease", "ease-in", "ease-out", "ease-in-out", "easeIn", " ease", "ease()",
    "steps", "steps()",
    "steps(0)", "steps(1)", "steps(4)", "steps(4", "steps 4)", "steps(4))", "steps(-1)", "steps(2.5)",
    "steps(3.0)",
    "steps(1000000)", "steps(1000001)", "steps(1,2)", "steps( 3 )", "spring(0.5,1)", "spring(0,1)",
    "spring(1,0)",
    "spring(1.01,0)", "spring(0.5)", "spring(0.5,1,2)", "spring(nan,1)", "spring(0.5,inf)", "spring(0.5,)",
    "spring(0.7, -1)",
    "spring(duration:0.5,bounce:0.2)", "spring(bounce:0.5,duration:0.2)", "spring(duration:0,bounce:0.2)",
    "spring(duration:0.5,bounce:1)", "spring(duration:0.5,bounce:-1)", "spring(duration:0.5,bounce:0.99)",
    "spring(duration:0.5,bounce:-0.99)", "spring(duration:0.5)", "spring(duration:0.5,0.2)",
    "spring(0.5,bounce:0.2)",
    "spring(duration:0.5,bounce:0)", "spring(duration: 0.4, bounce: 0.1)", "steps(duration:1,bounce:0)",
    "cubic-bezier(0.25,0.1,0.25,1)", "cubic-bezier(0,0,1,1)", "cubic-bezier(1,0,0,1)",
    "cubic-bezier(-0.01,0,0,1)",
    "cubic-bezier(1.01,0,0,1)", "cubic-bezier(0,0,-0.01,1)", "cubic-bezier(0,0,1.01,1)",
    "cubic-bezier(0.3,-2,0.6,3)",
    "cubic-bezier(0,0,1)", "cubic-bezier(0,0,1,1,1)", "cubic-bezier(a,0,1,1)", "bezier(0,0,1,1)", "(0,1)",
    "cubic-bezier(0.42, 0, 0.58, 1)",
  ]

  /// A chooser with a transition for one screen only.
  private struct Chooser: TransitionChooser {
    func transition(_ change: ScreenChange, from: String, to: String) -> (any Transition)? {
      to == "c" ? Transitions.Push() : nil
    }
  }

  /// Records a long random sequence of steps through screens; some steps are refused.
  @Test func stacks() throws {
    var recorded = Recorded("stacks")
    var random = SeededGenerator(11)
    for walk in 0..<6 {
      guard
        var stack = walk < 2 ? ScreenStack("a") : ScreenStack(tabs: Array(["a", "b", "a"].prefix(walk - 1)))
      else {
        recorded.add("\(walk)", "no stack")
        continue
      }
      for number in 0..<70 {
        let names = ["a", "b", "c", "d"]
        let name = names[Int.random(in: 0..<4, using: &random)]
        let tab = Int.random(in: -1...3, using: &random)
        let chooser = Bool.random(using: &random) ? Chooser() : nil
        let call = Int.random(in: 0..<14, using: &random)
        let said: String
        do {
          let (asked, step): (String, ScreenStack<String>.Step?) =
            switch call {
            case 0, 10, 11: ("push \(name)", try stack.push(name, choosing: chooser))
            case 1: ("pop", try stack.pop(choosing: chooser))
            case 2: ("present \(name)", stack.present(name, choosing: chooser))
            case 3, 12: ("dismiss", try stack.dismiss(choosing: chooser))
            case 4: ("tab \(tab)", try stack.selectTab(tab, choosing: chooser))
            case 5: ("replace \(name)", try stack.replace(name, choosing: chooser))
            case 6: ("pop to \(name)", try stack.popTo(name, choosing: chooser))
            case 7: ("pop to root", try stack.popToRoot(choosing: chooser))
            case 8, 13: ("unwind \(name)", try stack.unwind(name, choosing: chooser))
            default:
              (
                "set \(tab) \(name)",
                try stack.setStack(Array((names + [name]).suffix(max(0, tab + 1))), choosing: chooser)
              )
            }
          said =
            asked
            + (step.map {
              " \($0.change) \($0.from)-\($0.to) \(type(of: $0.transition)) \($0.change.operation)"
            }
              ?? " unseen")
        } catch {
          said = "\(call) \(error)"
        }
        recorded.add("\(walk) \(number)", "\(said): \(stack.top) \(stack.depth) \(stack.selectedTab)")
      }
    }
    // Errors list only the end of a deep stack.
    for depth in [9, 10, 11] {
      var deep = ScreenStack("0")
      for screen in 1..<depth { _ = try deep.push("\(screen)") }
      do { _ = try deep.popTo("x") } catch { recorded.add("\(depth) deep", "\(error)") }
      do { _ = try deep.unwind("x") } catch { recorded.add("\(depth) beneath", "\(error)") }
    }
    try recorded.check()
  }

  /// Records the values of valid formulas, and the position and message for invalid ones.
  @Test func expressions() throws {
    var recorded = Recorded("expressions")
    for text in Self.expressionTexts + Self.longTexts {
      let short = text.count <= 80 ? text : "\(text.prefix(30))… \(text.utf8.count)"
      let name = String(short.map { $0.isASCII && ($0.asciiValue ?? 0) < 32 ? "~" : $0 })
      do {
        let formula = try ProgressExpression(text)
        let values = [-0.5, 0, 0.3, 1].map {
          formula(at: $0, time: $0 * 2, size: PixelSize(width: 8, height: 5))
        }
        recorded.add("'\(name)'", digits(values + [formula(at: 0.3)]))
      } catch {
        recorded.add(
          "'\(name)'",
          "\(error.column): \(error.message) | \("\(error)".suffix(60).replacing("\n", with: " | ").replacing("\0", with: "~"))"
        )
      }
    }
    try recorded.check()
  }

  private static let longTexts: [String] =
    [63, 64, 65].flatMap { depth -> [String] in
      [
        String(repeating: "(", count: depth) + "1" + String(repeating: ")", count: depth),
        String(repeating: "-", count: depth) + "1", String(repeating: "2^", count: depth) + "1",
        String(repeating: "abs(", count: depth) + "1" + String(repeating: ")", count: depth),
      ]
    } + [
      String(repeating: "1+", count: 2047) + "11", String(repeating: "1+", count: 2047) + "111",
      String(repeating: "z", count: 50),
    ]

  private static let expressionTexts = [
    "", " ", "1", " 1 ", "1.5", ".5", "5.", ".", "1.2.3", "1e3", "1e-2", "1E+2", "1e", "1e+", "2e x", "1 2",
    "pi", "progress", "time",
    "width", "height", "width/height", "-progress", "+progress", "--1", "-+-2", "1-1-1", "2^3^2", "-2^2",
    "2^-1", "(1", "1)", "()", "(",
    ")", "1,2", ",", "1+", "+", "*1", "1*/2", "2*3+4", "2+3*4", "8/4/2", "1<2", "2<1", "1<=1", "1>=2", "2>1",
    "1==1", "1!=1", "1=1", "1!1",
    "1<2==1", "progress<0.3", "progress<=0.3", "progress>0.3", "progress>=0.3", "progress==0.3",
    "progress!=0.3", "1+2<2+2",
    "min()", "min(1)", "min(1,2)", "min(3,1,2)", "max(1)", "max(3,1,2)", "max(1,", "max(1,)", "max(1 2)",
    "clamp(progress,0.2,0.4)",
    "clamp(1,2)", "clamp(1,2,3,4)", "mix(1,3,progress)", "mix(1,3)", "step(0.3,progress)",
    "smoothstep(0,1,progress)", "smoothstep(1,0,progress)",
    "smoothstep(0.3,0.3,progress)", "if(progress<0.3,1,2)", "if(0,1,2)", "if(-1,1,2)", "if(1,2)",
    "pow(2,progress)", "sin(pi*progress)",
    "cos(pi*progress)", "tan(progress)", "exp(progress)", "log(progress)", "sqrt(progress)",
    "abs(progress-0.2)", "sign(progress-0.3)",
    "floor(progress*3)", "ceil(progress*3)", "round(progress*3)", "round(0.5)", "round(-0.5)",
    "fract(progress*3)", "ease(progress)",
    "ease-in(progress)", "ease-out(progress)", "ease-in-out(progress)", "linear(progress)",
    "spring(progress)", "spring(progress,0.4)",
    "spring(progress,0.4,1)", "spring()", "sin", "sin(", "sin()", "sin(1,2)", "sin 1", "ease-in",
    "ease -in(1)", "ease-in (progress)", "ease-foo(1)",
    "progress-sin(1)", "pi-sin(1)", "time-width", "time-foo(1)", "foo-sin(1)", "foo-bar(1)", "sine(1)",
    "prgress", "progres", "wdth", "zzzz", "zzzz(1)",
    "pi(1)", "progress(1)", "progress 2", "2progress", "2(3)", "(2)(3)", "1 $ 2", "$", "é", "1é", "a_b", "_x",
    "A", "PI", "Progress", "x1", "1 + \t2",
    "1\n+2", "1\u{0}2", "'1'", "1;2", "1%2", "0/0", "1/0", "-1/0", "log(0)", "sqrt(-1)", "inf", "nan",
    "1 = 2", "1 ! 2", "!1", "=1", "1 <", "<1", "^2",
    "2^", "max(min(1,2),min(3,4))", "mix(1,2,3", "mix((1,2,3)", "1 + (2", "sin(1))",
    "if(progress,if(progress-1,5,6),7)",
    "verylongnamethatisbeyondthirtytwocharacters", "verylongnamethatisbeyondthirtytwocharacters(1)",
  ]

  /// Records filters and blends with formulas of the progress, and their errors.
  @Test func chains() throws {
    var recorded = Recorded("chains")
    let (a, b) = (
      try Bitmap.scene(14, 9, seed: 1, opaque: true), try Bitmap.scene(14, 9, seed: 2, opaque: false)
    )
    let files = ChainFiles()
    func add(_ text: String, _ chain: () throws -> Chain) {
      do {
        let chain = try chain()
        let frames = try [0, 0.3, 1].map { try chain.frame(from: a, to: b, at: $0) }
        recorded.add(text, Recorded.sum(of: frames))
      } catch {
        let said = "\(error)".replacing("\n", with: " | ")
        recorded.add(text, said.count <= 300 ? said : "\(said.prefix(160))…\(said.suffix(60))")
      }
    }
    for text in Self.filterTexts { add("filter \(text)") { .filter(.from, try files.filter(text)) } }
    for text in Self.blendTexts { add("blend \(text)") { .blend(.from, .to, try files.blend(text)) } }
    add("nothing") { try Chain() }
    add("from") { try Chain(from: ["sepia", "pixellate:fraction=0.2"]) }
    add("to") { try Chain(to: ["sepia", "pixellate:fraction=0.2"]) }
    add("result") { try Chain(result: ["sepia", "pixellate:fraction=0.2"]) }
    add("all") {
      try Chain(from: ["sepia"], to: ["invert"], blend: "multiply-blend", result: ["pixellate:fraction=0.2"])
    }
    add("wrong blend") { try Chain(blend: "sepia") }
    add("through") { try Chain.from.through("sepia", "pixellate:fraction=0.2") }
    add("blended") { try Chain.to.through("sepia").blended(with: .from, by: "dissolve:mix=0.2") }
    try recorded.check()
  }

  private static let filterTexts = [
    "", ":", "sepia", "sepia:", "sepia:intensity=0.5", "sepia:intensity", "sepia:intensity=", "sepia:=1",
    "sepia:intensty=1", "sepai", "nothing",
    "sepia:intensity=2", "sepia:intensity=-0.1", "sepia:intensity=x", "sepia:intensity=progress",
    "sepia:intensity=2*progress",
    "sepia:intensity=progress-0.5", "sepia:intensity=1-progress", "sepia:intensity=time",
    "sepia:intensity=width/100", "sepia:intensity=width",
    "sepia:intensity=0.5+0.25", "sepia:intensity=2+1", "sepia:intensity=foo",
    "sepia:intensity=sin", "sepia:intensity=1+", "sepia:intensity=pi/4", "sepia:intensity=0.1,intensity=0.9",
    "pixellate:fraction=0.3*progress",
    "pixellate:fraction=0.3*progress,sampling=mean", "pixellate:sampling=men", "pixellate:sampling=progress",
    "swirl:angle=progress,radius=0.4",
    "swirl:center=progress,0.5", "swirl:center=0.2,1-progress", "swirl:center=0.2",
    "swirl:center=0.2,0.3,0.4", "swirl:center=x,y",
    "swirl:center=max(0.1,progress),0.5", "swirl:center=width/100,height/100",
    "crop:x=1,y=2,width=5,height=4", "crop:x=0,y=0,width=progress,height=4",
    "crop:x=progress/4,y=0,width=0.5,height=1", "layers", "hue:hue=360*progress", "gamma:gamma=1+2*progress",
    "levels:minimum=progress,0.1,0", "gone.glsl", "./gone.glsl:a=1", "dissolve",
    "polka-dot:fractionalWidth=0.1+0.1*progress", "vignette:vignetteStart=0.2*progress,vignetteEnd=0.9",
    "vignette:vignetteColor=1,progress,0",
    "vignette:vignetteColor=red,0,0",
    "saturation:saturation=progress*2", "saturation:saturation=progress*3", "blur:sigma=3*progress",
    "color-lookup", "tone-curve:points=0,0,1,1",
  ]

  private static let blendTexts = [
    "", "dissolve", "dissolve:mix=progress", "dissolve:mix=0.25", "dissolve:mix=2", "dissolve:mix=progress*2",
    "dissolve:mx=1", "sepia", "multiply-blend",
    "multiply", "screen-blend", "alpha-blend:mixturePercent=progress",
    "alpha-blend:mixturePercent=ease-in(progress)", "gone.glsl", "nothing:a=1", "disolve",
    "chroma-key-blend:thresholdSensitivity=progress",
  ]

  /// Records every transition for tiny pictures, with pairs of parameters, in both directions.
  ///
  /// Half of the settings are rendered. A shader of gl-transitions has equal frames in both directions, so
  /// its second direction is rendered only with the default parameters. `scripts/soak whole` renders all
  /// settings in both directions.
  @Test func transitionsOfSmallPicturesAreRecorded() throws {
    var recorded = Recorded("small-pictures")
    let before = try skippable("small-pictures")
    var varied = 0
    let sizes = [(1, 1), (7, 50), (120, 3)]
    let pairs = try sizes.map { width, height in
      (
        try Bitmap.scene(width, height, seed: 5, opaque: height == 3),
        try Bitmap.scene(width, height, seed: 6, opaque: height > 1)
      )
    }
    for item in Catalog.transitions.items {
      let tried = item.parameters.map { parameter in parameter.trials.map { (key: parameter.name, value: $0) }
      }
      var settings: [[(key: String, value: String)]] = [[]]
      for (one, other) in zip(tried, tried.dropFirst()) {
        for turn in 0..<2 where !one.isEmpty && !other.isEmpty {
          settings.append([one[(1 + turn) % one.count], other[(2 - turn) % other.count]])
        }
      }
      for values in settings {
        varied += values.isEmpty ? 0 : 1
        if varied % 2 != 0, !values.isEmpty, let value = before[recordedLine(item.name, values)] {
          recorded.add(recordedLine(item.name, values), value)
          continue
        }
        let transition = try item.makeWithFiles(values)
        var frames: [Bitmap] = []
        let isTaken = !isWhole && !values.isEmpty && BuiltInShaderTests.collection.contains(item.name)
        for (from, to) in pairs {
          for operation in [TransitionOperation.push, .dismiss] {
            if isTaken, operation == .dismiss, let last = frames.last {
              frames.append(last)
              continue
            }
            let renderer = try TransitionRenderer(
              from: from, to: to, transition, framing: Framing(light: values.isEmpty ? .linear : .gamma),
              operation: operation, Execution(threads: 1))
            for progress in values.isEmpty ? [0.2, 0.6] : [0.41] {
              frames.append(try renderer.frame(at: progress))
            }
          }
        }
        recorded.add(recordedLine(item.name, values), frames)
      }
    }
    try recorded.check()
  }

  /// Records elements that overlap, leave the frame, or have their own backgrounds.
  @Test func elements() throws {
    var recorded = Recorded("elements")
    let (from, to) = (
      try Bitmap.scene(41, 30, seed: 7, opaque: true), try Bitmap.scene(41, 30, seed: 8, opaque: false)
    )
    let behind = try Bitmap.scene(41, 30, seed: 9, opaque: true)
    func place(
      _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double? = nil,
      _ opacity: Double = 1
    )
      -> Transitions.Elements.Place
    {
      var place = Transitions.Elements.Place(PixelRectangle(x: x, y: y, width: width, height: height))
      (place.cornerRadius, place.opacity) = (radius, opacity)
      return place
    }
    let sets: [(String, [(Transitions.Elements.Place, Transitions.Elements.Place)])] = [
      ("one", [(place(4, 5, 10, 8), place(20, 12, 15, 14))]),
      ("whole", [(place(0, 0, 41, 30), place(2, 2, 5, 5))]),
      ("edges", [(place(-3, -2, 9, 8), place(36, 25, 9, 9)), (place(35, 0, 6, 30), place(0, 20, 41, 10))]),
      (
        "overlapping",
        [(place(4, 5, 12, 10), place(6, 6, 12, 10)), (place(10, 9, 12, 10), place(12, 12, 6, 6))]
      ),
      (
        "round",
        [(place(4, 5, 10, 8, 3), place(20, 12, 14, 14, 7)), (place(22, 2, 9, 9, 99), place(1, 18, 11, 9, 0))]
      ),
      ("faint", [(place(4, 5, 10, 8, nil, 0.3), place(20, 12, 14, 14, 2, 0.8))]),
      ("outside", [(place(50, 5, 10, 8), place(20, 12, 14, 14)), (place(3, 3, 5, 5), place(-20, 0, 4, 4))]),
      ("parts of pixels", [(place(4.4, 5.6, 10.3, 8.2), place(20.5, 12.5, 13.5, 14.4))]), ("none", []),
    ]
    for (name, places) in sets {
      var plain = Transitions.Elements(places.map { .init(from: $0, to: $1) })
      var changes: [(String, Transitions.Elements)] = [("", plain)]
      (plain.fromRadius, plain.toRadius, plain.stagger, plain.background) = (2, 4, 0.4, .white)
      changes.append((" radii", plain))
      (plain.fromBackground, plain.edges, plain.stagger) = (behind, .hard, 0.9)
      changes.append((" background", plain))
      (plain.fromBackground, plain.toBackground) = (nil, behind)
      changes.append((" other background", plain))
      for (change, elements) in changes {
        for (a, b, order) in [(from, to, ""), (to, from, " swapped"), (from, behind, " opaque")] {
          let frames = try [TransitionOperation.push, .pop].flatMap { operation in
            let renderer = try TransitionRenderer(
              from: a, to: b, elements, operation: operation, Execution(threads: 1))
            return try [0, 0.2, 0.55, 0.9, 1, 1.06].map { try renderer.frame(at: $0) }
          }
          recorded.add(name + change + order, frames)
        }
      }
    }
    try recorded.check()
  }
}
