/// The navigation that a transition shows: forward to a new screen (present, push) or back to the previous
/// screen (dismiss, pop).
public enum TransitionOperation: String, CaseIterable, Codable, Sendable {
  /// A screen is presented over the current screen.
  case present
  /// The presented screen is dismissed.
  case dismiss
  /// A screen is pushed onto a stack.
  case push
  /// The topmost screen of a stack is popped.
  case pop

  /// Whether the operation is backward: `from` is then the upper screen, and `to` the screen below.
  public var isReturning: Bool { self == .dismiss || self == .pop }
}
