/// The operation of a transition: forward to a new screen, or back from it.
public enum TransitionOperation: String, CaseIterable, Codable, Sendable {
  /// A screen is presented over the current one.
  case present
  /// The presented screen is dismissed.
  case dismiss
  /// A screen is pushed onto a stack.
  case push
  /// The topmost screen of a stack is popped.
  case pop

  /// Whether it goes back: `from` is then the upper screen, `to` the one beneath.
  public var isReturning: Bool { self == .dismiss || self == .pop }
}
