/// Chooses the transition between two screens.
///
///     struct Chooser: TransitionChooser {
///       func transition(_ change: ScreenChange, from: String, to: String) -> (any Transition)? {
///         to == "detail" ? Transitions.Hero() : nil
///       }
///     }
///
/// If a chooser returns nil, the transition is `ScreenChange.systemTransition`.
public protocol TransitionChooser<Screen> {
  /// The type of screens.
  associatedtype Screen
  /// Returns the transition for a change from one screen to another; nil for the system's default.
  func transition(_ change: ScreenChange, from: Screen, to: Screen) -> (any Transition)?
}

/// The kind of a change of screens, which determines the default transition.
///
/// As in UIKit, replacing a screen is shown as a push, and popping several screens as a pop.
public enum ScreenChange: String, CaseIterable, Codable, Sendable {
  /// A screen is pushed onto the stack.
  case push
  /// The topmost screen of the stack is removed.
  case pop
  /// A screen is presented over all tabs and stacks.
  case present
  /// The topmost presented screen is removed.
  case dismiss
  /// Another tab is selected.
  case selectTab = "select-tab"

  /// The operation passed to the transition.
  public var operation: TransitionOperation {
    switch self {
    case .push: .push
    case .pop: .pop
    case .present, .selectTab: .present
    case .dismiss: .dismiss
    }
  }

  /// The default transition, as in UIKit.
  public var systemTransition: any Transition {
    switch self {
    case .push, .pop: Transitions.NavigationSlide()
    case .present, .dismiss: Transitions.CoverVertical()
    case .selectTab: Transitions.CrossDissolve()
    }
  }
}
