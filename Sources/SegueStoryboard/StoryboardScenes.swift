import SegueClips
import SegueRendering
import SegueTransitions

/// The options of a step; an option that is nil has the default of the transition or of the system.
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

  init(
    _ transition: (any Transition)?, _ duration: Double?, _ curve: TimingCurve?, _ pan: PanRecording? = nil,
    _ filters: [any Filter] = []
  ) {
    (self.transition, self.duration, self.curve) = (transition, duration, curve)
    (self.pan, self.filters) = (pan, filters)
  }

  /// Whether any option is set; this is an error in a step that adds no frames.
  var says: Bool {
    transition != nil || duration != nil || curve != nil || pan != nil
      || !(fromFilters + toFilters + filters).isEmpty
  }

  /// Returns a transition that applies the filters for both pictures before the given transition.
  func around(_ transition: any Transition) -> any Transition {
    fromFilters.isEmpty && toFilters.isEmpty
      ? transition : FilteredTransition(transition, from: fromFilters, to: toFilters)
  }
}

/// An error in a step; `part` tells whether the step itself or the step's pan is at fault.
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
  /// Returns the index of the screen with a name.
  func position(of name: String) throws(Fault) -> Int {
    if let position = positions[name] { return position }
    return try Self.position(of: name, in: screens)
  }

  /// Returns the index of the screen with a name, in a list of screens.
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

  /// Checks a step and returns the change of the screen stack, without applying the change.
  func plan(_ step: ScreenStep<Int>) throws(Fault) -> ScreenStack<Int>.Plan {
    do throws(ScreenStack<Int>.Refusal) {
      return try stack.plan(step)
    } catch {
      throw Fault("\(error.map { shortened(screens[$0].name) })")
    }
  }

  /// Appends a scene that holds the current screen.
  mutating func appendHold(_ seconds: Double, _ filters: [any Filter]) throws(Fault) {
    guard seconds >= 0 else { throw Fault("'\(seconds)' must be seconds, 0 or more") }
    try check(seconds: seconds)
    let count = Int((seconds * framesPerSecond).rounded())
    append(Scene(frameCount: count, from: stack.top, to: stack.top, motion: nil, filters: filters))
  }

  /// Appends a scene that holds the current screen up to the end of its clip.
  mutating func appendPlay(_ filters: [any Filter]) throws(Fault) {
    guard case .clip(let clip) = screens[stack.top].picture else {
      throw Fault("\(shortened(screens[stack.top].name)) is an image; give hold and seconds")
    }
    let frames = clip.length.rounded(at: rate) - (visible[stack.top] ?? 0)
    try check(seconds: Double(frames) / framesPerSecond)
    append(
      Scene(frameCount: max(0, frames), from: stack.top, to: stack.top, motion: nil, filters: filters))
  }

  /// Appends the scene of a change of the screen stack, and applies the change; a canceled pan leaves the
  /// stack unchanged.
  mutating func append(_ plan: ScreenStack<Int>.Plan, _ look: Look) throws(Fault) {
    let step = plan.step
    guard plan.isSeen else {
      stack.make(plan)
      return append(Scene(frameCount: 0, from: step.to, to: step.to, motion: nil, filters: []))
    }
    let own = look.transition ?? step.transition
    let transition = look.around(
      try own.replacing { (inner) throws(Fault) in try matched(inner, step) })
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
      times = (0..<count).map { SceneTimeline.time(of: $0, in: count) }
      progress = times.map { timing.progress(at: $0) }
    }
    if isCompleted { stack.make(plan) }
    let motion = Motion(
      transition: transition, operation: step.change.operation, progress: progress, times: times)
    append(
      Scene(
        frameCount: progress.count, from: step.from, to: step.to, motion: motion, filters: look.filters))
  }

  /// Completes a `Transitions.Elements` that has no elements: adds an element for each element name that both
  /// screens have.
  private func matched(
    _ transition: any Transition, _ step: ScreenStack<Int>.Step
  ) throws(Fault) -> any Transition {
    guard var elements = transition as? Transitions.Elements, elements.elements.isEmpty else {
      return transition
    }
    let (from, to) = (screens[step.from], screens[step.to])
    guard !from.elements.isEmpty || !to.elements.isEmpty else { return transition }
    // Exchanges the two screens for a pop or a dismissal, since `Elements` expects the order of the push or
    // the presentation.
    let (first, second) = step.change.operation.isReturning ? (to, from) : (from, to)
    elements.elements = first.elements.compactMap { element in
      second.elements.first { $0.name == element.name }.map { .init(from: element.place, to: $0.place) }
    }
    if elements.elements.isEmpty {
      throw Fault("\(from.name) and \(to.name) have no element of the same name")
    }
    return elements
  }

  /// Returns the progress at each frame of a pan, and whether the transition completes.
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
    // Omits the first frame of the replay, which is the last frame of the previous step.
    return (Array(frames.dropFirst()), isCompleted)
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
