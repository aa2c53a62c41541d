/// A number that is constant or follows the progress of a transition.
///
///     let still = Pixellate(fraction: 0.05)
///     let growing = Pixellate(fraction: 0.1 * .progress)
///     let shrinking = Pixellate(fraction: (0.1 - 0.1 * .progress).clamped(to: 0.02...1))
///     let curved = Dissolve(mix: .progress { $0 * $0 })
///
/// It is calculated with as a number is: `+ - * /` with other animated numbers and with constants, `min`, `max`. Numbers
/// that are none, as of a division by zero, are left to the filter that gets them.
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

  /// Makes a number from a function of progress.
  ///
  ///     let chain = (.from, .to) --> Dissolve(mix: .progress { $0 < 0.5 ? 0 : 1 })
  public static func progress(_ value: @escaping @Sendable (Double) -> Double) -> Animated { Animated(value) }

  /// The number at a progress.
  public func callAsFunction(at progress: Double) -> Double { value(progress) }

  /// Keeps the number within a range.
  public func clamped(to range: ClosedRange<Double>) -> Animated {
    Animated { progress in Swift.min(range.upperBound, Swift.max(range.lowerBound, self(at: progress))) }
  }
}

// Each operation has three forms, so that variables of type Double can stand on either side. Between two literals and
// an animated number the forms with Double are taken: those of two animated numbers are disfavored, or `1 - .progress`
// could be read in two ways.
extension Animated {
  /// Adds two numbers.
  @_disfavoredOverload
  public static func + (a: Animated, b: Animated) -> Animated { Animated { a(at: $0) + b(at: $0) } }

  /// Adds a constant.
  public static func + (a: Animated, b: Double) -> Animated { Animated { a(at: $0) + b } }

  /// Adds to a constant.
  public static func + (a: Double, b: Animated) -> Animated { Animated { a + b(at: $0) } }

  /// Subtracts one number from another.
  @_disfavoredOverload
  public static func - (a: Animated, b: Animated) -> Animated { Animated { a(at: $0) - b(at: $0) } }

  /// Subtracts a constant.
  public static func - (a: Animated, b: Double) -> Animated { Animated { a(at: $0) - b } }

  /// Subtracts from a constant.
  public static func - (a: Double, b: Animated) -> Animated { Animated { a - b(at: $0) } }

  /// Changes the sign.
  public static prefix func - (a: Animated) -> Animated { Animated { -a(at: $0) } }

  /// Multiplies two numbers.
  @_disfavoredOverload
  public static func * (a: Animated, b: Animated) -> Animated { Animated { a(at: $0) * b(at: $0) } }

  /// Multiplies by a constant.
  public static func * (a: Animated, b: Double) -> Animated { Animated { a(at: $0) * b } }

  /// Multiplies a constant.
  public static func * (a: Double, b: Animated) -> Animated { Animated { a * b(at: $0) } }

  /// Divides one number by another.
  @_disfavoredOverload
  public static func / (a: Animated, b: Animated) -> Animated { Animated { a(at: $0) / b(at: $0) } }

  /// Divides by a constant.
  public static func / (a: Animated, b: Double) -> Animated { Animated { a(at: $0) / b } }

  /// Divides a constant.
  public static func / (a: Double, b: Animated) -> Animated { Animated { a / b(at: $0) } }
}

/// Takes the lesser of two numbers at each progress.
///
///     let filter = Pixellate(fraction: min(0.05, 0.1 * .progress))
public func min(_ a: Animated, _ b: Animated) -> Animated {
  Animated { progress in Swift.min(a(at: progress), b(at: progress)) }
}

/// Takes the greater of two numbers at each progress.
///
///     let filter = Pixellate(fraction: max(0.01, 0.1 * .progress))
public func max(_ a: Animated, _ b: Animated) -> Animated {
  Animated { progress in Swift.max(a(at: progress), b(at: progress)) }
}
