import SegueRendering

/// The screens of an app: tabs, each with a stack, and screens presented over all tabs.
///
///     if var screens = ScreenStack(tabs: ["list", "settings"]) {
///       let step = try screens.push("detail")    // from "list" to "detail", and how
///       print(step.from, step.to, step.transition)
///       let back = try screens.popTo("list")     // wherever it is on the stack
///       print(back.to == "list")
///     }
///
/// Methods that change the screens perform the steps that `ScreenStep` describes. These methods throw a
/// `Refusal` if a step is invalid. The time of a change is proportional to the number of screens added and
/// removed.
public struct ScreenStack<Screen: Sendable & Hashable>: Sendable {
  /// The chooser of the transition between two screens.
  public typealias Chooser = any TransitionChooser<Screen>

  /// A change of the visible screen, with its transition.
  public struct Step: Sendable {
    /// The kind of the change.
    public let change: ScreenChange
    /// The visible screen before the change.
    public let from: Screen
    /// The visible screen after the change.
    public let to: Screen
    /// The transition between the two screens.
    public let transition: any Transition
  }

  /// A valid change that is not yet applied.
  package struct Plan: Sendable {
    /// The change of the visible screen.
    package let step: Step
    /// Whether the visible screen changes; false if the last screen of a new stack was already visible.
    package let isSeen: Bool
    fileprivate let edit: Edit
  }

  /// An edit of the screens: the tab to select; the numbers of screens to keep in the tab's stack and among
  /// the presented screens; and the screens to add to the stack and to the presented screens.
  fileprivate struct Edit: Sendable {
    var tab: Int
    var kept: Int
    var pushed: [Screen] = []
    var keptPresented: Int
    var presented: [Screen] = []
  }

  private var tabs: [Pile<Screen>]
  private var selected = 0
  private var presented = Pile<Screen>([])

  /// Makes a stack with one screen.
  public init(_ root: Screen) { tabs = [Pile([root])] }

  /// Makes tabs, each with one screen; nil if there are no tabs.
  public init?(tabs roots: [Screen]) {
    guard !roots.isEmpty else { return nil }
    tabs = roots.map { Pile([$0]) }
  }

  /// The visible screen.
  public var top: Screen { presented.screens.last ?? stack.screens[depth - 1] }

  /// The number of screens on the stack of the selected tab.
  public var depth: Int { stack.count }

  /// The index of the selected tab.
  public var selectedTab: Int { selected }

  private var stack: Pile<Screen> { tabs[selected] }

  /// Applies a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - chooser: The chooser of the transition; nil for the system's transitions.
  /// - Returns: The change; nil for a `setStack` whose last screen was already visible.
  /// - Throws: `Refusal` if the step is invalid; the screens are then unchanged.
  @discardableResult
  public mutating func apply(
    _ step: ScreenStep<Screen>, choosing chooser: Chooser? = nil
  ) throws(Refusal) -> Step? {
    let plan = try made(step, chooser)
    return plan.isSeen ? plan.step : nil
  }

  /// Pushes a screen onto the stack.
  public mutating func push(_ screen: Screen, choosing chooser: Chooser? = nil) throws(Refusal) -> Step {
    try made(.push(screen), chooser).step
  }

  /// Pops the topmost screen off the stack.
  public mutating func pop(choosing chooser: Chooser? = nil) throws(Refusal) -> Step {
    try made(.pop, chooser).step
  }

  /// Presents a screen over all tabs and stacks, which is always a valid step.
  public mutating func present(_ screen: Screen, choosing chooser: Chooser? = nil) -> Step {
    let plan = planned(.present, chooser) { $0.presented = [screen] }
    make(plan)
    return plan.step
  }

  /// Dismisses the topmost presented screen.
  public mutating func dismiss(choosing chooser: Chooser? = nil) throws(Refusal) -> Step {
    try made(.dismiss, chooser).step
  }

  /// Selects another tab.
  public mutating func selectTab(_ index: Int, choosing chooser: Chooser? = nil) throws(Refusal) -> Step {
    try made(.selectTab(index), chooser).step
  }

  /// Replaces the topmost screen of the stack; shown as a push.
  public mutating func replace(_ screen: Screen, choosing chooser: Chooser? = nil) throws(Refusal) -> Step {
    try made(.replace(screen), chooser).step
  }

  /// Pops screens until the given screen is on top.
  public mutating func popTo(_ screen: Screen, choosing chooser: Chooser? = nil) throws(Refusal) -> Step {
    try made(.popTo(screen), chooser).step
  }

  /// Pops all screens of the stack but the first.
  public mutating func popToRoot(choosing chooser: Chooser? = nil) throws(Refusal) -> Step {
    try made(.popToRoot, chooser).step
  }

  /// Dismisses and pops the screens above the nearest occurrence of `screen` beneath the visible screen.
  public mutating func unwind(_ screen: Screen, choosing chooser: Chooser? = nil) throws(Refusal) -> Step {
    try made(.unwind(screen), chooser).step
  }

