public import SegueRendering
public import SegueTransitions

/// Methods that add steps; the reader of YAML files uses the same code.
extension Storyboard {
  /// Holds the current screen for a duration.
  ///
  ///     var story = try Storyboard(screens: ["list": .bitmap(from)])
  ///     try story.hold(0.5, filters: [Pixellate(fraction: 0.1 * .progress)])
  ///
  /// - Parameters:
  ///   - seconds: The duration, 0 or more.
  ///   - filters: The filters of the held frames, in order; frame k of 1…n has the progress k/n.
  /// - Throws: `StoryboardError` if `seconds` is below 0, or if there would be too many frames.
  public mutating func hold(_ seconds: Double, filters: [any Filter] = []) throws(StoryboardError) {
    do throws(Fault) { try appendHold(seconds, filters) } catch { throw invalid(error, "hold") }
  }

  /// Pushes a screen onto the stack.
  ///
  ///     var story = try Storyboard(screens: ["list": .bitmap(from), "detail": .bitmap(to)])
  ///     try story.push("detail", Transitions.SlideDown(), duration: 0.5)
  ///
  /// - Parameters:
  ///   - screen: The name of the screen.
  ///   - transition: The transition; nil for the system transition.
  ///   - duration: The duration of the whole transition in seconds, above 0; nil for the transition's
  ///     default.
  ///   - curve: The timing curve; with a pan, that of the run after the release. Nil for the transition's
  ///     default, and with a pan for ease-in-out.
  ///   - pan: The pan that drives the transition; nil for none. A canceled pan leaves the screens unchanged.
  ///   - filters: The filters of the frames, including the last one, in order, at the progress of the
  ///     transition.
  /// - Throws: `StoryboardError` if the step is impossible; the storyboard is then unchanged.
  public mutating func push(
    _ screen: String, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) {
    try add(.push(screen), Look(transition, duration, curve, pan, filters))
  }

  /// Pops the top screen off the stack.
  ///
  /// Parameters and errors are those of `push`.
  public mutating func pop(
    _ transition: (any Transition)? = nil, duration: Double? = nil, curve: TimingCurve? = nil,
    pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) {
    try add(.pop, Look(transition, duration, curve, pan, filters))
  }

  /// Presents a screen over all others.
  ///
  /// Parameters and errors are those of `push`.
  public mutating func present(
    _ screen: String, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) {
    try add(.present(screen), Look(transition, duration, curve, pan, filters))
  }

  /// Dismisses the topmost presented screen.
  ///
  /// Parameters and errors are those of `push`.
  public mutating func dismiss(
    _ transition: (any Transition)? = nil, duration: Double? = nil, curve: TimingCurve? = nil,
    pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) {
    try add(.dismiss, Look(transition, duration, curve, pan, filters))
  }

  /// Selects a tab by its index, from 0.
  ///
  /// The other parameters and errors are those of `push`.
  public mutating func selectTab(
    _ tab: Int, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) {
    try add(.selectTab(tab), Look(transition, duration, curve, pan, filters))
  }

  /// Replaces the top screen of the stack; by default shown as a push.
  ///
  ///     var story = try Storyboard(screens: ["login": .bitmap(from), "list": .bitmap(to)])
  ///     try story.replace("list", Transitions.CrossDissolve())
  ///
  /// Parameters and errors are those of `push`.
  public mutating func replace(
    _ screen: String, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) {
    try add(.replace(screen), Look(transition, duration, curve, pan, filters))
  }

  /// Pops screens until the given screen is on top; of several with this name, the nearest one below the top
  /// counts.
  ///
  /// Parameters and errors are those of `push`; it is also an error if no such screen is below the top.
  public mutating func popTo(
    _ screen: String, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) {
    try add(.popTo(screen), Look(transition, duration, curve, pan, filters))
  }

  /// Pops all screens but the first.
  ///
  /// Parameters and errors are those of `push`.
  public mutating func popToRoot(
    _ transition: (any Transition)? = nil, duration: Double? = nil, curve: TimingCurve? = nil,
    pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) {
    try add(.popToRoot, Look(transition, duration, curve, pan, filters))
  }

  /// Returns to the nearest screen with this name beneath the current one, as UIKit's unwind segue does.
  ///
  /// Screens presented over it and screens above it on the stack are removed. By default this is shown as a
  /// dismissal if a presented screen is removed, else as a pop. Parameters and errors are those of `push`; it
  /// is also an error if no such screen is beneath.
  public mutating func unwind(
    _ screen: String, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) {
    try add(.unwind(screen), Look(transition, duration, curve, pan, filters))
  }

  /// Replaces all screens of the stack; the last of the new screens becomes visible.
  ///
  ///     var story = try Storyboard(screens: ["login": .bitmap(from), "list": .bitmap(to), "detail": .bitmap(photo)])
  ///     try story.setStack(["list", "detail"])
  ///
  /// By default this is shown as a pop if the last screen was on the stack below the top, else as a push. If
  /// the last screen was on top already, no frames are added, and a transition or a filter is an error. The
  /// other parameters and errors are those of `push`.
  public mutating func setStack(
    _ screens: [String], _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) {
    try add(.setStack(screens), Look(transition, duration, curve, pan, filters))
  }

