import SegueFiles
import SegueExport
import SegueRendering
public import SeguePixels
import SegueShaders
import SegueTransitions
import Yams

/// The keys of a storyboard.
package enum StoryboardKeys {
  package static let file = [
    "size", "fps", "fit", "background", "screens", "tabs", "defaults", "steps",
  ]
  package static let motion = ["transition", "parameters", "duration", "curve"]
  package static let action = ["hold"] + ScreenChange.allCases.map(\.rawValue)
  package static let step = action + motion + ["interactive"]
  package static let interactive = ["rule", "width", "samples"]
}

extension Storyboard {
  /// Reads YAML.
  ///
  /// - Parameters:
  ///   - file: What errors call it; image names are relative to its folder.
  ///   - limits: How large a frame may be.
  /// - Throws: `StoryboardError`; also where an image is missing, but none is opened yet.
  public init(
    yaml: String, named file: String, limits: DecodeLimits = DecodeLimits()
  ) throws(StoryboardError) {
    let root = try compose(yaml, file: file)
    self.init()
    let section = try root.section(StoryboardKeys.file)
    try readFrame(section, limits: limits)
    guard let list = section["screens"] else { throw root.invalid("screens is missing: name: image.png, …") }
    try readScreens(list)
    guard let steps = section["steps"] else { throw root.invalid("steps is missing: what happens") }
    var flow = Flow(
      storyboard: self, stack: try readTabs(section["tabs"]),
      defaults: try section["defaults"].map { (entry) throws(StoryboardError) in try Defaults(entry) })
    for step in try steps.list("a list of steps") { try flow.add(step) }
    self = flow.storyboard
  }

  private mutating func readFrame(
    _ section: [String: Entry], limits: DecodeLimits
  ) throws(StoryboardError) {
    if let entry = section["size"] {
      let size = try entry.value("width and height, such as 1280x720") { PixelSize($0) }
      guard size.pixelCount.map({ $0 <= limits.maxPixels }) ?? false else {
        throw entry.invalid("\(size) is more than \(limits.maxPixels) pixels; raise it with --max-pixels")
      }
      self.size = size
    }
    if let entry = section["fps"] { framesPerSecond = try entry.number("a number above 0") { $0 > 0 } }
    if let entry = section["fit"] {
      fit = try entry.named(in: Fit.allCases, kind: "fit") { $0.rawValue }
    }
    if let entry = section["background"] {
      // An unquoted # begins a comment, and leaves nothing.
      background = try entry.value("a CSS name, or '#rrggbb' in quotes") { Pixel($0) }
    }
  }

  private mutating func readScreens(_ list: Entry) throws(StoryboardError) {
    for (name, value) in try list.pairs("a mapping of names to image files") {
      screens.append(Screen(name: name, file: try value.file("an image file")))
    }
    if screens.isEmpty { throw list.invalid("must name one screen at least") }
  }

  private func readTabs(_ entry: Entry?) throws(StoryboardError) -> ScreenStack<Int> {
    guard let entry else { return ScreenStack(0) }
    var roots: [Int] = []
    for tab in try entry.list("a list of screens") { roots.append(try screen(tab)) }
    guard let stack = ScreenStack(tabs: roots) else { throw entry.invalid("must name one screen at least") }
    return stack
  }

  /// The position of the screen that is named.
  fileprivate func screen(_ entry: Entry) throws(StoryboardError) -> Int {
    try entry.named(in: Array(screens.enumerated()), kind: "screen") { $0.element.name }.offset
  }
}

/// What steps do that do not say it themselves.
private struct Defaults {
  var entry: CatalogItem<any Transition>?
  var parameters: [(key: String, value: String)] = []
  var duration: Double?
  var curve: TimingCurve?

  /// Reads `defaults`.
  init(_ entry: Entry) throws(StoryboardError) {
    let section = try entry.section(StoryboardKeys.motion)
    self.init()
    _ = try read(section, otherwise: Transitions.CrossDissolve())
  }

  init() {}

  /// Takes what a section says, and makes its transition.
  mutating func read(
    _ section: [String: Entry], otherwise system: any Transition
  ) throws(StoryboardError) -> any Transition {
    if let chosen = section["transition"] {
      entry = try chosen.transition()
      parameters = []
    }
    if let values = section["parameters"] {
      guard let entry else { throw values.invalid("needs the transition that they are for") }
      for (key, value) in try values.pairs("a mapping") {
        let text = try value.parameterText()
        // Made for each alone, so that the error has the place of the one that is wrong.
        do throws(ParameterError) { _ = try entry.make([(key, text)]) } catch {
          throw value.invalid("\(error)")
        }
        parameters.append((key, text))
      }
    }
    if let entry = section["duration"] { duration = try entry.number("seconds above 0") { $0 > 0 } }
    if let entry = section["curve"] {
      let names = TimingCurve.named.map(\.name) + TimingCurve.forms
      curve = try entry.value("one of \(names.joined(separator: ", "))") { TimingCurve($0) }
    }
    return (try? entry?.make(parameters)) ?? system
  }
}

