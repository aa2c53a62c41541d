import SegueFiles
import SegueFilters
import SegueFormats
import SegueExport
package import SegueRendering
public import SeguePixels
import SegueShaders
import SegueTitles
package import SegueTransitions

/// The keys in the YAML file of a storyboard.
package enum StoryboardKeys {
  package static let file = [
    "size", "fps", "fit", "background", "light", "dither", "filters", "motion", "seed", "title-style",
    "audio", "screens",
    "tabs",
    "chains", "defaults", "steps",
  ]
  package static let audio = ["file", "start", "volume", "fade"]
  package static let screen = ["image", "elements", "motion", "title"]
  package static let element = ["rect", "radius", "opacity"]
  package static let motion = ["transition", "parameters", "chain", "duration", "curve"]
  package static let chain = ["from", "to", "blend", "result"]
  package static let action = ["hold", "play"] + ScreenStep.forms.map(\.name)
  package static let step = action + motion + ["interactive", "from-filters", "to-filters", "filters"]
  package static let interactive = ["rule", "width", "samples"]
}

extension Storyboard {
  /// Reads a storyboard from YAML text.
  ///
  ///     let text = """
  ///       screens: {list: list.png, detail: detail.png}
  ///       steps: [{hold: 0.8}, {push: detail}]
  ///       """
  ///     let story = try Storyboard(yaml: text, folder: "images/storyboard")
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - file: The name of the file for error messages.
  ///   - folder: The folder to which names of images and shaders are relative; nil for the folder of `file`.
  ///   - options: The decoding options for images, including the maximum size of a frame.
  /// - Throws: `StoryboardError`, also for a missing image; images are not decoded yet.
  public init(
    yaml: String, named file: String = "storyboard", folder: String? = nil,
    options: DecodeOptions = DecodeOptions()
  ) throws(StoryboardError) {
    try self.init(yaml: yaml, named: file, StoryboardNames(folder: folder, of: file), options: options)
  }

  /// Reads a storyboard from YAML text; `names` resolves file names.
  package init(
    yaml: String, named file: String, _ names: StoryboardNames, options: DecodeOptions = DecodeOptions()
  ) throws(StoryboardError) {
    let root = try compose(yaml, file: file, names)
    let section = try root.section(StoryboardKeys.file)
    let (framing, rate) = try section.frame(options)
    guard let list = section["screens"] else { throw root.invalid("screens is missing: name: image.png, …") }
    let motion = try section["motion"]?.stillMotion() ?? .none
    let screens = try list.screens(options.limits, motion)
    guard let steps = section["steps"] else { throw root.invalid("steps is missing: a list of steps") }
    let stack = try section["tabs"].map { (entry) throws(StoryboardError) in try entry.tabs(screens) }
    self.init(
      screens: screens, framing: framing, rate: rate ?? FrameRate(60), stack: stack ?? ScreenStack(0))
    soundtrack = try section["audio"].map { (entry) throws(StoryboardError) in try entry.soundtrack() }
    filters = try section["filters"]?.filters(options) ?? []
    if let seed = section["seed"] {
      motionSeed = try seed.value("a whole number, 0 or more") { UInt64($0) }
    }
    if let entry = section["title-style"] {
      let text = try entry.text("key=value with commas between")
      do throws(TitleError) { titleStyle = try TitleStyle(text) } catch { throw entry.invalid(error.message) }
    }
    let chains = try section["chains"]?.chains(options) ?? []
    var defaults = Defaults(chains, options)
    if let entry = section["defaults"] { _ = try defaults.read(entry.section(StoryboardKeys.motion)) }
    for step in try steps.list("a list of steps") { try add(step, defaults) }
  }
}

