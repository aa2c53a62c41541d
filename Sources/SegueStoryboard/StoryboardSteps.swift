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

  /// Holds the current screen up to the end of its clip.
  ///
  /// - Parameter filters: The filters of the frames, as for `hold`.
  /// - Throws: `StoryboardError` if the screen is an image, or if there would be too many frames.
  public mutating func play(filters: [any Filter] = []) throws(StoryboardError) {
    do throws(Fault) { try appendPlay(filters) } catch { throw invalid(error, "play") }
  }

  /// Adds a step to another screen.
  ///
  ///     var story = try Storyboard(screens: ["list": .bitmap(from), "detail": .bitmap(to)])
  ///     try story.add(.push("detail"), Transitions.SlideDown(), duration: 0.5)
  ///     try story.pop(duration: 0.3)    // short for add(.pop, duration: 0.3)
  ///
  /// Each kind of step also has a method with its name and with the same parameters and errors. A `setStack`
  /// that leaves the visible screen in place adds no frames; a transition or a filter is then an error.
  ///
  /// - Parameters:
  ///   - step: The step, with the names of screens.
  ///   - transition: The transition; nil for the system transition.
  ///   - duration: The duration of the whole transition in seconds, above 0; nil for the transition's
  ///     default.
  ///   - curve: The timing curve; with a pan, the curve of the movement after the release. If nil, the
  ///     transition's default; with a pan, ease-in-out.
  ///   - pan: The pan that drives the transition; nil for none. A canceled pan leaves the screens unchanged.
  ///   - filters: The filters of the frames, including the last one, in order, at the progress of the
  ///     transition.
  /// - Throws: `StoryboardError` if the step is invalid; the storyboard is then unchanged.
  public mutating func add(
    _ step: ScreenStep<String>, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) { try add(step, Look(transition, duration, curve, pan, filters)) }

  /// Pushes a screen onto the stack.
  public mutating func push(
    _ screen: String, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) { try add(.push(screen), Look(transition, duration, curve, pan, filters)) }

  /// Pops the topmost screen off the stack.
  public mutating func pop(
    _ transition: (any Transition)? = nil, duration: Double? = nil, curve: TimingCurve? = nil,
    pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) { try add(.pop, Look(transition, duration, curve, pan, filters)) }

  /// Presents a screen over all others.
  public mutating func present(
    _ screen: String, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) { try add(.present(screen), Look(transition, duration, curve, pan, filters)) }

  /// Dismisses the topmost presented screen.
  public mutating func dismiss(
    _ transition: (any Transition)? = nil, duration: Double? = nil, curve: TimingCurve? = nil,
    pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) { try add(.dismiss, Look(transition, duration, curve, pan, filters)) }

  /// Selects a tab by its index, from 0.
  public mutating func selectTab(
    _ tab: Int, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) { try add(.selectTab(tab), Look(transition, duration, curve, pan, filters)) }

  /// Replaces the topmost screen of the stack.
  public mutating func replace(
    _ screen: String, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) { try add(.replace(screen), Look(transition, duration, curve, pan, filters)) }

  /// Pops screens until the given screen is on top.
  public mutating func popTo(
    _ screen: String, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) { try add(.popTo(screen), Look(transition, duration, curve, pan, filters)) }

  /// Pops all screens except the first.
  public mutating func popToRoot(
    _ transition: (any Transition)? = nil, duration: Double? = nil, curve: TimingCurve? = nil,
    pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) { try add(.popToRoot, Look(transition, duration, curve, pan, filters)) }

  /// Unwinds to the nearest screen with this name beneath the current screen.
  public mutating func unwind(
    _ screen: String, _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) { try add(.unwind(screen), Look(transition, duration, curve, pan, filters)) }

  /// Replaces all screens of the stack; the last of the new screens becomes visible.
  public mutating func setStack(
    _ screens: [String], _ transition: (any Transition)? = nil, duration: Double? = nil,
    curve: TimingCurve? = nil, pan: PanRecording? = nil, filters: [any Filter] = []
  ) throws(StoryboardError) { try add(.setStack(screens), Look(transition, duration, curve, pan, filters)) }

  private mutating func add(_ step: ScreenStep<String>, _ look: Look) throws(StoryboardError) {
    do throws(Fault) {
      let plan = try plan(step.map(position))
      if !plan.isSeen, look.says {
        throw Fault("the top of the stack does not change, so nothing is shown")
      }
      try append(plan, look)
    } catch {
      throw invalid(error, step.name)
    }
  }

  private func invalid(_ fault: Fault, _ action: String) -> StoryboardError {
    let step = "steps[\(scenes.count - 1)]."
    return .invalid(fault.reason, at: .init(key: step + (fault.part == .pan ? "pan" : action)))
  }
}