extension Entry {
  /// The path of a file that is there; names are relative to the storyboard's folder.
  fileprivate func file(_ meaning: String) throws(StoryboardError) -> String {
    let name = try text(meaning)
    let folder = place.file.lastIndex(of: "/").map { place.file[...$0] } ?? ""
    let path = name.hasPrefix("/") ? name : folder + name
    guard fileExists(path) else { throw .missingFile(path, at: place) }
    return path
  }

  /// A transition of the catalog, or of a shader's file.
  fileprivate func transition() throws(StoryboardError) -> CatalogItem<any Transition> {
    guard try text("a transition").hasSuffix(".glsl") else {
      return try named(in: Catalog.transitions.items, kind: Catalog.transitions.kind) { $0.name }
    }
    let file = try file("a shader")
    guard let entry = CatalogItem(try shader(file)) else {
      throw invalid("\(file) is a filter, not a transition")
    }
    return entry
  }

  private func shader(_ file: String) throws(StoryboardError) -> Shader {
    let source: String
    do throws(FileError) {
      source = try readText(file, limit: FrontEnd.sizeLimit)
    } catch {
      throw .unreadable(error)
    }
    do throws(ShaderError) {
      return try Shader(source: source, file: file)
    } catch {
      let first = error.diagnostics.first { $0.severity == .error }
      throw invalid(first.map { "\($0.file):\($0.line):\($0.column): \($0.message)" } ?? file)
    }
  }

  /// A parameter as the command takes it: a list of numbers stands for a rectangle.
  fileprivate func parameterText() throws(StoryboardError) -> String {
    guard node.sequence != nil else { return try text("a value") }
    var words: [String] = []
    for entry in try list("a value") { words.append(try entry.text("a number")) }
    return words.joined(separator: ",")
  }
}

/// A storyboard as far as it has been read, and the screens as they stand there.
private struct Flow {
  var storyboard: Storyboard
  private var stack: ScreenStack<Int>
  private let defaults: Defaults

  init(storyboard: Storyboard, stack: ScreenStack<Int>, defaults: Defaults?) {
    self.storyboard = storyboard
    self.stack = stack
    self.defaults = defaults ?? Defaults()
    self.storyboard.scenes = [Storyboard.Scene(frameCount: 1, from: stack.top, to: stack.top, motion: nil)]
  }

  mutating func add(_ step: Entry) throws(StoryboardError) {
    let section = try step.section(StoryboardKeys.step)
    let actions = StoryboardKeys.action.filter { section[$0] != nil }
    guard actions.count == 1, let action = actions.first, let entry = section[action] else {
      throw step.invalid("must have one of \(StoryboardKeys.action.joined(separator: ", "))")
    }
    guard let change = ScreenChange(rawValue: action) else {
      if let other = section.first(where: { $0.key != action }) {
        throw other.value.invalid("a hold has no \(other.key)")
      }
      let seconds = try entry.number("seconds, 0 or more") { $0 >= 0 }
      return try append(entry, seconds: seconds, least: 0, from: stack.top, to: stack.top)
    }
    let before = stack
    let made = try self.change(change, entry)
    var look = defaults
    let transition = try look.read(section, otherwise: made.transition)
    let seconds = look.duration ?? transition.duration
    func motion(_ progress: [Double]) -> Storyboard.Motion {
      Storyboard.Motion(transition: transition, operation: change.operation, progress: progress)
    }
    guard let pan = section["interactive"] else {
      let curve = look.curve ?? transition.curve
      return try append(entry, seconds: seconds, least: 1, from: made.from, to: made.to) { count in
        motion((1...count).map { curve(at: Double($0) / Double(count), duration: seconds) })
      }
    }
    let recording = try recording(pan, change.operation.isReturning ? .pop : .push)
    // As long as it can take, so that the recording is replayed to its end.
    try check(pan, seconds: (recording.samples.last?.time ?? 0) + seconds, most: PanRecording.maxFrames)
    let (frames, isCompleted) = recording.replay(
      InteractiveTransition(duration: seconds, completionCurve: look.curve ?? .easeInOut),
      framesPerSecond: storyboard.framesPerSecond)
    if !isCompleted { stack = before }
    // The first frame is the step's before.
    let progress = Array(frames.dropFirst())
    storyboard.scenes.append(
      Storyboard.Scene(frameCount: progress.count, from: made.from, to: made.to, motion: motion(progress)))
  }