extension [String: Entry] {
  /// Reads the framing and the frame rate.
  fileprivate func frame(_ options: DecodeOptions) throws(StoryboardError) -> (Framing, rate: FrameRate?) {
    var framing = Framing()
    if let entry = self["size"] {
      let names = PixelSize.named.map(\.name).alternatives
      let size = try entry.value("width and height, such as 1280x720, or one of \(names)") { PixelSize($0) }
      let limit = Swift.min(options.maxPixels, options.limits.maxFramePixels)
      guard size.pixelCount.map({ $0 <= limit }) ?? false else {
        throw .tooLarge(size, limit: limit, at: entry.place)
      }
      framing.size = size
    }
    let rate = try self["fps"].map { (entry) throws(StoryboardError) in
      try entry.value(FrameRate.form) { FrameRate($0) }
    }
    if let entry = self["fit"] {
      framing.fit = try entry.named(in: Framing.Fit.allCases, kind: "fit") { $0.rawValue }
    }
    if let entry = self["background"] {
      framing.background = try entry.color()
    }
    if let entry = self["light"] {
      framing.light = try entry.named(in: Light.allCases, kind: "light") { $0.rawValue }
    }
    if let entry = self["dither"] { framing.dither = try entry.value("true or false") { Bool($0) } }
    return (framing, rate)
  }
}

extension Entry {
  /// Reads the motion of a still picture.
  fileprivate func stillMotion() throws(StoryboardError) -> StillMotion {
    try value(StillMotion.form) { StillMotion($0) }
  }

  fileprivate func screens(
    _ limits: Limits, _ motion: StillMotion
  ) throws(StoryboardError) -> [Storyboard.Screen] {
    var screens: [Storyboard.Screen] = []
    for (name, value) in try pairs("a mapping of names to image files") {
      guard value.node.mapping != nil else {
        screens.append(Storyboard.Screen(name, try value.picture("an image file", limits), motion: motion))
        continue
      }
      let section = try value.section(StoryboardKeys.screen)
      guard let image = section["image"] else { throw value.invalid("image is missing: an image file") }
      let elements = try section["elements"]?.elements() ?? []
      let own = try section["motion"]?.stillMotion()
      if let own, own != .none, !elements.isEmpty, let entry = section["motion"] {
        throw entry.invalid("a screen with elements stands still: leave out motion or elements")
      }
      let picture = try image.picture("an image file", limits)
      let title = try section["title"]?.text("a text") ?? ""
      screens.append(
        Storyboard.Screen(name, picture, elements: elements, motion: own ?? motion, title: title))
    }
    if screens.isEmpty { throw invalid("must name at least one screen") }
    return screens
  }

  /// Reads the named rectangles of a screen.
  private func elements() throws(StoryboardError) -> [Storyboard.Element] {
    var elements: [Storyboard.Element] = []
    for (name, value) in try pairs("a mapping of names to [x, y, width, height]") {
      let section = value.node.mapping == nil ? ["rect": value] : try value.section(StoryboardKeys.element)
      guard let rect = section["rect"] else { throw value.invalid("rect is missing: [x, y, width, height]") }
      var numbers: [Double] = []
      for number in try rect.list("[x, y, width, height]") {
        numbers.append(try number.number("a number of pixels") { abs($0) <= 1e6 })
      }
      guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
        throw rect.invalid("must be [x, y, width, height], with a width and height above 0")
      }
      var place = Transitions.Elements.Place(
        PixelRectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
      place.cornerRadius = try section["radius"].map { (entry) throws(StoryboardError) in
        try entry.number("pixels, 0 or more") { (0...1e6).contains($0) }
      }
      place.opacity =
        try section["opacity"].map { (entry) throws(StoryboardError) in
          try entry.number("a number in 0…1") { (0...1).contains($0) }
        } ?? 1
      elements.append(Storyboard.Element(name, place))
    }
    return elements
  }

  /// Reads a soundtrack: the name of a sound file, or a mapping with options.
  fileprivate func soundtrack() throws(StoryboardError) -> Soundtrack {
    guard node.mapping != nil else { return Soundtrack(try file("a file of sound")) }
    let section = try section(StoryboardKeys.audio)
    guard let name = section["file"] else { throw invalid("file is missing: a sound file") }
    var track = Soundtrack(try name.file("a file of sound"))
    func number(_ key: String, _ expected: String, _ range: ClosedRange<Double>) throws(StoryboardError)
      -> Double?
    {
      try section[key].map { (entry) throws(StoryboardError) in
        try entry.number(expected) { range.contains($0) }
      }
    }
    track.start = try number("start", "seconds, 0 or more", 0...1e6) ?? 0
    track.volume = try number("volume", "a number in 0…100", 0...100) ?? 1
    track.fade = try number("fade", "seconds, 0 or more", 0...1e6) ?? 0
    return track
  }

