import SegueRendering
public import SegueTransitions

/// Steps in code. What a file says goes through the same functions.
extension Storyboard {
  /// Holds the present screen for some seconds.
  ///
  /// - Throws: `StoryboardError` where the seconds are below 0 or there would be too many frames.
  public mutating func hold(_ seconds: Double) throws(StoryboardError) {
    do throws(Fault) { try appendHold(seconds) } catch { throw invalid(error, "hold") }
  }

  /// Puts a screen on the stack.
  ///
  ///     var story = try Storyboard(screens: ["list": .bitmap(from), "detail": .bitmap(to)])
  ///     try story.push("detail", Transitions.SlideDown(), duration: 0.5)
  ///
  /// - Parameters:
  ///   - screen: The name of a screen.
  ///   - transition: What happens between; nil: what the system does.
  ///   - duration: Seconds of the whole way, above 0; nil: as the transition has it.
  ///   - curve: How progress follows the clock, or under a pan how it runs on when let go; nil: as the transition has it,
  ///   under a pan ease-in-out.
  ///   - pan: The pan that drives it; nil: none. Where the pan cancels it, the screens stay as they were.
  /// - Throws: `StoryboardError` where the step cannot be made; the storyboard is then as it was.
  public mutating func push(
    _ screen: String, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil
  ) throws(StoryboardError) {
    try add(.push(screen), Look(transition: transition, duration: duration, curve: curve, pan: pan))
  }

  /// Takes the topmost screen off the stack; parameters and errors are those of `push`.
  public mutating func pop(
    _ transition: (any Transition)? = nil, duration: Double? = nil, curve: TimingCurve? = nil,
    pan: PanRecording? = nil
  ) throws(StoryboardError) {
    try add(.pop, Look(transition: transition, duration: duration, curve: curve, pan: pan))
  }

  /// Shows a screen over everything; parameters and errors are those of `push`.
  public mutating func present(
    _ screen: String, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil
  ) throws(StoryboardError) {
    try add(.present(screen), Look(transition: transition, duration: duration, curve: curve, pan: pan))
  }

  /// Takes the presented screen away; parameters and errors are those of `push`.
  public mutating func dismiss(
    _ transition: (any Transition)? = nil, duration: Double? = nil, curve: TimingCurve? = nil,
    pan: PanRecording? = nil
  ) throws(StoryboardError) {
    try add(.dismiss, Look(transition: transition, duration: duration, curve: curve, pan: pan))
  }

  /// Selects a tab by its number, from 0; the other parameters and errors are those of `push`.
  public mutating func selectTab(
    _ tab: Int, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil
  ) throws(StoryboardError) {
    try add(.selectTab(tab), Look(transition: transition, duration: duration, curve: curve, pan: pan))
  }

  private mutating func add(_ action: Action, _ look: Look) throws(StoryboardError) {
    do throws(Fault) {
      let made = try change(action)
      do throws(Fault) { try append(made, look) } catch {
        undo(made)
        throw error
      }
    } catch {
      throw invalid(error, action.change.rawValue)
    }
  }

  private func invalid(_ fault: Fault, _ action: String) -> StoryboardError {
    let step = "steps[\(scenes.count - 1)]."
    return .invalid(fault.reason, at: .init(key: step + (fault.part == .pan ? "pan" : action)))
  }
}

/// What a step changes, and to what.
enum Action {
  case push(String)
  case pop
  case present(String)
  case dismiss
  case selectTab(Int)

  var change: ScreenChange {
    switch self {
    case .push: .push
    case .pop: .pop
    case .present: .present
    case .dismiss: .dismiss
    case .selectTab: .selectTab
    }
  }
}

/// How a change of screens looks; nil: as the transition has it, or the system.
struct Look {
  var transition: (any Transition)?
  var duration: Double?
  var curve: TimingCurve?
  var pan: PanRecording?
}