  private mutating func add(_ request: ScreenStack<String>.Request, _ look: Look) throws(StoryboardError) {
    do throws(Fault) {
      let plan = try plan(positions(of: request))
      if !plan.isSeen, look.says {
        throw Fault("the top of the stack stays as it is, so nothing is to be seen")
      }
      try append(plan, look)
    } catch {
      throw invalid(error, request.kind.rawValue)
    }
  }

  private func invalid(_ fault: Fault, _ action: String) -> StoryboardError {
    let step = "steps[\(scenes.count - 1)]."
    return .invalid(fault.reason, at: .init(key: step + (fault.part == .pan ? "pan" : action)))
  }
}

/// The kinds of steps that change screens; the raw value is the key in a file.
package enum StepKind: String, CaseIterable {
  case push
  case pop
  case present
  case dismiss
  case selectTab = "select-tab"
  case replace
  case popTo = "pop-to"
  case popToRoot = "pop-to-root"
  case unwind
  case setStack = "set-stack"
}

extension ScreenStack.Request {
  /// The kind of step to which a request belongs.
  fileprivate var kind: StepKind {
    switch self {
    case .push: .push
    case .pop: .pop
    case .present: .present
    case .dismiss: .dismiss
    case .selectTab: .selectTab
    case .replace: .replace
    case .popTo: .popTo
    case .popToRoot: .popToRoot
    case .unwind: .unwind
    case .setStack: .setStack
    }
  }
}

/// The options of a step; nil uses the default of the transition or of the system.
struct Look {
  var transition: (any Transition)?
  var duration: Double?
  var curve: TimingCurve?
  var pan: PanRecording?
  /// The filters applied to the first picture before the transition.
  var fromFilters: [any Filter] = []
  /// The filters applied to the second picture before the transition.
  var toFilters: [any Filter] = []
  /// The filters applied to the frames of the transition.
  var filters: [any Filter] = []

  /// Whether any option is set, which is an error in a step that adds no frames.
  var says: Bool {
    transition != nil || duration != nil || curve != nil || pan != nil
      || !(fromFilters + toFilters + filters).isEmpty
  }

  /// Returns the transition with the filters for both pictures.
  func around(_ transition: any Transition) -> any Transition {
    fromFilters.isEmpty && toFilters.isEmpty
      ? transition : FilteredTransition(transition, from: fromFilters, to: toFilters)
  }
}

extension Look {
  fileprivate init(
    _ transition: (any Transition)?, _ duration: Double?, _ curve: TimingCurve?, _ pan: PanRecording?,
    _ filters: [any Filter]
  ) {
    self.init(transition: transition, duration: duration, curve: curve, pan: pan, filters: filters)
  }
}

/// An error in a step, and whether its pan is at fault.
struct Fault: Error {
  enum Part { case action, pan }

  let part: Part
  let reason: String

  init(_ reason: String, part: Part = .action) {
    self.part = part
    self.reason = reason
  }
}

extension Storyboard {
  /// The index of the screen with a name.
  func position(of name: String) throws(Fault) -> Int {
    if let position = positions[name] { return position }
    return try Self.position(of: name, in: screens)
  }

  /// The index of the screen with a name, in a list of screens.
  static func position(of name: String, in screens: [Screen]) throws(Fault) -> Int {
    do throws(UnknownName) {
      if let position = screens.firstIndex(where: { $0.name == name }) { return position }
      // Lists at most 20 names in the error, unless a similar name is suggested.
      let isNear = nearest(to: name, among: screens.map(\.name), within: max(2, name.count / 3)) != nil
      let named = isNear ? screens[...] : screens.prefix(20)
      return try find(shortened(name), in: Array(named.enumerated()), kind: "screen") { $0.element.name }
        .offset
    } catch {
      throw Fault("\(error)")
    }
  }

  /// Replaces the names in a request by indices.
  private func positions(
    of request: ScreenStack<String>.Request
  ) throws(Fault) -> ScreenStack<Int>.Request {
    switch request {
    case .push(let name): return .push(try position(of: name))
    case .pop: return .pop
    case .present(let name): return .present(try position(of: name))
    case .dismiss: return .dismiss
    case .selectTab(let index): return .selectTab(index)
    case .replace(let name): return .replace(try position(of: name))
    case .popTo(let name): return .popTo(try position(of: name))
    case .popToRoot: return .popToRoot
    case .unwind(let name): return .unwind(try position(of: name))
    case .setStack(let names):
      return .setStack(try names.map { (name) throws(Fault) in try position(of: name) })
    }
  }