  fileprivate func tabs(_ screens: [Storyboard.Screen]) throws(StoryboardError) -> ScreenStack<Int> {
    var roots: [Int] = []
    for tab in try list("a list of screens") {
      let name = try tab.screenName()
      do throws(Fault) {
        roots.append(try Storyboard.position(of: name, in: screens))
      } catch {
        throw tab.invalid(error.reason)
      }
    }
    guard let stack = ScreenStack(tabs: roots) else { throw invalid("must name at least one screen") }
    return stack
  }

  fileprivate func screenName() throws(StoryboardError) -> String { try text("the name of a screen") }
}

/// The default transition, duration and curve of steps.
private struct Defaults {
  var entry: CatalogItem<any Transition>?
  var parameters = ParameterAssignments()
  var duration: Double?
  var curve: TimingCurve?
  /// The chains that the file defines, as transitions with names.
  private let chains: [CatalogItem<any Transition>]
  let options: DecodeOptions

  init(_ chains: [CatalogItem<any Transition>], _ options: DecodeOptions) {
    self.chains = chains
    self.options = options
  }

  /// Updates the defaults from a section, and returns the transition, duration and curve that result.
  mutating func read(_ section: [String: Entry]) throws(StoryboardError) -> Look {
    if let chosen = section["transition"] {
      entry = try chosen.transition(chains, options)
      parameters = ParameterAssignments()
    }
    if let chain = section["chain"] {
      guard section["transition"] == nil else {
        throw chain.invalid("cannot be combined with a transition: give one")
      }
      entry = try chain.chain("the chain", options)
      parameters = ParameterAssignments()
    }
    if let values = section["parameters"] {
      guard let entry else { throw values.invalid("needs the transition of these parameters") }
      for (key, value) in try values.pairs("a mapping") {
        // Sets each parameter separately, so that an error has the parameter's position.
        let assignment = try value.parameter(key, of: entry, options)
        do throws(ParameterError) { _ = try entry.make(assignment) } catch { throw value.invalid("\(error)") }
        parameters.add(assignment)
      }
    }
    if let entry = section["duration"] { duration = try entry.number("seconds above 0") { $0 > 0 } }
    if let entry = section["curve"] { curve = try entry.curve() }
    return Look(try? entry?.make(parameters), duration, curve)
  }
}

extension Entry {
  /// Reads the name of a file and returns its path; throws if the file is missing.
  fileprivate func file(_ meaning: String) throws(StoryboardError) -> String {
    try StoryboardFiles(self).path(of: text(meaning))
  }

  /// Reads the name of a picture or a clip, and returns the picture; throws if the file is missing.
  fileprivate func picture(
    _ meaning: String, _ limits: Limits
  ) throws(StoryboardError) -> Storyboard.Picture {
    try StoryboardFiles(self).screen(named: text(meaning), limits)
  }

  /// Reads a transition, given by the name of a catalog item, of a shader or animator file, or of a chain
  /// that the storyboard file defines.
  fileprivate func transition(
    _ chains: [CatalogItem<any Transition>], _ options: DecodeOptions
  ) throws(StoryboardError) -> CatalogItem<any Transition> {
    let text = try text("a transition")
    if LayerAnimator.isFile(text) {
      let animator = try LayerAnimator(contentsOf: StoryboardFiles(self).path(of: text), options: options)
      return CatalogItem(animator, name: text)
    }
    guard Specification.isFile(text) else {
      // Prefers a chain of the file to a catalog item with the same name.
      if !chains.contains(where: { $0.name == text }), let item = Catalog.transitions.meaning(of: text) {
        return item
      }
      return try named(
        in: chains + Catalog.transitions.items, also: Catalog.transitions.variants,
        kind: Catalog.transitions.kind
      ) { $0.name }
    }
    let files = StoryboardFiles(self)
    let file = try files.path(of: text)
    let shader = try files.shader(file)
    guard let entry = CatalogItem(shader) else {
      throw invalid("\(file) is a \(shader.kind), not a transition")
    }
    return entry
  }

  /// Reads the chains that the file defines by name.
  fileprivate func chains(_ options: DecodeOptions) throws(StoryboardError) -> [CatalogItem<any Transition>] {
    var chains: [CatalogItem<any Transition>] = []
    for (name, value) in try pairs("a mapping of names to chains") {
      chains.append(try value.chain(name, options))
    }
    return chains
  }

