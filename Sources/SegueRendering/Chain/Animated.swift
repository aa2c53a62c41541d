/// A number that is constant or follows the progress of a transition.
///
///     Pixellate(fraction: 0.05)                    // constant
///     Pixellate(fraction: 0.1 * .progress)         // grows from 0 to 0.1
///     Dissolve(mix: .progress { $0 * $0 })         // any function of progress
public struct Animated: Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  private let value: @Sendable (Double) -> Double

  /// Makes a number from a function of progress.
  public init(_ value: @escaping @Sendable (Double) -> Double) { self.value = value }

  /// Makes a constant.
  public init(_ constant: Double) { value = { _ in constant } }

  /// Makes a constant.
  public init(floatLiteral constant: Double) { self.init(constant) }

  /// Makes a constant.
  public init(integerLiteral constant: Int) { self.init(Double(constant)) }

  /// The progress itself.
  public static let progress = Animated { $0 }

  /// A function of progress.
  public static func progress(_ value: @escaping @Sendable (Double) -> Double) -> Animated { Animated(value) }

  /// The number at a progress.
  public func callAsFunction(at progress: Double) -> Double { value(progress) }

  /// Scales by a constant.
  public static func * (a: Double, b: Animated) -> Animated { Animated { a * b(at: $0) } }

  /// Subtracts from a constant.
  public static func - (a: Double, b: Animated) -> Animated { Animated { a - b(at: $0) } }

  /// Adds to a constant.
  public static func + (a: Double, b: Animated) -> Animated { Animated { a + b(at: $0) } }
}
