/// Which way a transition goes: forwards onto a new screen, or back from it.
public enum TransitionOperation: String, CaseIterable, Codable, Sendable {
  /// A screen comes over the present one.
  case present
  /// The screen that was presented goes.
  case dismiss
  /// A screen is put on a stack.
  case push
  /// The topmost screen of a stack goes.
  case pop

  /// Whether it goes back: `from` is then the screen that came, `to` the one it came over.
  public var isReturning: Bool { self == .dismiss || self == .pop }
}