/// What is wrong with a step, and with which part of it.
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
  /// A change of the screens whose frames are still to come.
  struct Change {
    let step: ScreenStack<Int>.Step
    /// The tab that was selected before it.
    let tab: Int
  }

  /// Makes a change undone.
  ///
  /// A copy of the screens from before would cost every step as much as there are screens.
  private mutating func undo(_ change: Change) {
    switch change.step.change {
    case .push: _ = try? stack.pop()
    case .pop: _ = try? stack.push(change.step.from)
    case .present: _ = try? stack.dismiss()
    case .dismiss: _ = stack.present(change.step.from)
    case .selectTab: _ = try? stack.selectTab(change.tab)
    }
  }

  /// The position of the screen of a name.
  static func position(of name: String, in screens: [Screen]) throws(Fault) -> Int {
    do throws(UnknownName) {
      if let position = screens.firstIndex(where: { $0.name == name }) { return position }
      // All names of a long list would be no line to be read.
      let isNear = nearest(to: name, among: screens.map(\.name), within: max(2, name.count / 3)) != nil
      let named = isNear ? screens[...] : screens.prefix(20)
      return try find(shortened(name), in: Array(named.enumerated()), kind: "screen") { $0.element.name }
        .offset
    } catch {
      throw Fault("\(error)")
    }
  }

  /// Changes the screens.
  mutating func change(_ action: Action) throws(Fault) -> Change {
    let tab = stack.selectedTab
    let target: Int?
    switch action {
    case .push(let name), .present(let name):
      if let position = positions[name] {
        target = position
      } else {
        target = try Self.position(of: name, in: screens)
      }
    default: target = nil
    }
    do throws(ScreenStack<Int>.Refusal) {
      let step =
        switch action {
        case .push: try stack.push(target ?? 0)
        case .pop: try stack.pop()
        case .present: stack.present(target ?? 0)
        case .dismiss: try stack.dismiss()
        case .selectTab(let tab): try stack.selectTab(tab)
        }
      return Change(step: step, tab: tab)
    } catch {
      throw Fault("\(error)")
    }
  }

  /// Appends a hold of the present screen.
  mutating func appendHold(_ seconds: Double) throws(Fault) {
    guard seconds >= 0 else { throw Fault("'\(seconds)' must be seconds, 0 or more") }
    try check(seconds: seconds)
    let count = Int((seconds * framesPerSecond).rounded())
    append(Scene(frameCount: count, from: stack.top, to: stack.top, motion: nil))
  }

  /// Appends the frames of a change.
  mutating func append(_ change: Change, _ look: Look) throws(Fault) {
    let transition = look.transition ?? change.step.transition
    let timing = transition.timing.with(duration: look.duration, curve: look.curve)
    guard timing.duration > 0 else { throw Fault("'\(timing.duration)' must be seconds above 0") }
    let progress: [Double]
    let times: [Double]
    if let pan = look.pan {
      progress = try replay(pan, of: change, duration: timing.duration, curve: look.curve ?? .easeInOut)
      times = progress
    } else {
      try check(seconds: timing.duration)
      let count = max(1, Int((timing.duration * framesPerSecond).rounded()))
      times = (1...count).map { Double($0) / Double(count) }
      progress = times.map { timing.progress(at: $0) }
    }
    let motion = Motion(
      transition: transition, operation: change.step.change.operation, progress: progress, times: times)
    append(
      Scene(frameCount: progress.count, from: change.step.from, to: change.step.to, motion: motion))
  }

  /// The progress of the frames that a pan drives; where it cancels the change, the screens are as before.
  private mutating func replay(
    _ pan: PanRecording, of change: Change, duration: Double, curve: TimingCurve
  ) throws(Fault) -> [Double] {
    let times = pan.samples.map(\.time)
    guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw Fault("the times of a pan must rise", part: .pan)
    }
    // As long as it can take, so that the recording is replayed to its end.
    try check(seconds: (times.last ?? 0) + duration, most: PanRecording.maxFrames, .pan)
    let (frames, isCompleted) = pan.replay(
      InteractiveTransition(duration: duration, completionCurve: curve), framesPerSecond: framesPerSecond)
    if !isCompleted { undo(change) }
    // The first frame is the step's before.
    return Array(frames.dropFirst())
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