  /// Reads a chain, a transition made of filters and a blend.
  fileprivate func chain(
    _ name: String, _ options: DecodeOptions
  ) throws(StoryboardError) -> CatalogItem<any Transition> {
    let section = try section(StoryboardKeys.chain)
    func through(_ chain: Chain, _ key: String) throws(StoryboardError) -> Chain {
      try (section[key]?.filters(options) ?? []).reduce(chain) { .filter($0, $1) }
    }
    let blend: any Blend =
      try section["blend"].map { (entry) throws(StoryboardError) in
        try entry.step(options) { try $0.blend($1) }
      } ?? Dissolve(mix: .progress)
    let joined = Chain.blend(try through(.from, "from"), try through(.to, "to"), blend)
    let transition = ChainTransition(try through(joined, "result"))
    return CatalogItem(transition, name: name, summary: "A chain of the storyboard.")
  }

  /// Reads a filter or a list of filters.
  fileprivate func filters(_ options: DecodeOptions) throws(StoryboardError) -> [any Filter] {
    var filters: [any Filter] = []
    let expected = "filters, such as pixellate:fraction=0.1*progress"
    for entry in node.sequence == nil ? [self] : try list(expected) {
      filters.append(try entry.step(options) { try $0.filter($1) })
    }
    return filters
  }

  /// Reads a filter or a blend in text form.
  private func step<Step>(
    _ options: DecodeOptions, _ make: (ChainFiles, String) throws -> Step
  ) throws(StoryboardError) -> Step {
    let text = try text("a name with parameters, such as pixellate:fraction=0.1*progress")
    do {
      return try make(StoryboardFiles(self).chainFiles(options), text)
    } catch let error as StoryboardError {
      throw error
    } catch let error as ExpressionError {
      throw invalid(error.line)
    } catch {
      let reason = "\(error)"
      // Shortens a long reason of an error, since the reason may repeat the whole value.
      throw invalid(reason.utf8.count <= 600 ? reason : "\(reason.prefix(400))…")
    }
  }

  /// Reads a parameter of a transition; if the value names a file, also reads this file.
  fileprivate func parameter(
    _ key: String, of item: CatalogItem<any Transition>, _ options: DecodeOptions
  ) throws(StoryboardError) -> ParameterAssignments {
    let text = try parameterText()
    do {
      return try StoryboardFiles(self).chainFiles(options).reading([(key, text)], for: item.parameters)
    } catch let error as StoryboardError {
      throw error
    } catch {
      throw invalid("\(error)")
    }
  }

  /// Reads a parameter as text in the form of the command line: a list becomes numbers separated by commas.
  fileprivate func parameterText() throws(StoryboardError) -> String {
    guard node.sequence != nil else { return try text("a value") }
    var words: [String] = []
    for entry in try list("a value") {
      words.append(try entry.node.sequence == nil ? entry.text("a number") : entry.parameterText())
    }
    return words.joined(separator: ",")
  }
}