  /// Checks a request and returns the change, without applying it.
  func plan(_ request: ScreenStack<Int>.Request) throws(Fault) -> ScreenStack<Int>.Plan {
    do throws(ScreenStack<Int>.Refusal) {
      return try stack.plan(request)
    } catch {
      throw Fault(reason(error))
    }
  }

  /// The message of a refusal, with the names of screens.
  private func reason(_ refusal: ScreenStack<Int>.Refusal) -> String {
    func name(_ position: Int) -> String { shortened(screens[position].name) }
    return switch refusal {
    case .notOnStack(let screen, let stack):
      "\(ScreenStack<String>.Refusal.notOnStack(name(screen), stack: stack.map(name)))"
    case .notBeneath(let screen, let shown):
      "\(ScreenStack<String>.Refusal.notBeneath(name(screen), shown: shown.map(name)))"
    default: "\(refusal)"
    }
  }

  /// Appends a scene that holds the current screen.
  mutating func appendHold(_ seconds: Double, _ filters: [any Filter]) throws(Fault) {
    guard seconds >= 0 else { throw Fault("'\(seconds)' must be seconds, 0 or more") }
    try check(seconds: seconds)
    let count = Int((seconds * framesPerSecond).rounded())
    append(Scene(frameCount: count, from: stack.top, to: stack.top, motion: nil, filters: filters))
  }

  /// Appends the scene of a change, and applies the change; a canceled pan leaves the screens unchanged.
  mutating func append(_ plan: ScreenStack<Int>.Plan, _ look: Look) throws(Fault) {
    let step = plan.step
    guard plan.isSeen else {
      stack.make(plan)
      return append(Scene(frameCount: 0, from: step.to, to: step.to, motion: nil, filters: []))
    }
    let transition = look.around(try matched(look.transition ?? step.transition, step))
    let timing = transition.timing.with(duration: look.duration, curve: look.curve)
    guard timing.duration > 0 else { throw Fault("'\(timing.duration)' must be seconds above 0") }
    let progress: [Double]
    let times: [Double]
    var isCompleted = true
    if let pan = look.pan {
      (progress, isCompleted) = try replay(
        pan, duration: timing.duration, curve: look.curve ?? .easeInOut)
      times = progress
    } else {
      try check(seconds: timing.duration)
      let count = max(1, Int((timing.duration * framesPerSecond).rounded()))
      times = (1...count).map { Double($0) / Double(count) }
      progress = times.map { timing.progress(at: $0) }
    }
    if isCompleted { stack.make(plan) }
    let motion = Motion(
      transition: transition, operation: step.change.operation, progress: progress, times: times)
    append(
      Scene(
        frameCount: progress.count, from: step.from, to: step.to, motion: motion, filters: look.filters))
  }

  /// Gives a `Transitions.Elements` without elements the elements that both screens have by the same name.
  private func matched(
    _ transition: any Transition, _ step: ScreenStack<Int>.Step
  ) throws(Fault) -> any Transition {
    if let filtered = transition as? FilteredTransition {
      return filtered.around(try matched(filtered.transition, step))
    }
    guard var elements = transition as? Transitions.Elements, elements.elements.isEmpty else {
      return transition
    }
    let (from, to) = (screens[step.from], screens[step.to])
    guard !from.elements.isEmpty || !to.elements.isEmpty else { return transition }
    // When returning, `Elements` expects the pictures exchanged.
    let (first, second) = step.change.operation.isReturning ? (to, from) : (from, to)
    elements.elements = first.elements.compactMap { element in
      second.elements.first { $0.name == element.name }.map { .init(from: element.place, to: $0.place) }
    }
    if elements.elements.isEmpty {
      throw Fault("\(from.name) and \(to.name) have no element of the same name")
    }
    return elements
  }

  /// The progress at each frame of a pan, and whether the transition completes.
  private func replay(
    _ pan: PanRecording, duration: Double, curve: TimingCurve
  ) throws(Fault) -> (progress: [Double], isCompleted: Bool) {
    let times = pan.samples.map(\.time)
    guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw Fault("the times of a pan must rise", part: .pan)
    }
    // Checks the longest possible time, so that the replay is never cut off.
    try check(seconds: (times.last ?? 0) + duration, most: PanRecording.maxFrames, .pan)
    let (frames, isCompleted) = pan.replay(
      InteractiveTransition(duration: duration, completionCurve: curve), framesPerSecond: framesPerSecond)
    // The first frame of the replay is the last frame of the previous step.
    return (Array(frames.dropFirst()), isCompleted)
  }

  private mutating func append(_ scene: Scene) {
    scenes.append(scene)
    frameCount += scene.frameCount
  }

  private func check(
    seconds: Double, most: Int = Storyboard.maxFrames, _ part: Fault.Part = .action
  ) throws(Fault) {
    let room = min(most, Storyboard.maxFrames - frameCount)
    guard seconds * framesPerSecond + 2 <= Double(room) else {
      throw Fault("that would be more than \(most) frames", part: part)
    }
  }
}
