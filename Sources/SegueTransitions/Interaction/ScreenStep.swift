/// A step through the screens of an app, as a value.
///
///     let steps: [ScreenStep] = [.push("detail"), .present("sheet"), .unwind("list")]
///     var screens = ScreenStack("list")
///     for step in steps { try screens.apply(step) }
///     print(screens.top)                     // list
///     print(steps.map { $0.map(\.count) })   // push(6), present(5), unwind(4)
///
/// `ScreenStack.apply` and `Storyboard.add` take any step; their methods that are named after a step, such as
/// `push`, are short forms.
public enum ScreenStep<Screen> {
  /// Pushes a screen onto the stack.
  case push(Screen)
  /// Pops the topmost screen off the stack.
  case pop
  /// Presents a screen over all tabs and stacks.
  case present(Screen)
  /// Dismisses the topmost presented screen.
  case dismiss
  /// Selects another tab by its index, from 0.
  case selectTab(Int)
  /// Replaces the topmost screen of the stack; shown as a push.
  case replace(Screen)
  /// Pops screens until the given screen is on top.
  ///
  /// If the screen is on the stack several times, the nearest occurrence below the top counts.
  case popTo(Screen)
  /// Pops all screens of the stack but the first.
  case popToRoot
  /// Unwinds to the nearest occurrence of the given screen beneath the visible screen, as UIKit's unwind
  /// segue does.
  ///
  /// Screens above this occurrence are dismissed and popped. The change is shown as a dismissal if a
  /// presented screen is removed, else as a pop. Screens of other tabs are not searched.
  case unwind(Screen)
  /// Replaces all screens of the stack; the last screen becomes visible.
  ///
  /// As with UIKit's `setViewControllers`, the change is shown as a pop if the last screen was on the stack
  /// below the top, else as a push. Nothing is shown if the last screen was on top already.
  case setStack([Screen])

  /// The name of the step, as in the file of a storyboard: `pop-to`.
  public var name: String {
    switch self {
    case .push: "push"
    case .pop: "pop"
    case .present: "present"
    case .dismiss: "dismiss"
    case .selectTab: "select-tab"
    case .replace: "replace"
    case .popTo: "pop-to"
    case .popToRoot: "pop-to-root"
    case .unwind: "unwind"
    case .setStack: "set-stack"
    }
  }

  /// Returns the step with each screen replaced by the result of a function, called in order.
  public func map<Other, Failure>(
    _ transform: (Screen) throws(Failure) -> Other
  ) throws(Failure) -> ScreenStep<Other> {
    switch self {
    case .push(let screen): .push(try transform(screen))
    case .pop: .pop
    case .present(let screen): .present(try transform(screen))
    case .dismiss: .dismiss
    case .selectTab(let index): .selectTab(index)
    case .replace(let screen): .replace(try transform(screen))
    case .popTo(let screen): .popTo(try transform(screen))
    case .popToRoot: .popToRoot
    case .unwind(let screen): .unwind(try transform(screen))
    case .setStack(let screens): .setStack(try screens.map(transform))
    }
  }
}

extension ScreenStep: Sendable where Screen: Sendable {}
extension ScreenStep: Equatable where Screen: Equatable {}
extension ScreenStep: Hashable where Screen: Hashable {}

extension ScreenStep where Screen == Void {
  /// Every kind of step once, with `Void` in place of screens; `map` inserts screens.
  package static var forms: [Self] {
    [
      .push(()), .pop, .present(()), .dismiss, .selectTab(0), .replace(()), .popTo(()), .popToRoot,
      .unwind(()), .setStack([]),
    ]
  }
}