  /// Replaces all screens of the stack; returns nil if the last of the new screens was already visible, so
  /// that no change is shown.
  public mutating func setStack(
    _ screens: [Screen], choosing chooser: Chooser? = nil
  ) throws(Refusal) -> Step? {
    try apply(.setStack(screens), choosing: chooser)
  }

  /// Checks a step and returns the change, without applying the change.
  package func plan(
    _ step: ScreenStep<Screen>, choosing chooser: Chooser? = nil
  ) throws(Refusal) -> Plan {
    switch step {
    case .present, .dismiss, .unwind: break
    default: guard presented.isEmpty else { throw .presentedScreenInFront }
    }
    switch step {
    case .push(let screen): return planned(.push, chooser) { $0.pushed = [screen] }
    case .pop:
      guard depth > 1 else { throw .nothingToPop }
      return planned(.pop, chooser) { $0.kept -= 1 }
    case .present(let screen): return planned(.present, chooser) { $0.presented = [screen] }
    case .dismiss:
      guard !presented.isEmpty else { throw .nothingToDismiss }
      return planned(.dismiss, chooser) { $0.keptPresented -= 1 }
    case .selectTab(let index):
      guard tabs.indices.contains(index) else { throw .noSuchTab(index, count: tabs.count) }
      return planned(.selectTab, chooser) { ($0.tab, $0.kept) = (index, tabs[index].count) }
    case .replace(let screen):
      return planned(.push, chooser) {
        $0.kept -= 1
        $0.pushed = [screen]
      }
    case .popTo(let screen):
      guard let place = stack.place(of: screen, below: depth - 1) else {
        throw .notOnStack(screen, stack: stack.screens)
      }
      return planned(.pop, chooser) { $0.kept = place + 1 }
    case .popToRoot:
      guard depth > 1 else { throw .nothingToPop }
      return planned(.pop, chooser) { $0.kept = 1 }
    case .unwind(let screen):
      if let place = presented.place(of: screen, below: presented.count - 1) {
        return planned(.dismiss, chooser) { $0.keptPresented = place + 1 }
      }
      let isCovered = !presented.isEmpty
      guard let place = stack.place(of: screen, below: isCovered ? depth : depth - 1) else {
        throw .notBeneath(screen, shown: stack.screens + presented.screens)
      }
      return planned(isCovered ? .dismiss : .pop, chooser) { ($0.keptPresented, $0.kept) = (0, place + 1) }
    case .setStack(let screens):
      guard let last = screens.last else { throw .emptyStack }
      let isBack = stack.place(of: last, below: depth - 1) != nil
      return planned(isBack ? .pop : .push, isSeen: last != top, chooser) {
        ($0.kept, $0.pushed) = (0, screens)
      }
    }
  }

  /// Applies a change that `plan(_:choosing:)` returned for the current screens.
  package mutating func make(_ plan: Plan) {
    let edit = plan.edit
    selected = edit.tab
    tabs[selected].keep(edit.kept)
    for screen in edit.pushed { tabs[selected].append(screen) }
    presented.keep(edit.keptPresented)
    for screen in edit.presented { presented.append(screen) }
  }

  private mutating func made(_ step: ScreenStep<Screen>, _ chooser: Chooser?) throws(Refusal) -> Plan {
    let plan = try plan(step, choosing: chooser)
    make(plan)
    return plan
  }

  private func planned(
    _ change: ScreenChange, isSeen: Bool = true, _ chooser: Chooser?, _ make: (inout Edit) -> Void
  ) -> Plan {
    var edit = Edit(tab: selected, kept: depth, keptPresented: presented.count)
    make(&edit)
    let to =
      edit.presented.last ?? presented.screens[..<edit.keptPresented].last ?? edit.pushed.last
      ?? tabs[edit.tab].screens[edit.kept - 1]
    let chosen = isSeen ? chooser?.transition(change, from: top, to: to) : nil
    let step = Step(change: change, from: top, to: to, transition: chosen ?? change.systemTransition)
    return Plan(step: step, isSeen: isSeen, edit: edit)
  }
}

/// A stack of screens, the topmost last.
private struct Pile<Screen: Sendable & Hashable>: Sendable {
  private(set) var screens: [Screen] = []
  /// The positions at which each screen is in `screens`, counted from the bottom: an index that saves
  /// `place(of:below:)` a search of all screens.
  private var places: [Screen: [Int]] = [:]

  init(_ screens: [Screen]) {
    for screen in screens { append(screen) }
  }

  var count: Int { screens.count }
  var isEmpty: Bool { screens.isEmpty }

  mutating func append(_ screen: Screen) {
    places[screen, default: []].append(screens.count)
    screens.append(screen)
  }

  /// Removes all screens but the lowest `count`.
  mutating func keep(_ count: Int) {
    while screens.count > count { places[screens.removeLast()]?.removeLast() }
  }

  /// Returns the topmost position of a screen below the position `limit`; nil if there is none.
  func place(of screen: Screen, below limit: Int) -> Int? { places[screen]?.last { $0 < limit } }
}