extension Storyboard {
  fileprivate mutating func add(_ step: Entry, _ defaults: Defaults) throws(StoryboardError) {
    let section = try step.section(StoryboardKeys.step)
    let actions = StoryboardKeys.action.filter { section[$0] != nil }
    guard actions.count == 1, let action = actions.first, let entry = section[action] else {
      throw step.invalid("must have one of \(StoryboardKeys.action.joined(separator: ", "))")
    }
    guard let form = ScreenStep.forms.first(where: { $0.name == action }) else {
      if let other = try step.pairs("a step").first(where: { ![action, "filters"].contains($0.key) }) {
        throw other.value.invalid("a \(action) has no \(other.key)")
      }
      let isPlay = action == "play"
      guard !isPlay || entry.isNull else { throw entry.invalid("takes no value: write play:") }
      let seconds = isPlay ? 0 : try entry.number("seconds, 0 or more") { $0 >= 0 }
      let filters = try section["filters"]?.filters(defaults.options) ?? []
      do throws(Fault) {
        if isPlay { try appendPlay(filters) } else { try appendHold(seconds, filters) }
      } catch {
        throw entry.invalid(error.reason)
      }
      return steps.append(Step(line: step.place.line, action: action, transition: nil))
    }
    let change = try entry.step(form, of: self)
    let plan: ScreenStack<Int>.Plan
    do throws(Fault) { plan = try self.plan(change) } catch { throw entry.invalid(error.reason) }
    switch form {
    case .pop, .dismiss, .popToRoot:
      guard entry.isNull else { throw entry.invalid("takes no screen: write \(action):") }
    default: break
    }
    if !plan.isSeen, let other = try step.pairs("a step").first(where: { $0.key != action }) {
      throw other.value.invalid(
        "the top of the stack does not change, so nothing is shown: omit \(other.key)")
    }
    var defaults = defaults
    var look = try defaults.read(section)
    look.fromFilters = try section["from-filters"]?.filters(defaults.options) ?? []
    look.toFilters = try section["to-filters"]?.filters(defaults.options) ?? []
    look.filters = try section["filters"]?.filters(defaults.options) ?? []
    let pan = section["interactive"]
    look.pan = try pan.map { (entry) throws(StoryboardError) in
      try entry.recording(plan.step.change.operation.isReturning ? .pop : .push)
    }
    do throws(Fault) { try append(plan, look) } catch {
      throw (error.part == .pan ? pan ?? entry : entry).invalid(error.reason)
    }
    steps.append(Step(line: step.place.line, action: action, transition: defaults.entry?.name))
  }
}

extension Entry {
  /// Reads the screens or the tab of a step to another screen; `form` is the kind of step.
  fileprivate func step(
    _ form: ScreenStep<Void>, of story: Storyboard
  ) throws(StoryboardError) -> ScreenStep<Int> {
    switch form {
    case .selectTab: .selectTab(try value("the number of a tab, from 0") { Int($0) })
    case .setStack:
      .setStack(
        try list("a list of screens").map { (entry) throws(StoryboardError) in try entry.screen(of: story) })
    default: try form.map { () throws(StoryboardError) in try screen(of: story) }
    }
  }

  /// Reads the name of a screen and returns its index.
  private func screen(of story: Storyboard) throws(StoryboardError) -> Int {
    let name = try screenName()
    do throws(Fault) { return try story.position(of: name) } catch { throw invalid(error.reason) }
  }

  /// Reads a recorded pan.
  fileprivate func recording(_ rule: PanRule) throws(StoryboardError) -> PanRecording {
    let section = try section(StoryboardKeys.interactive)
    let rule =
      try section["rule"].map { (entry) throws(StoryboardError) in
        try entry.named(in: PanRule.allCases, kind: "rule") { $0.rawValue }
      } ?? rule
    let width =
      try section["width"].map { (entry) throws(StoryboardError) in
        try entry.number("a number above 0") { $0 > 0 }
      } ?? 1
    guard let samples = section["samples"] else {
      throw invalid("samples is missing: a list of [seconds, x, y]")
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
    guard let first = places.first else { throw samples.invalid("must have at least one sample") }
    // Passes 2 as the number of screens: the check of the step has found that the stack has more than one.
    guard rule.begins(atX: first.x, width: width, screens: 2) else {
      let side = rule == .push ? "right" : "left"
      throw samples.invalid(
        "a \(rule.rawValue) pan begins \(side) of the middle of \(width), not at \(first.x)")
    }
    return PanRecording(rule: rule, width: width, places: places)
  }
}

extension CatalogItem<any Transition> {
  /// Makes a catalog item from a transition without parameters.
  package init(_ transition: any Transition, name: String, summary: String = "") {
    self.init(name: name, summary: summary, parameters: []) { (assignments) throws(ParameterError) in
      if let (key, _) = assignments.values.first { throw .unknown(key, of: name, known: []) }
      return transition
    }
  }
}

/// Parses YAML text and returns its root.
func compose(_ yaml: String, file: String, _ names: StoryboardNames) throws(StoryboardError) -> Entry {
  func invalid(_ reason: String, line: Int) -> StoryboardError {
    .invalid(reason, at: StoryboardError.Place(file: file, line: line, key: ""))
  }
  let root: YAMLNode?
  do { root = try YAMLNode.root(of: yaml) } catch { throw invalid(error.reason, line: error.line) }
  guard let root else { throw invalid("the file is empty", line: 1) }
  return Entry(root, file: file, names)
}