  /// Makes the change that a step asks for.
  private mutating func change(
    _ change: ScreenChange, _ entry: Entry
  ) throws(StoryboardError) -> ScreenStack<Int>.Step {
    var next = stack
    do {
      let step =
        switch change {
        case .push: try next.push(storyboard.screen(entry))
        case .present: next.present(try storyboard.screen(entry))
        case .pop: try next.pop()
        case .dismiss: try next.dismiss()
        case .selectTab: try next.selectTab(try entry.value("the number of a tab, from 0") { Int($0) })
        }
      if change.operation.isReturning, !entry.isEmpty {
        throw entry.invalid("takes no screen: write \(change.rawValue):")
      }
      stack = next
      return step
    } catch let error as ScreenStack<Int>.Refusal {
      throw entry.invalid("\(error)")
    } catch let error as StoryboardError {
      throw error
    } catch {
      throw entry.invalid("\(error)")
    }
  }

  /// Reads the samples of a pan.
  private func recording(_ entry: Entry, _ rule: PanRule) throws(StoryboardError) -> PanRecording {
    let section = try entry.section(StoryboardKeys.interactive)
    let rule =
      try section["rule"].map { (entry) throws(StoryboardError) in
        try entry.named(in: PanRule.allCases, kind: "rule") { $0.rawValue }
      } ?? rule
    let width =
      try section["width"].map { (entry) throws(StoryboardError) in
        try entry.number("a number above 0") { $0 > 0 }
      } ?? 1
    guard let samples = section["samples"] else {
      throw entry.invalid("samples is missing: a list of [seconds, x, y]")
    }
    var places: [(time: Double, x: Double)] = []
    for sample in try samples.list("a list of [seconds, x, y]") {
      var numbers: [Double] = []
      for number in try sample.list("[seconds, x, y]") { numbers.append(try number.number()) }
      guard (2...3).contains(numbers.count) else { throw sample.invalid("must be [seconds, x, y]") }
      if let last = places.last, numbers[0] <= last.time {
        throw sample.invalid("\(numbers[0]) s is not after \(last.time) s")
      }
      places.append((numbers[0], numbers[1]))
    }
    guard let first = places.first else { throw samples.invalid("must have one sample at least") }
    // The steps have seen to it that there is a screen to go back to.
    guard rule.begins(atX: first.x, width: width, screens: 2) else {
      let side = rule == .push ? "right" : "left"
      throw samples.invalid(
        "a \(rule.rawValue) pan begins \(side) of the middle of \(width), not at \(first.x)")
    }
    return PanRecording(rule: rule, width: width, places: places)
  }

  /// Appends a scene of so many seconds.
  private mutating func append(
    _ entry: Entry, seconds: Double, least: Int, from: Int, to: Int,
    _ motion: (Int) -> Storyboard.Motion? = { _ in nil }
  ) throws(StoryboardError) {
    try check(entry, seconds: seconds)
    let count = max(least, Int((seconds * storyboard.framesPerSecond).rounded()))
    storyboard.scenes.append(Storyboard.Scene(frameCount: count, from: from, to: to, motion: motion(count)))
  }

  private func check(
    _ entry: Entry, seconds: Double, most: Int = Storyboard.maxFrames
  ) throws(StoryboardError) {
    let room = min(most, Storyboard.maxFrames - storyboard.frameCount)
    guard seconds * storyboard.framesPerSecond + 2 <= Double(room) else {
      throw entry.invalid("that would be more than \(most) frames")
    }
  }
}

/// The root of a file.
private func compose(_ yaml: String, file: String) throws(StoryboardError) -> Entry {
  func invalid(_ reason: String, line: Int) -> StoryboardError {
    .invalid(reason, at: StoryboardError.Place(file: file, line: max(1, line), key: ""))
  }
  do {
    // Strings of up to 15 bytes have no memory of their own, which the parser reads from later on.
    let text = yaml + String(repeating: "\n", count: 16)
    guard let node = try Parser(yaml: text, encoding: .utf8).singleRoot() else {
      throw invalid("the file is empty", line: 1)
    }
    return Entry(node, file: file)
  } catch let error as StoryboardError {
    throw error
  } catch YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
    YamlError.composer(_, let problem, let mark, _)
  {
    throw invalid("not YAML: \(problem)", line: mark.line)
  } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
    throw invalid("the key \(keys.joined(separator: ", ")) stands there twice", line: context.mark.line)
  } catch YamlError.reader(let problem, let offset, _, _) {
    let line = yaml.prefix(offset ?? 0).reduce(1) { $0 + ($1.isNewline ? 1 : 0) }
    throw invalid("not YAML: \(problem)", line: line)
  } catch {
    throw invalid("not YAML: \(error)", line: 1)
  }
}
