public import FoundationEssentials

/// Chooses the transition between two screens.
///
///     struct Chooser: TransitionChooser {
///       func transition(_ change: ScreenChange, from: String, to: String) -> (any Transition)? {
///         to == "detail" ? Transitions.Hero() : nil
///       }
///     }
///
/// nil leaves the choice to the system transitions.
public protocol TransitionChooser<Screen> {
  /// What names a screen.
  associatedtype Screen
  /// The transition for a change from one screen to another, or nil for the system's.
  func transition(_ change: ScreenChange, from: Screen, to: Screen) -> (any Transition)?
}

/// What happens to the screens.
public enum ScreenChange: String, CaseIterable, Codable, Sendable {
  /// A screen is put on the stack.
  case push
  /// The topmost screen of the stack goes.
  case pop
  /// A screen comes over everything.
  case present
  /// The presented screen goes.
  case dismiss
  /// Another tab is selected.
  case selectTab = "select-tab"

  /// The way its transition goes.
  public var operation: TransitionOperation {
    switch self {
    case .push: .push
    case .pop: .pop
    case .present, .selectTab: .present
    case .dismiss: .dismiss
    }
  }

  /// The transition where nothing is chosen.
  public var systemTransition: any Transition {
    switch self {
    case .push, .pop: Transitions.NavigationSlide()
    case .present, .dismiss: Transitions.CoverVertical()
    case .selectTab: Transitions.CrossDissolve()
    }
  }
}

/// Screens as an app has them: tabs, each with a stack of its own, and what is presented over all of it.
///
///     if var screens = ScreenStack(tabs: ["list", "settings"]) {
///       let step = try screens.push("detail")    // from "list" to "detail", and how
///       print(step.from, step.to, step.transition)
///     }
public struct ScreenStack<Screen: Sendable & Equatable>: Sendable {
  /// One change: from which screen to which, and the transition between.
  public struct Step: Sendable {
    /// What happened.
    public let change: ScreenChange
    /// The screen that was shown.
    public let from: Screen
    /// The screen that is shown now.
    public let to: Screen
    /// What happens between.
    public let transition: any Transition
  }

  /// A change that cannot be made; the screens are as they were.
  public enum Refusal: Error, Hashable, LocalizedError, CustomStringConvertible {
    /// The stack has one screen only.
    case nothingToPop
    /// Nothing is presented.
    case nothingToDismiss
    /// There is no tab of this number.
    case noSuchTab(Int, count: Int)
    /// Stacks and tabs lie behind the presented screen.
    case presentedScreenInFront

    /// One sentence without a full stop.
    public var description: String {
      switch self {
      case .nothingToPop: "the stack has one screen only, so nothing can be popped"
      case .nothingToDismiss: "nothing is presented, so nothing can be dismissed"
      case .noSuchTab(let index, let count): "there is no tab \(index); there are \(count), numbered from 0"
      case .presentedScreenInFront: "a presented screen is in front: dismiss it first"
      }
    }

    /// The description.
    public var errorDescription: String? { description }
  }

  private var tabs: [[Screen]]
  private var selected = 0
  private var presented: [Screen] = []

  /// Makes a stack with one screen.
  public init(_ root: Screen) { tabs = [[root]] }

  /// Makes tabs, each with one screen; nil where there are none.
  public init?(tabs roots: [Screen]) {
    guard !roots.isEmpty else { return nil }
    tabs = roots.map { [$0] }
  }

  /// The screen that is shown.
  public var top: Screen { presented.last ?? tabs[selected][tabs[selected].count - 1] }

  /// How many screens are on the stack of the selected tab.
  public var depth: Int { tabs[selected].count }

  /// The number of the selected tab.
  public var selectedTab: Int { selected }

  /// Puts a screen on the stack.
  public mutating func push(
    _ screen: Screen, choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) throws(Refusal) -> Step {
    guard presented.isEmpty else { throw .presentedScreenInFront }
    return change(.push, chooser) { $0.tabs[$0.selected].append(screen) }
  }

  /// Takes the topmost screen off the stack.
  public mutating func pop(
    choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) throws(Refusal) -> Step {
    guard presented.isEmpty else { throw .presentedScreenInFront }
    guard depth > 1 else { throw .nothingToPop }
    return change(.pop, chooser) { $0.tabs[$0.selected].removeLast() }
  }

  /// Shows a screen over everything.
  public mutating func present(
    _ screen: Screen, choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) -> Step {
    change(.present, chooser) { $0.presented.append(screen) }
  }

  /// Takes the presented screen away.
  public mutating func dismiss(
    choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) throws(Refusal) -> Step {
    guard !presented.isEmpty else { throw .nothingToDismiss }
    return change(.dismiss, chooser) { $0.presented.removeLast() }
  }

  /// Shows another tab.
  public mutating func selectTab(
    _ index: Int, choosing chooser: (any TransitionChooser<Screen>)? = nil
  ) throws(Refusal) -> Step {
    guard presented.isEmpty else { throw .presentedScreenInFront }
    guard tabs.indices.contains(index) else { throw .noSuchTab(index, count: tabs.count) }
    return change(.selectTab, chooser) { $0.selected = index }
  }

  private mutating func change(
    _ change: ScreenChange, _ chooser: (any TransitionChooser<Screen>)?,
    _ make: (inout ScreenStack) -> Void
  ) -> Step {
    let from = top
    make(&self)
    let chosen = chooser?.transition(change, from: from, to: top)
    return Step(change: change, from: from, to: top, transition: chosen ?? change.systemTransition)
  }
}
