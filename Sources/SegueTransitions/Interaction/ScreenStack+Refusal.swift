public import SegueErrors
import SegueRendering

extension ScreenStack {
  /// The error for an invalid change of screens; the screens are unchanged.
  public struct Refusal: SegueError, Hashable {
    /// The error code, whose name begins with `screens`.
    public let code: ErrorCode
    /// The screen to which a step should return; nil for other steps.
    public let screen: Screen?
    /// The screens among which `screen` was looked for, the top last; empty if `screen` is nil.
    ///
    /// For a pop, these are the screens of the stack; for an unwind, the screens of the stack and the
    /// presented screens.
    public let shown: [Screen]
    private let reason: String

    private init(_ code: ErrorCode, _ reason: String, _ screen: Screen? = nil, in shown: [Screen] = []) {
      (self.code, self.reason, self.screen, self.shown) = (code, reason, screen, shown)
    }

    /// The message: one sentence without a final period, which lists at most the ten topmost screens of
    /// `shown`.
    public var message: String {
      guard let screen else { return reason }
      let names = shown.suffix(10).map { "\($0)" }
      let list = (shown.count > names.count ? ["…"] : []) + names
      return "'\(screen)' \(reason) \(list.joined(separator: ", "))"
    }

    /// Returns the error with its screens mapped, for example from numbers to names.
    package func map<Other>(_ transform: (Screen) -> Other) -> ScreenStack<Other>.Refusal {
      .init(code, reason, screen.map(transform), in: shown.map(transform))
    }

    /// The error for a pop of the only screen of the stack.
    public static var nothingToPop: Self {
      Self(.screensNothingToPop, "the stack has one screen only, so nothing can be popped")
    }

    /// The error for a dismissal if no screen is presented.
    public static var nothingToDismiss: Self {
      Self(.screensNothingToDismiss, "nothing is presented, so nothing can be dismissed")
    }

    /// Makes the error for a tab index out of range.
    public static func noSuchTab(_ index: Int, count: Int) -> Self {
      Self(.screensNoSuchTab, "there is no tab \(index); \(there(count)), numbered from 0")
    }

    /// The error for a change of stacks or tabs while a presented screen covers them.
    public static var presentedScreenInFront: Self {
      Self(.screensPresentedInFront, "a presented screen is in front: dismiss it first")
    }

    /// Makes the error for a pop to a screen that is not below the top of the stack; `stack` lists the stack,
    /// the top last.
    public static func notOnStack(_ screen: Screen, stack: [Screen]) -> Self {
      Self(
        .screensNotOnStack, "is not on the stack below its top; the stack is", screen, in: stack)
    }

    /// Makes the error for an unwind to a screen that is not beneath the visible screen; `shown` lists the
    /// stack and the presented screens, the top last.
    public static func notBeneath(_ screen: Screen, shown: [Screen]) -> Self {
      Self(
        .screensNotBeneath, "is not beneath the screen that is shown; from the bottom there are", screen,
        in: shown)
    }

    /// The error for a new stack without screens.
    public static var emptyStack: Self { Self(.screensEmptyStack, "a stack has at least one screen") }
  }
}
